// A transaction: one money row of a payment (specification 4.2, transactions). It is written as
// PENDING together with its first attempt and settled together with the outcome.

import type { Instant } from '../../core/clock.ts';
import { table } from '../../journal/table.ts';
import type { transactionStatusMeanings, transactionTypeMeanings } from '../fields/meanings.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';

type TransactionType = keyof typeof transactionTypeMeanings;
export type TransactionStatus = keyof typeof transactionStatusMeanings;

/** Two refunds of a merchant cannot have the same extRefundId. */
export const extRefundConstraint = 'transactions_one_per_ext_refund';

export interface Transaction {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly transId: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly description: string | null;
  readonly rejectCode: RejectCode | null;
  /** For refunds: the merchant's own id of the refund. */
  readonly extRefundId: string | null;
  /** For refunds of a marketplace payment: the share that is refunded; null: all of them. */
  readonly subpaymentId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const transactions = table<Transaction>('transactions', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    transId: 'uuid',
    type: 'text',
    status: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    description: 'text',
    rejectCode: 'text',
    extRefundId: 'text',
    subpaymentId: 'uuid',
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
