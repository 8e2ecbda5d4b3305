// The end of an authorization: the payment completes, is rejected or fails. If the payment or the
// attempt has already ended, a late success is reversed.

import type { TimeAndIds } from '../../core/id.ts';
import { isSettled, waitsForCustomer, type Attempt } from '../../providers/attempt.ts';
import type { PaymentFacts } from '../model/advance.ts';
import { recurringAgreements } from '../model/agreement.ts';
import { isHold, isPaid, isVerification, type Loaded } from '../model/payment.ts';
import type { TransactionStatus } from '../model/transaction.ts';
import {
  advanceIn,
  dropInstrument,
  newDecision,
  reportTransaction,
  setPayment,
  setAttempt,
  setDeadline,
  setTransaction,
  transactionOf,
  type Decision,
} from './decision.ts';
import { decideReject, decideTryAfterDecline } from './another-try.ts';
import { decideAfterDecline } from './authentication-steps.ts';
import { addMoneyTransfer, addSale } from './funds.ts';
import { addLateReversal, holdsMoneyAfterEnd } from './operate.ts';
import type { Concluder, ConclusionTerms, Elsewhere } from './outcome.ts';
import { decideStart } from './register.ts';

const statusOf: Readonly<Record<string, TransactionStatus>> = {
  APPROVED: 'COMPLETED',
  DECLINED: 'REJECTED',
  VOID: 'ERROR',
  STOPPED: 'CANCELLED',
};

export const concludeAuthorization: Concluder = (loaded, settled, terms, now) => {
  const { payment } = loaded;
  const approved = settled.state === 'APPROVED';
  const earlier = loaded.attempts.find(({ attemptId }) => attemptId === settled.attemptId);
  const isLate = payment.status !== 'PENDING' || (earlier && isSettled(earlier));
  if (isLate) return concludeLate(loaded, settled, terms, now);
  const isExpired = settled.state === 'DECLINED' && hasExpired(loaded, settled, now);
  const failure = isExpired ? 'expire' : settled.state === 'VOID' ? 'break' : 'fail';
  const on = approved ? 'succeed' : failure;
  const after = withTransaction(loaded, settled, now);
  if (settled.state === 'DECLINED' && terms.elsewhere) {
    const decision = startElsewhere(after, settled, terms.elsewhere, terms, now);
    return { kind: 'decided', decision };
  }
  if (!approved && terms.anotherTry) {
    const decision = decideTryAfterDecline(after, settled, terms.anotherTry, now);
    return { kind: 'decided', decision };
  }
  if (settled.state === 'DECLINED' && terms.afterDecline) {
    const decision = decideAfterDecline(after, settled, terms.afterDecline, now);
    return { kind: 'decided', decision };
  }
  const holdUntil = approved && isHold(payment) ? now.at + terms.holdMs : null;
  const { rejectCode } = isExpired ? { rejectCode: 'EXPIRED' as const } : settled;
  const outcome = approved ? approvedFacts(loaded, settled) : failedFacts(rejectCode);
  const saveCard = approved ? terms.saveCard : undefined;
  const isTaken = approved && (payment.tokenizerId !== null || saveCard !== undefined);
  const ended = isTaken ? after : dropInstrument(after);
  const saved = saveCard ? { tokenizerId: now.ids.next() } : {};
  const facts = { ...outcome, holdUntil, ...saved };
  const changed = advanceIn(ended, on, facts, now, { transId: settled.transId });
  const decision = approved ? addCharge(changed, settled, now) : changed;
  saveCard?.(decision.draft, decision.loaded.payment, now);
  if (approved && terms.agreement) decision.draft.insert(recurringAgreements, terms.agreement);
  // Only a hold and an attempt that may have waited have a deadline.
  const isTimed = holdUntil !== null || settled.waitUntil !== null;
  return { kind: 'decided', decision: isTimed ? setDeadline(decision, holdUntil) : decision };
};

/**
 * The declined transaction is reported, and the next attempt is written in the same entry. What it
 * is based on stays: the authentication or exemption, and what is held of the instrument.
 */
function startElsewhere(
  decision: Decision,
  declined: Attempt,
  elsewhere: Elsewhere,
  { firstCheckMs }: ConclusionTerms,
  now: TimeAndIds,
): Decision {
  const transaction = transactionOf(decision.loaded, declined);
  const reported = reportTransaction(decision, transaction, {}, now);
  const { authenticationId, exemption } = declined;
  const basis = { authenticationId, exemption, facts: {}, held: 'as-before' } as const;
  return decideStart(reported, { ...elsewhere, ...basis, firstCheckMs }, now);
}

