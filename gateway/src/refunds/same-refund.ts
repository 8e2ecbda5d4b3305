// Decides whether a request with a known extRefundId repeats its refund.

import type { Loaded } from '../payments/model/payment.ts';
import type { Transaction } from '../payments/model/transaction.ts';
import type { RefundInput } from './decide-refund.ts';

export function isSameRefund(earlier: Transaction, loaded: Loaded, asked: RefundInput): boolean {
  const { paymentId, description, subpaymentId, amountMinor } = earlier;
  if (paymentId !== loaded.payment.paymentId || description !== asked.description) return false;
  if (subpaymentId !== asked.subpaymentId) return false;
  return amountMinor === (asked.amountMinor ?? remainderAt(earlier, loaded));
}

/** Everything that was left of the payment, or of the share, when this refund was made. */
function remainderAt(
  earlier: Transaction,
  { payment, subpayments, refundParts, transactions }: Loaded,
) {
  const { subpaymentId } = earlier;
  const share = subpayments?.find((one) => one.subpaymentId === subpaymentId);
  if (!share) {
    return payment.capturedMinor - refundedBefore(earlier, transactions, (one) => one.amountMinor);
  }
  const parts = (refundParts ?? []).filter((one) => one.subpaymentId === subpaymentId);
  const partOf = ({ transId }: Transaction) =>
    parts.find((one) => one.transId === transId)?.amountMinor ?? 0n;
  return share.amountMinor - refundedBefore(earlier, transactions, partOf);
}

/** What counted as refunded when this refund was made: also refunds that failed only later. */
function refundedBefore(
  earlier: Transaction,
  transactions: readonly Transaction[],
  amountOf: (refund: Transaction) => bigint,
): bigint {
  let sum = 0n;
  for (const one of transactions) {
    if (one.type !== 'REFUND' || one.createdAt >= earlier.createdAt) continue;
    const hasFailed = one.status === 'REJECTED' || one.status === 'ERROR';
    if (!hasFailed || one.updatedAt > earlier.createdAt) sum += amountOf(one);
  }
  return sum;
}
