// Checks of the settlement of a split payment: one item per share for its payee, one per commission
// for the marketplace, and all of them add up to what was captured and not refunded.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import { batches, items, type Batch, type Item } from '@bramka/gateway/settlement/batch.ts';
import { refundedBy } from '../checks/model.ts';
import { refundedOf, type SplitRows } from './shares.ts';

/** What is wrong with the items of a settled payment, or undefined. */
export function wrongItems(
  memory: Memory,
  payment: Payment,
  split: SplitRows,
  ofPayment: readonly Attempt[],
  feeOf: (payeeId: string, amount: bigint, most: bigint) => bigint,
): string | undefined {
  const written = memory.rows<Item>(items).filter((one) => one.paymentId === payment.paymentId);
  const actual = written.map((item) => {
    const payeeId = memory.find<Batch>(batches, { ...item })?.payeeId;
    const { kind, subpaymentId, grossMinor, refundedMinor } = item;
    const taken = [item.feeMinor, item.commissionMinor, item.netMinor];
    return [kind, subpaymentId, payeeId, grossMinor, refundedMinor, ...taken].join(' ');
  });
  const wanted = split.shares.flatMap((share) => {
    const { subpaymentId, payeeId, amountMinor, commissionMinor } = share;
    const refunded = refundedOf(share, split, ofPayment);
    const left = amountMinor - refunded;
    const commission = roundedShare(commissionMinor, left, amountMinor);
    const fee = feeOf(payeeId, left, left - commission);
    const taken = [fee, commission, left - commission - fee];
    const item = ['SHARE', subpaymentId, payeeId, amountMinor, refunded, ...taken].join(' ');
    const paid = [commission, 0, 0, 0, commission].join(' ');
    const more = ['COMMISSION', subpaymentId, payment.merchantId, paid].join(' ');
    return commission === 0n ? [item] : [item, more];
  });
  const missing = wanted.filter((one) => !actual.includes(one));
  const extra = actual.filter((one) => !wanted.includes(one));
  if (missing.length > 0) return `without ${missing.join()}, but with ${extra.join()}`;
  if (actual.length !== wanted.length) return `with more than its shares: ${extra.join()}`;
  const sum = written.reduce((total, { netMinor, feeMinor }) => total + netMinor + feeMinor, 0n);
  const left = payment.capturedMinor - refundedBy(ofPayment);
  return sum === left ? undefined : `with ${String(sum)}, not ${String(left)}`;
}

/** `amount * part / whole`, rounded half up. */
function roundedShare(amount: bigint, part: bigint, total: bigint): bigint {
  return (amount * part + total / 2n) / total;
}
