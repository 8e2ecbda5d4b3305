// A transaction: one money row of a payment (specification 4.2, transactions). It is written as
// PENDING together with its first attempt and settled together with the outcome.

import type { Instant } from '../../core/clock.ts';
import { orNull, table, typed, type RowOf } from '../../journal/table.ts';
import type { transactionStatusMeanings, transactionTypeMeanings } from '../fields/meanings.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';

type TransactionType = keyof typeof transactionTypeMeanings;
export type TransactionStatus = keyof typeof transactionStatusMeanings;

/** Two refunds of a merchant cannot have the same extRefundId. */
export const extRefundConstraint = 'transactions_one_per_ext_refund';

export const transactions = table('transactions', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    transId: 'uuid',
    type: typed<TransactionType>('text'),
    status: typed<TransactionStatus>('text'),
    amountMinor: 'bigint',
    currency: 'text',
    description: orNull('text'),
    rejectCode: typed<RejectCode | null>('text'),
    /** For refunds: the merchant's own id of the refund. */
    extRefundId: orNull('text'),
    /** For refunds of a marketplace payment: the share that is refunded; null: all of them. */
    subpaymentId: orNull('uuid'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId', 'transId'],
  hasOwnId: true,
  mutable: ['status', 'rejectCode', 'updatedAt'],
  unique: [
    {
      name: extRefundConstraint,
      columns: ['merchantId', 'extRefundId'],
      when: (row) => row['extRefundId'] !== null,
    },
  ],
});

export type Transaction = RowOf<typeof transactions>;

/** When the amount of a payment was taken or held; undefined: it was not, or was returned. */
export function paidAtOf(list: readonly Transaction[]): Instant | undefined {
  const isPaid = ({ type, status }: Transaction): boolean =>
    (type === 'AUTH' || type === 'PREAUTH') && status === 'COMPLETED';
  return list.findLast(isPaid)?.updatedAt;
}

/** The adjustment that set the current preauthorized amount, if there is one. */
export function latestAdjustment(list: readonly Transaction[]): Transaction | undefined {
  return list.findLast((one) => one.type === 'ADJUSTMENT' && one.status === 'COMPLETED');
}
