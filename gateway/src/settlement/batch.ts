// A settlement batch: what one payee gets in one currency on one settlement date from the books of
// one merchant, with its totals and items. Items are added while it is OPEN; closing it pays out.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
import type { LocalDate } from './calendar/local-time.ts';

const batchStatuses = ['OPEN', 'CLOSED'] as const;

export interface Batch {
  /** The merchant in whose books the money is. */
  readonly merchantId: string;
  readonly batchId: string;
  readonly version: number;
  /** Who is paid: the merchant itself, or a submerchant of it. */
  readonly payeeId: string;
  readonly currency: string;
  readonly settlementDate: LocalDate;
  /** Counts the batches of one date: there are several if payments were settled after the first. */
  readonly number: number;
  readonly status: (typeof batchStatuses)[number];
  /** The account of the payee when the batch was closed. */
  readonly account: string | null;
  readonly payoutMinor: bigint | null;
  /** What the balance of the payee did not cover, because of refunds of settled payments. */
  readonly withheldMinor: bigint | null;
  readonly openedAt: Instant;
  readonly closedAt: Instant | null;
}

export const batches = table<Batch>('settlement_batches', {
  columns: {
    merchantId: 'text',
    batchId: 'uuid',
    version: 'integer',
    payeeId: 'text',
    currency: 'text',
    settlementDate: 'text',
    number: 'integer',
    status: 'text',
    account: 'text',
    payoutMinor: 'bigint',
    withheldMinor: 'bigint',
    openedAt: 'timestamptz',
    closedAt: 'timestamptz',
  },
  key: ['merchantId', 'batchId'],
  hasOwnId: true,
  version: 'version',
  mutable: ['version', 'status', 'account', 'payoutMinor', 'withheldMinor', 'closedAt'],
  unique: [
    {
      name: 'settlement_batches_one_number',
      columns: ['merchantId', 'payeeId', 'currency', 'settlementDate', 'number'],
    },
    {
      name: 'settlement_batches_one_open',
      columns: ['merchantId', 'payeeId', 'currency'],
      when: (row) => row['status'] === 'OPEN',
    },
  ],
});

/** The constraints by which a batch of another node wins against ours. */
export const batchConflicts: readonly string[] = [
  'settlement_batches_one_number',
  'settlement_batches_one_open',
  'settlement_totals_closed',
];

/** The amounts of an item, and their sums over a batch. */
export interface SettledAmounts {
  readonly grossMinor: bigint;
  /** Refunded before settlement. */
  readonly refundedMinor: bigint;
  readonly feeMinor: bigint;
  /** What a submerchant leaves to the marketplace. */
  readonly commissionMinor: bigint;
  readonly netMinor: bigint;
}

export const amountFields = [
  'grossMinor',
  'refundedMinor',
  'feeMinor',
  'commissionMinor',
  'netMinor',
] as const satisfies readonly (keyof SettledAmounts)[];

export interface Totals extends SettledAmounts {
  readonly merchantId: string;
  readonly batchId: string;
  readonly items: bigint;
  /** The number of items of a closed batch; 0 while it is open. */
  readonly closedItems: bigint;
}

export const totals = table<Totals>('settlement_totals', {
  columns: {
    merchantId: 'text',
    batchId: 'uuid',
    items: 'bigint',
    grossMinor: 'bigint',
    refundedMinor: 'bigint',
    feeMinor: 'bigint',
    commissionMinor: 'bigint',
    netMinor: 'bigint',
    closedItems: 'bigint',
  },
  key: ['merchantId', 'batchId'],
  checks: [
    {
      name: 'settlement_totals_closed',
      holds: ({ closedItems = 0n, items: count }) => closedItems === 0n || closedItems === count,
    },
  ],
});

const itemKinds = ['PAYMENT', 'SHARE', 'COMMISSION'] as const;
export type ItemKind = (typeof itemKinds)[number];

export interface Item extends SettledAmounts {
  readonly merchantId: string;
  /** The id of the payment, or of the share that it is about. */
  readonly itemId: string;
  readonly kind: ItemKind;
  readonly batchId: string;
  readonly paymentId: string;
  readonly subpaymentId: string | null;
  /** The SETTLEMENT transaction of the payment. */
  readonly transId: string;
  readonly method: string | null;
  readonly capturedAt: Instant;
}

export const items = table<Item>('settlement_items', {
  columns: {
    merchantId: 'text',
    itemId: 'uuid',
    kind: 'text',
    batchId: 'uuid',
    paymentId: 'uuid',
    subpaymentId: 'uuid',
    transId: 'uuid',
    method: 'text',
    capturedAt: 'timestamptz',
    grossMinor: 'bigint',
    refundedMinor: 'bigint',
    feeMinor: 'bigint',
    commissionMinor: 'bigint',
    netMinor: 'bigint',
  },
  key: ['merchantId', 'itemId', 'kind'],
});
