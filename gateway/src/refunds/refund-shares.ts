// Refunds of a MARKETPLACE payment: how much of each share they return, and from which funds. A
// refund names its share, or returns everything that is left of all shares.

import { refuse } from '../core/refusals.ts';
import type { Decision } from '../payments/decisions/decision.ts';
import type { Loaded } from '../payments/model/payment.ts';
import { partsOfRefund, refundParts, type RefundPart } from '../payments/model/refund-part.ts';
import { fundsOfShare, subpayments, type Subpayment } from '../payments/model/subpayment.ts';

/** What can still be refunded of a share. */
export function leftOfShare({ amountMinor, refundedMinor }: Subpayment): bigint {
  return amountMinor - refundedMinor;
}

export function shareNamed({ subpayments: shares = [] }: Loaded, subpaymentId: string): Subpayment {
  return shares.find((one) => one.subpaymentId === subpaymentId) ?? refuse('SUBPAYMENT_NOT_FOUND');
}

/** Writes the parts of a refund and counts them as refunded; refuses more than a share has left. */
export function addRefundParts(
  decision: Decision,
  { transId, subpaymentId, amountMinor }: RefundOfShares,
): Decision {
  const { loaded } = decision;
  const parts =
    subpaymentId === null
      ? partsOfAll(loaded, transId, amountMinor)
      : [partOf(loaded, shareNamed(loaded, subpaymentId), transId, amountMinor)];
  for (const part of parts) decision.draft.insert(refundParts, part);
  const earlier = loaded.refundParts ?? [];
  const withParts = { ...decision, loaded: { ...loaded, refundParts: [...earlier, ...parts] } };
  return changeShares(withParts, parts, 1n);
}

interface RefundOfShares {
  readonly transId: string;
  /** Null: everything that is left. */
  readonly subpaymentId: string | null;
  readonly amountMinor: bigint;
}

/** The refund failed: its parts can be refunded again. */
export function returnRefundParts(decision: Decision, transId: string): Decision {
  return changeShares(decision, partsOfRefund(decision.loaded, transId), -1n);
}

function partsOfAll(loaded: Loaded, transId: string, amountMinor: bigint): RefundPart[] {
  const open = (loaded.subpayments ?? []).filter((share) => leftOfShare(share) > 0n);
  const parts = open.map((share) => partOf(loaded, share, transId, leftOfShare(share)));
  const sum = parts.reduce((total, part) => total + part.amountMinor, 0n);
  return sum === amountMinor ? parts : refuse('SUBPAYMENT_REQUIRED');
}

/** A settled share has been paid out, so the marketplace pays the refund. */
function partOf(
  { payment }: Loaded,
  share: Subpayment,
  transId: string,
  amountMinor: bigint,
): RefundPart {
  if (amountMinor > leftOfShare(share)) refuse('REFUND_EXCEEDS_SUBPAYMENT');
  const { merchantId, paymentId, subpaymentId } = share;
  const funds = payment.status === 'SETTLED' ? 'MERCHANT_PAYABLE' : fundsOfShare(share);
  return { merchantId, paymentId, transId, subpaymentId, funds, amountMinor };
}

function changeShares(decision: Decision, parts: readonly RefundPart[], sign: bigint): Decision {
  const { draft, loaded } = decision;
  const shares = (loaded.subpayments ?? []).map((share) => {
    const part = parts.find(({ subpaymentId }) => subpaymentId === share.subpaymentId);
    if (!part) return share;
    const changed = { ...share, refundedMinor: share.refundedMinor + sign * part.amountMinor };
    draft.update(subpayments, changed);
    return changed;
  });
  return { ...decision, loaded: { ...loaded, subpayments: shares } };
}
