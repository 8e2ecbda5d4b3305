// The read queries of the simulated Click to Pay system, in memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { CheckoutStore } from '../../c2p/c2p.store.ts';
import { checkoutTable, recipientTable } from '../../c2p/rows.ts';
import type { CheckoutRow, RecipientRow } from '../../c2p/rows.ts';

export function memoryCheckoutStore(memory: Memory): CheckoutStore {
  let key: Uint8Array | undefined;
  const all = () => memory.rows<CheckoutRow>(checkoutTable);
  const newest = (a: number | null, b: number | null): number => (b ?? 0) - (a ?? 0);
  return {
    ofSession: (id) => Promise.resolve(all().find(({ sessionId }) => sessionId === id)),
    checkout: (id) => Promise.resolve(all().find(({ correlationId }) => correlationId === id)),
    confirmed: (most) =>
      Promise.resolve(
        all()
          .filter(({ confirmedAt }) => confirmedAt !== null)
          .sort((a, b) => newest(a.confirmedAt, b.confirmedAt))
          .slice(0, most),
      ),
    recipient: () =>
      Promise.resolve(
        memory
          .rows<RecipientRow>(recipientTable)
          .sort((a, b) => newest(a.registeredAt, b.registeredAt))[0],
      ),
    signingKey: (make) => Promise.resolve((key ??= make())),
  };
}
