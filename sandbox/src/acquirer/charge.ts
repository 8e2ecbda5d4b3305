// The money rules of the simulated acquirer as pure functions: how an operation changes the
// authorization it refers to, or why it is declined.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import type { PlainAnswer, PlainReply, Verb } from '@bramka/gateway/providers/plain/messages.ts';

export type RecordedVerb = Exclude<Verb, 'inquire'>;
export type FollowUpVerb = Exclude<RecordedVerb, 'authorize'>;

/** What the acquirer keeps of account funding: never the number of the recipient. */
export interface FundingRecord {
  readonly purposeCode: string;
  readonly fundSource: string | null;
  readonly fundSourceRef: string | null;
  readonly recipientMask: string;
  readonly recipientName: string | null;
}

/**
 * One operation. The three totals are set on approved authorizations and are zero on all other
 * rows.
 */
export interface Charge {
  readonly amountMinor: bigint;
  /** The amount that may be captured, after adjustments; for a sale, the amount charged. */
  readonly authorizedMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly createdAt: Instant;
  /** When a pending operation is decided: declined if it has a reject code, approved otherwise. */
  readonly dueAt: Instant | null;
  readonly version: number;
  readonly attemptId: string;
  /** The acquirer's own id of the operation. */
  readonly reference: string;
  readonly paymentId: string;
  readonly originalAttemptId: string | null;
  readonly merchantId: string;
  readonly verb: RecordedVerb;
  readonly kind: 'sale' | 'hold' | 'funding' | null;
  /** Of an authorization with kind funding. */
  readonly funding: FundingRecord | null;
  readonly currency: string;
  /** VOID: reversed, or declined because it was reversed before its request arrived. */
  readonly result: 'APPROVED' | 'DECLINED' | 'PENDING' | 'VOID';
  readonly rejectCode: string | null;
  readonly authCode: string | null;
  readonly cardLastFour: string | null;
  /** Of a network token in front of the card. */
  readonly tokenLastFour: string | null;
  /** How the customer was authenticated (ECI), or which exemption was claimed. */
  readonly eci: string | null;
  readonly exemption: string | null;
  /** The card network's id of an authorization. */
  readonly networkTransactionId: string | null;
  /** The network transaction id of the first payment of a series, as the request named it. */
  readonly initialTransactionId: string | null;
}

/** The reject code of a reversed operation. */
const VOIDED = 'SYSTEM_ERROR';
const OTHER_CURRENCY = 'CURRENCY_NOT_SUPPORTED';
const ABOVE_LIMIT = 'LIMIT_EXCEEDED';
const NOT_NOW = 'DO_NOT_HONOR';

/** The charge as of `now`: a pending charge is decided once it is due. */
export function chargeAt(charge: Charge, now: Instant): Charge {
  if (charge.result !== 'PENDING' || charge.dueAt === null || now < charge.dueAt) return charge;
  if (charge.rejectCode !== null) return { ...charge, result: 'DECLINED' };
  const isCharge = charge.verb === 'authorize';
  const totals = isCharge ? totalsOf(charge.kind, charge.amountMinor) : noTotals;
  return { ...charge, result: 'APPROVED', ...totals };
}

type Totals = Pick<Charge, 'authorizedMinor' | 'capturedMinor' | 'refundedMinor'>;

export const noTotals: Totals = { authorizedMinor: 0n, capturedMinor: 0n, refundedMinor: 0n };

/** A sale and account funding are captured at once; a hold needs a capture. */
export function totalsOf(kind: Charge['kind'], amountMinor: bigint): Totals {
  const capturedMinor = kind === 'hold' ? 0n : amountMinor;
  return { authorizedMinor: amountMinor, capturedMinor, refundedMinor: 0n };
}

/** Approved, with the change to the authorization (null: none), or declined. */
export type Decision =
  | { readonly result: 'APPROVED'; readonly change: Partial<Charge> | null }
  | { readonly result: 'DECLINED'; readonly rejectCode: string };

interface FollowUpTerms {
  readonly merchantId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}

/**
 * `original` is undefined if its request never arrived; reversing it is approved and moves no
 * money.
 */
export function decideOperation(
  verb: FollowUpVerb,
  original: Charge | undefined,
  terms: FollowUpTerms,
): Decision {
  if (verb === 'reverse' && original === undefined) return { result: 'APPROVED', change: null };
  if (original?.merchantId !== terms.merchantId) return declined(NOT_NOW);
  if (original.currency !== terms.currency) return declined(OTHER_CURRENCY);
  if (verb === 'reverse') return reverse(original);
  if (original.verb !== 'authorize' || original.result !== 'APPROVED') return declined(NOT_NOW);
  return moneyRules[verb](original, terms.amountMinor);
}

const moneyRules = { capture, adjust, refund } as const;

function capture(original: Charge, amountMinor: bigint): Decision {
  if (!isOpenHold(original)) return declined(NOT_NOW);
  if (amountMinor > original.authorizedMinor) return declined(ABOVE_LIMIT);
  return approved({ capturedMinor: amountMinor });
}

function adjust(original: Charge, amountMinor: bigint): Decision {
  return isOpenHold(original) ? approved({ authorizedMinor: amountMinor }) : declined(NOT_NOW);
}

function refund(original: Charge, amountMinor: bigint): Decision {
  if (original.capturedMinor === 0n) return declined(NOT_NOW);
  // The recipient has received the full amount, so only the full amount can be returned.
  const isPart = amountMinor !== original.capturedMinor;
  if (original.kind === 'funding' && isPart) return declined(NOT_NOW);
  const refundedMinor = original.refundedMinor + amountMinor;
  return refundedMinor > original.capturedMinor
    ? declined(ABOVE_LIMIT)
    : approved({ refundedMinor });
}

/** Releases a hold or undoes a sale. Can be repeated. Declined after a capture or a refund. */
function reverse(original: Charge): Decision {
  if (original.result === 'VOID' || original.result === 'DECLINED') return approved(null);
  if (original.verb !== 'authorize') return declined(NOT_NOW);
  const isCapturedHold = original.kind === 'hold' && original.capturedMinor > 0n;
  if (isCapturedHold || original.refundedMinor > 0n) return declined(NOT_NOW);
  return approved({ result: 'VOID', ...noTotals });
}

/** A hold can be captured once; the remainder is released then. */
function isOpenHold(original: Charge): boolean {
  return original.kind === 'hold' && original.capturedMinor === 0n;
}

function approved(change: Partial<Charge> | null): Decision {
  return { result: 'APPROVED', change };
}

function declined(rejectCode: string): Decision {
  return { result: 'DECLINED', rejectCode };
}

/** The answer to the gateway: the charge as recorded. */
export function answerOf(charge: Charge): PlainAnswer {
  return { status: 200, body: replyOf(charge) };
}

function replyOf(charge: Charge): PlainReply {
  const { attemptId, reference } = charge;
  switch (charge.result) {
    case 'APPROVED': {
      const { authCode, networkTransactionId } = charge;
      const ids = present({ authCode, networkTransactionId });
      return { result: 'APPROVED', attemptId, reference, ...ids };
    }
    case 'PENDING':
      return { result: 'PENDING', attemptId, reference };
    case 'DECLINED':
      return { result: 'DECLINED', attemptId, reference, rejectCode: charge.rejectCode ?? NOT_NOW };
    case 'VOID':
      return { result: 'DECLINED', attemptId, reference, rejectCode: VOIDED };
  }
}
