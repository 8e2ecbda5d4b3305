// The recipients of account funding payments in the database, always sealed.

import { selectList, table, type RowOf } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import type { CardKey } from './held-card.store.ts';

export const heldRecipients = table('held_recipients', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    keyVersion: 'integer',
    sealedRecipient: 'bytea',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
});

export type HeldRecipientRow = RowOf<typeof heldRecipients>;

const find = statement(
  'held-recipients.find',
  `select ${selectList(heldRecipients)} from held_recipients
   where merchant_id = $1 and payment_id = $2`,
);

export async function findHeldRecipient(
  database: Queryable,
  { merchantId, paymentId }: CardKey,
): Promise<HeldRecipientRow | undefined> {
  return (await database.run<HeldRecipientRow>(find, [merchantId, paymentId]))[0];
}
