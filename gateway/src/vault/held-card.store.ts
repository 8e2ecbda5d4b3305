// Held cards in the database, always sealed.

import type { Instant } from '../core/clock.ts';
import { selectList, table } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';

export interface HeldCardRow {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly keyVersion: number;
  readonly sealedCard: Uint8Array;
  readonly sealedCvv: Uint8Array | null;
  readonly createdAt: Instant;
}

export const heldCards = table<HeldCardRow>('held_cards', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    keyVersion: 'integer',
    sealedCard: 'bytea',
    sealedCvv: 'bytea',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['keyVersion', 'sealedCard', 'sealedCvv'],
});

export interface CardKey {
  readonly merchantId: string;
  readonly paymentId: string;
}

const find = statement(
  'held-cards.find',
  `select ${selectList(heldCards)} from held_cards where merchant_id = $1 and payment_id = $2`,
);

export async function findHeldCard(
  database: Queryable,
  key: CardKey,
): Promise<HeldCardRow | undefined> {
  return (await database.run<HeldCardRow>(find, [key.merchantId, key.paymentId]))[0];
}
