// Decides whether a request with a known extRefundId repeats its refund.

import type { Loaded } from '../payments/payment.ts';
import type { Transaction } from '../payments/transaction.ts';
import type { RefundInput } from './decide-refund.ts';

export function isSameRefund(
  known: Transaction,
  { payment, transactions }: Loaded,
  { amountMinor, description }: RefundInput,
): boolean {
  if (known.paymentId !== payment.paymentId || known.description !== description) return false;
  const whole = payment.capturedMinor - refundedBefore(known, transactions);
  return known.amountMinor === (amountMinor ?? whole);
}

/** What counted as refunded when this refund was made: also refunds that failed only later. */
function refundedBefore(known: Transaction, transactions: readonly Transaction[]): bigint {
  let sum = 0n;
  for (const one of transactions) {
    if (one.type !== 'REFUND' || one.createdAt >= known.createdAt) continue;
    const hasFailed = one.status === 'REJECTED' || one.status === 'ERROR';
    if (!hasFailed || one.updatedAt > known.createdAt) sum += one.amountMinor;
  }
  return sum;
}
