// Phase (a) of a refund: the amount is added to the payment's refunds and reserved in the
// merchant's funds, together with the transaction and the attempt. A constraint of the ledger
// refuses a refund that the funds do not cover.

import type { TimeAndIds } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import {
  addTransaction,
  advanceIn,
  callNext,
  newDecision,
  type CallTerms,
  type Decision,
} from '../payments/decisions/decision.ts';
import { reserveFunds } from '../payments/decisions/funds.ts';
import { newAttempt, newTransaction } from '../payments/decisions/new-rows.ts';
import { authorizationOf } from '../payments/decisions/operate.ts';
import type { Loaded } from '../payments/model/payment.ts';
import { addRefundParts, leftOfShare, shareNamed } from './refund-shares.ts';
import { isSplit } from '../payments/model/subpayment.ts';

export interface RefundInput extends CallTerms {
  /** Absent: everything that is left. */
  readonly amountMinor?: bigint;
  readonly description: string | null;
  readonly extRefundId: string | null;
  /** The share of a MARKETPLACE payment; null: of the whole payment. */
  readonly subpaymentId: string | null;
}

/** What can still be refunded; refunds in progress count as refunded. */
function refundableMinor({ payment }: Loaded): bigint {
  return payment.capturedMinor - payment.refundedMinor;
}

function leftFor(loaded: Loaded, subpaymentId: string | null): bigint {
  if (subpaymentId === null) return refundableMinor(loaded);
  return leftOfShare(shareNamed(loaded, subpaymentId));
}

export function decideRefund(loaded: Loaded, input: RefundInput, now: TimeAndIds): Decision {
  const { payment: before } = loaded;
  const left = leftFor(loaded, input.subpaymentId);
  // Without an amount, at least one unit is requested, so that a fully refunded payment is refused.
  const amountMinor = input.amountMinor ?? (left > 0n ? left : 1n);
  const { description, extRefundId, subpaymentId } = input;
  const fields = { description, extRefundId, subpaymentId };
  const transaction = newTransaction(before, 'REFUND', amountMinor, now, fields);
  const facts = { refundedMinor: before.refundedMinor + amountMinor };
  const asked = { amountMinor, transaction };
  const changed = advanceIn(newDecision(loaded), 'refund', facts, now, asked);
  const { provider } = authorizationOf(loaded);
  if (!input.supports(provider, 'refund')) refuse('OPERATION_NOT_SUPPORTED');
  const what = { verb: 'refund', intent: null, provider, amountMinor } as const;
  const attempt = newAttempt(transaction, what, now.at + input.firstCheckMs, now);
  const started = addTransaction(changed, transaction);
  const split = isSplit(before) ? addRefundParts(started, transaction) : started;
  return reserveFunds(callNext(split, attempt, null), now);
}
