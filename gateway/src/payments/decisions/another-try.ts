// A refused try of a payment on the payment page (channel PAYWALL): the payment stays open, and the
// customer tries again or chooses another method (options.repeat).

import type { TimeAndIds } from '../../core/id.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { PaymentFacts } from '../model/advance.ts';
import type { PaymentOptions } from '../fields/options.ts';
import { isFunding, type Loaded, type Payment } from '../model/payment.ts';
import {
  advanceIn,
  advanceSilently,
  dropInstrument,
  setAttempt,
  setDeadline,
  transactionOf,
  type Decision,
  type RefusedTry,
} from './decision.ts';
import { decideRefuse } from './register.ts';

/** Authorizations of one payment. */
export const MAX_AUTHORIZATIONS = 10;
/** Refused tries of one payment, including those that no provider saw. */
const MAX_REFUSED_TRIES = 30;

/** No other instrument or method can help. */
const final: readonly RejectCode[] = [
  'ORDER_ALREADY_PAID',
  'CHANNEL_NOT_SUPPORTED',
  'EXPIRED',
  'HOLD_EXPIRED',
];

/**
 * Whether the payment stays open after this refusal. The recipient of an account funding payment is
 * held only until the authorization is sent, so there is no second one.
 */
export function mayTryAgain(
  { payment, attempts }: Pick<Loaded, 'payment' | 'attempts'>,
  options: PaymentOptions | undefined,
  rejectCode: RejectCode,
  now: Pick<TimeAndIds, 'at'>,
): boolean {
  if (payment.channel !== 'PAYWALL' || options?.repeat === false) return false;
  if (isFunding(payment) || final.includes(rejectCode)) return false;
  const authorizations = attempts.filter(({ verb }) => verb === 'authorize').length;
  const isWithin = authorizations < MAX_AUTHORIZATIONS && payment.refusedTries < MAX_REFUSED_TRIES;
  return isWithin && payment.validUntil > now.at;
}

/** What a payment that stays open shows. The order is free until the next authorization. */
function refusedFacts(
  { refusedTries }: Payment,
  { rejectCode, dataRequest }: RefusedTry,
  { at }: TimeAndIds,
): PaymentFacts {
  const count = { refusedTries: refusedTries + 1, refusedAt: at };
  return { rejectCode, dataRequest, holdsOrder: false, ...count };
}

/**
 * A try ends without a call to the provider: the payment stays open, or it is REJECTED. An
 * instrument of the creation request is no try of the customer: its refusal is final.
 */
export function decideRefused(
  decision: Decision,
  options: PaymentOptions | undefined,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const { loaded } = decision;
  if (!decision.isNew && mayTryAgain(loaded, options, rejectCode, now)) {
    return decideTryAgain(decision, rejectCode, facts, now);
  }
  return decideEnd(decision, rejectCode, facts, now);
}

/** REJECTED, whether or not the payment could stay open. */
export function decideEnd(
  decision: Decision,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const isNew = decision.loaded.payment.status === 'NEW';
  if (isNew) return decideRefuse(decision, rejectCode, facts, now);
  return decideReject(decision, rejectCode, now);
}

/** A PENDING payment ends without a call to the provider. */
export function decideReject(
  decision: Decision,
  rejectCode: RejectCode,
  now: TimeAndIds,
): Decision {
  const ended = dropInstrument(setDeadline(decision, null));
  return advanceIn(ended, 'fail', { rejectCode, dataRequest: null, holdsOrder: false }, now);
}

/** No provider was called, so no transaction and no event: the status stays as it is. */
function decideTryAgain(
  decision: Decision,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const open = keepOpen(decision);
  const refused = { rejectCode, dataRequest: 'INSTRUMENT' } as const;
  const all = { ...facts, ...refusedFacts(open.loaded.payment, refused, now) };
  return advanceSilently(open, 'reopen', all, now);
}

/** The authorization has ended without money; the event reports its transaction. */
export function decideTryAfterDecline(
  decision: Decision,
  ended: Attempt,
  refused: RefusedTry,
  now: TimeAndIds,
): Decision {
  // The alias is held while the customer chooses one of its apps.
  const open = refused.apps ? reopenUntilEnd(decision) : keepOpen(decision);
  const transaction = transactionOf(open.loaded, ended);
  const facts = refusedFacts(open.loaded.payment, refused, now);
  const changed = advanceIn(open, 'reopen', facts, now, { transaction });
  const { apps } = refused;
  return apps ? setAttempt(changed, { ...ended, customer: { kind: 'choose', apps } }) : changed;
}

/** Nothing of the refused try is used again. */
function keepOpen(decision: Decision): Decision {
  return dropInstrument(reopenUntilEnd(decision));
}

/** The payment expires at its validity time. */
function reopenUntilEnd(decision: Decision): Decision {
  return setDeadline(decision, decision.loaded.payment.validUntil);
}
