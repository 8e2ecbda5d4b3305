// Held cards in the database, always sealed.

import { isoTime, type Instant } from '../core/clock.ts';
import { orNull, selectList, table, type RowOf } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';

export const heldCards = table('held_cards', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    keyVersion: 'integer',
    sealedCard: 'bytea',
    sealedCvv: orNull('bytea'),
    /** When the security code is wiped if it has not been used. */
    cvvUntil: orNull('timestamptz'),
    createdAt: 'timestamptz',
    /** The stored card; number and expiry date are then read from it and not stored here. */
    tokenId: orNull('uuid'),
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['keyVersion', 'sealedCard', 'sealedCvv', 'cvvUntil', 'tokenId'],
});

export type HeldCardRow = RowOf<typeof heldCards>;

export interface CardKey {
  readonly merchantId: string;
  readonly paymentId: string;
}

const find = statement(
  'held-cards.find',
  `select ${selectList(heldCards)} from held_cards where merchant_id = $1 and payment_id = $2`,
);

const dueCodes = statement(
  'held-cards.due-codes',
  `select merchant_id as "merchantId", payment_id as "paymentId" from held_cards
   where sealed_cvv is not null and coalesce(cvv_until, created_at) <= $1
   order by coalesce(cvv_until, created_at) limit $2`,
);
export const codesDue = statement(
  'held-cards.codes-due',
  `select 1 from held_cards where sealed_cvv is not null
     and coalesce(cvv_until, created_at) <= $1 order by coalesce(cvv_until, created_at)`,
);

export function findDueCodes(database: Queryable, now: Instant, limit: number): Promise<CardKey[]> {
  return database.run<CardKey>(dueCodes, [isoTime(now), limit]);
}

export async function findHeldCard(
  database: Queryable,
  key: CardKey,
): Promise<HeldCardRow | undefined> {
  return (await database.run<HeldCardRow>(find, [key.merchantId, key.paymentId]))[0];
}