/**
 * The payment has already ended, or the attempt of a payment that went on after a decline; money
 * that moved is moved back. A payment without a result is rejected: its customer has been charged.
 */
const concludeLate: Concluder = (loaded, settled, terms, now) => {
  const approved = settled.state === 'APPROVED';
  const recorded = withTransaction(loaded, settled, now);
  const isEnded = loaded.payment.status !== 'PENDING';
  const after = isEnded ? recorded : rejectContradicted(recorded, loaded, settled, now);
  const transaction = transactionOf(after.loaded, settled);
  const decision = reportTransaction(after, transaction, lateFacts(loaded, settled), now);
  if (!approved || isVerification(loaded.payment)) return { kind: 'decided', decision };
  const charged = addLateCharge(decision, settled, now);
  return {
    kind: 'decided',
    decision: addLateReversal(charged, terms, now),
    alarm: 'late-success',
  };
};

/**
 * The payment keeps the code of the decline that was not true. Another attempt may wait for the
 * customer: its provider is asked at once, and then to stop.
 */
function rejectContradicted(
  recorded: Decision,
  before: Loaded,
  of: Attempt,
  now: TimeAndIds,
): Decision {
  const declined = before.attempts.find(({ attemptId }) => attemptId === of.attemptId);
  const { holdsOrder } = before.payment;
  const rejected = decideReject(recorded, declined?.rejectCode ?? 'SYSTEM_ERROR', now);
  const waiting = rejected.loaded.attempts.find(waitsForCustomer);
  const asked = waiting ? setAttempt(rejected, { ...waiting, checkAt: now.at }) : rejected;
  return setPayment(asked, { ...asked.loaded.payment, holdsOrder });
}

/** A paid payment keeps its amounts: the late success is returned without changing them. */
function lateFacts(loaded: Loaded, settled: Attempt): PaymentFacts {
  if (isPaid(loaded.payment)) return {};
  const holdsOrder = loaded.payment.holdsOrder && holdsMoneyAfterEnd(loaded);
  const facts = settled.state === 'APPROVED' ? approvedFacts(loaded, settled) : { holdsOrder };
  return { ...facts, dataRequest: null };
}

function withTransaction(loaded: Loaded, settled: Attempt, now: TimeAndIds): Decision {
  const status = statusOf[settled.state] ?? 'ERROR';
  const { rejectCode } = settled;
  const transaction = { ...transactionOf(loaded, settled), status, rejectCode, updatedAt: now.at };
  return setTransaction(setAttempt(newDecision(loaded), settled), transaction);
}

function approvedFacts(loaded: Loaded, settled: Attempt): PaymentFacts {
  const held = loaded.payment.transKind === 'PREAUTH';
  return {
    authorizedMinor: settled.amountMinor,
    capturedMinor: held ? 0n : settled.amountMinor,
    dataRequest: held ? 'CAPTURE' : null,
  };
}

function failedFacts(rejectCode: Attempt['rejectCode']): PaymentFacts {
  return { rejectCode, holdsOrder: false, dataRequest: null };
}

/**
 * Whether the customer could act until the payment expired, and it has: then it has expired,
 * whether its deadline or the end of the transfer at the provider is noticed first.
 */
function hasExpired({ payment }: Loaded, { waitUntil }: Attempt, now: TimeAndIds): boolean {
  return waitUntil === payment.validUntil && payment.validUntil <= now.at;
}

function addCharge(decision: Decision, settled: Attempt, now: TimeAndIds): Decision {
  const { payment } = decision.loaded;
  if (isVerification(payment)) return decision;
  if (!isHold(payment)) return addSale(decision, settled, now);
  return addMoneyTransfer(decision, settled, 'HOLD', settled.amountMinor, now);
}

/** Money that is taken too late is never the merchant's: it is returned. */
function addLateCharge(decision: Decision, settled: Attempt, now: TimeAndIds): Decision {
  const kind = isHold(decision.loaded.payment) ? 'HOLD' : 'LATE_SALE';
  return addMoneyTransfer(decision, settled, kind, settled.amountMinor, now);
}
