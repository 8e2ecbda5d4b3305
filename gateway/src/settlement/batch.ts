// A settlement batch: what one payee gets in one currency on one settlement date from the books of
// one merchant, with its totals and items. Items are added while it is OPEN; closing it pays out.

import { orNull, table, typed, type RowOf } from '../journal/table.ts';
import type { LocalDate } from '../core/time/local-time.ts';

const batchStatuses = ['OPEN', 'CLOSED'] as const;

export const batches = table('settlement_batches', {
  columns: {
    /** The merchant in whose books the money is. */
    merchantId: 'text',
    batchId: 'uuid',
    version: 'integer',
    /** Who is paid: the merchant itself, or a submerchant of it. */
    payeeId: 'text',
    currency: 'text',
    settlementDate: typed<LocalDate>('text'),
    /**
     * Counts the batches of one date: there are several if payments were settled after the first.
     */
    number: 'integer',
    status: typed<(typeof batchStatuses)[number]>('text'),
    /** The account of the payee when the batch was closed. */
    account: orNull('text'),
    payoutMinor: orNull('bigint'),
    /** What the balance of the payee did not cover, because of refunds of settled payments. */
    withheldMinor: orNull('bigint'),
    openedAt: 'timestamptz',
    closedAt: orNull('timestamptz'),
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

export type Batch = RowOf<typeof batches>;

/** The constraints by which a batch of another node wins against ours. */
export const batchConflicts: readonly string[] = [
  'settlement_batches_one_number',
  'settlement_batches_one_open',
  'settlement_totals_closed',
];

/** The amounts of an item, and their sums over a batch. */
const amounts = {
  grossMinor: 'bigint',
  /** Refunded before settlement. */
  refundedMinor: 'bigint',
  feeMinor: 'bigint',
  /** What a submerchant leaves to the marketplace. */
  commissionMinor: 'bigint',
  netMinor: 'bigint',
} as const;

export type SettledAmounts = RowOf<{ columns: typeof amounts }>;

export const amountFields = Object.keys(amounts) as (keyof SettledAmounts)[];

export const totals = table('settlement_totals', {
  columns: {
    merchantId: 'text',
    batchId: 'uuid',
    items: 'bigint',
    ...amounts,
    /** The number of items of a closed batch; 0 while it is open. */
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

export type Totals = RowOf<typeof totals>;

const itemKinds = ['PAYMENT', 'SHARE', 'COMMISSION'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const items = table('settlement_items', {
  columns: {
    merchantId: 'text',
    /** The id of the payment, or of the share that it is about. */
    itemId: 'uuid',
    kind: typed<ItemKind>('text'),
    batchId: 'uuid',
    paymentId: 'uuid',
    subpaymentId: orNull('uuid'),
    /** The SETTLEMENT transaction of the payment. */
    transId: 'uuid',
    method: orNull('text'),
    capturedAt: 'timestamptz',
    ...amounts,
  },
  key: ['merchantId', 'itemId', 'kind'],
});

export type Item = RowOf<typeof items>;
