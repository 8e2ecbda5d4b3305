// The read queries of the simulated Click to Pay system, and its signing key, which stays when the
// sandbox is reset.

import { selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import { storedOnce } from '../party/stored/load-once.ts';
import { checkoutTable, recipientTable, type CheckoutRow, type RecipientRow } from './rows.ts';

const rows = (of: Table): string => `select ${selectList(of)} from ${of.name}`;
const named = (name: string, text: string) => statement(`sandbox.c2p.${name}`, text);

const ofSession = named('of-session', `${rows(checkoutTable)} where session_id = $1`);
const checkout = named('checkout', `${rows(checkoutTable)} where correlation_id = $1::uuid`);
const confirmed = named(
  'confirmed',
  `${rows(checkoutTable)} where confirmed_at is not null
   order by confirmed_at desc, correlation_id desc limit $1`,
);
const recipient = named(
  'recipient',
  `${rows(recipientTable)} order by registered_at desc, recipient_id desc limit 1`,
);
const readKey = named('read-key', 'select sealed_key as "sealedKey" from sandbox.c2p_keys');
const insertKey = named(
  'insert-key',
  'insert into sandbox.c2p_keys (sealed_key) values ($1) on conflict do nothing',
);

export type CheckoutStore = ReturnType<typeof sqlCheckoutStore>;

export function sqlCheckoutStore(on: Queryable) {
  const storedKey = async (): Promise<Uint8Array | undefined> =>
    (await on.run<{ sealedKey: Uint8Array }>(readKey))[0]?.sealedKey;
  return {
    ofSession: async (id: string) => (await on.run<CheckoutRow>(ofSession, [id]))[0],
    checkout: async (id: string) => (await on.run<CheckoutRow>(checkout, [id]))[0],
    /** Those that were confirmed, the newest first. */
    confirmed: (most: number) => on.run<CheckoutRow>(confirmed, [most]),
    /** The key that was registered last. */
    recipient: async () => (await on.run<RecipientRow>(recipient))[0],
    /** The sealed signing key; `make` is used if there is none. */
    signingKey: (make: () => Uint8Array): Promise<Uint8Array> =>
      storedOnce(storedKey, () => on.run(insertKey, [make()])),
  };
}
