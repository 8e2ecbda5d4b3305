// Deposits and withdrawals: money that a merchant pays in to cover refunds, and takes back. The
// operator records them; the reference of the bank transfer identifies one.

import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { Journal } from '../journal/entry.ts';
import { table, typed, type RowOf } from '../journal/table.ts';
import type { Queryable } from '../storage/database.ts';

/** What is needed to record and read deposits. */
export interface DepositParts {
  readonly database: Queryable;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
}

export const depositMeanings = {
  DEPOSIT: 'The merchant has paid money in.',
  WITHDRAWAL: 'Money was paid back to the merchant.',
} as const;

export type DepositKind = keyof typeof depositMeanings;

/** The unique index over the references of a merchant. */
const ONCE = 'deposits_once';

export const deposits = table('deposits', {
  columns: {
    merchantId: 'text',
    depositId: 'uuid',
    kind: typed<DepositKind>('text'),
    reference: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'depositId'],
  hasOwnId: true,
  unique: [{ name: ONCE, columns: ['merchantId', 'reference'] }],
});

export type Deposit = RowOf<typeof deposits>;
