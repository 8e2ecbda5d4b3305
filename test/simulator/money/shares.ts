// The shares of a split payment and their refunds, read from the rows without the engine's code.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { Account } from '@bramka/gateway/ledger/ledger.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { refundParts, type RefundPart } from '@bramka/gateway/payments/model/refund-part.ts';
import { subpayments, type Subpayment } from '@bramka/gateway/payments/model/subpayment.ts';
import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import { isOpen } from '../checks/payment-rows.ts';

export interface SplitRows {
  readonly shares: readonly Subpayment[];
  readonly parts: readonly RefundPart[];
}

/** Undefined if the payment is not split. */
export function splitRowsOf(memory: Memory, payment: Payment): SplitRows | undefined {
  if (payment.transType !== 'MARKETPLACE') return undefined;
  const isOwn = ({ paymentId }: { paymentId: string }) => paymentId === payment.paymentId;
  return {
    shares: memory.rows<Subpayment>(subpayments).filter(isOwn),
    parts: memory.rows<RefundPart>(refundParts).filter(isOwn),
  };
}

/** The account of a payee in the books of a merchant. */
export function accountOf(of: Pick<Subpayment, 'merchantId' | 'payeeId'>): Account {
  return of.payeeId === of.merchantId ? 'MERCHANT_PAYABLE' : `PAYABLE_TO:${of.payeeId}`;
}

/** The parts of refunds that were made or may still be made. */
export function liveParts({ parts }: SplitRows, own: readonly Attempt[]): RefundPart[] {
  const live = own.filter((one) => isOpen(one) || one.state === 'APPROVED');
  return parts.filter(({ transId }) => live.some((one) => one.transId === transId));
}

/** What the refunds return of one share. */
export function refundedOf(share: Subpayment, split: SplitRows, own: readonly Attempt[]): bigint {
  return sumOf(liveParts(split, own).filter((part) => part.subpaymentId === share.subpaymentId));
}

export function sumOf(list: readonly { readonly amountMinor: bigint }[]): bigint {
  return list.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** A cancellation in progress has reserved all shares. */
export function isCancelling(own: readonly Attempt[]): boolean {
  return own.some((one) => one.verb === 'reverse' && one.intent !== 'LATE_SUCCESS' && isOpen(one));
}
