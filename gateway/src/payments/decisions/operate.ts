// Phase (a) of every operation on an authorized payment: capture, adjustment, withdrawal of an
// adjustment, cancellation by reversal, release of a hold (specification section 3, rows 8 and 10).

import type { TimeAndIds } from '../../core/id.ts';
import type { Instant } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { isSettled, type Attempt, type AttemptIntent } from '../../providers/attempt.ts';
import type { PaymentFacts } from '../model/advance.ts';
import { isHold, isPaid, type Loaded } from '../model/payment.ts';
import type { PaymentTrigger } from '../model/payment.states.ts';
import { latestAdjustment, type Transaction } from '../model/transaction.ts';
import {
  addTransaction,
  advanceIn,
  advanceSilently,
  callNext,
  newDecision,
  reportTransaction,
  setDeadline,
  type CallTerms,
  type Decision,
} from './decision.ts';
import { reserveFunds } from './funds.ts';
import { newAttempt, newTransaction } from './new-rows.ts';
import { defect } from '../../core/assert.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_RETRY_HOURS = 24;

/** When a declined reversal is retried: after an hour, two, four … up to a day. */
export function reverseAgainAt({ transactions }: Loaded, { at }: TimeAndIds): Instant {
  const failed = transactions.filter(
    ({ type, status }) => type === 'REVERSAL' && (status === 'REJECTED' || status === 'ERROR'),
  ).length;
  return at + Math.min(MAX_RETRY_HOURS, 2 ** Math.min(failed, 10)) * HOUR_MS;
}

/** A capture would be refused now, so it is not requested. */
const inProgress: PaymentFacts = { dataRequest: null };

interface OperationInput extends CallTerms {
  readonly amountMinor?: bigint;
  readonly description?: string | null;
  /** For adjustments: how far they may exceed the authenticated amount. */
  readonly tolerancePercent?: number;
}

export function decideCapture(
  loaded: Loaded,
  operation: OperationInput,
  now: TimeAndIds,
): Decision {
  const amountMinor = operation.amountMinor ?? loaded.payment.authorizedMinor;
  return startOperation(
    loaded,
    'capture',
    'CAPTURE',
    'capture',
    null,
    { ...operation, amountMinor },
    now,
  );
}

/** The amount is the new total, higher or lower. */
export function decideAdjust(loaded: Loaded, operation: OperationInput, now: TimeAndIds): Decision {
  return startOperation(loaded, 'adjust', 'ADJUSTMENT', 'adjust', null, operation, now);
}

/** Reverses a COMPLETED payment: first at the acquirer, then it is CANCELLED. */
export function decideReverse(
  loaded: Loaded,
  on: 'cancel' | 'release',
  intent: AttemptIntent,
  operation: OperationInput,
  now: TimeAndIds,
): Decision {
  const asked = { ...operation, amountMinor: liveAmount(loaded) };
  const verb = returnVerb(authorizationOf(loaded).provider, operation);
  const started = startOperation(loaded, on, 'REVERSAL', verb, intent, asked, now);
  const decision = isHold(loaded.payment) ? started : reserveFunds(started, now);
  return on === 'release' ? setDeadline(decision, reverseAgainAt(loaded, now)) : decision;
}

/** Returns the preauthorized amount to the value before the latest adjustment. */
export function decideWithdraw(
  loaded: Loaded,
  transId: string,
  operation: OperationInput,
  now: TimeAndIds,
): Decision {
  const asked = loaded.transactions.find((one) => one.transId === transId);
  if (!asked) return refuse('TRANSACTION_NOT_FOUND');
  if (asked.type !== 'ADJUSTMENT') return refuse('NOT_AN_ADJUSTMENT');
  const changed = advanceSilently(newDecision(loaded), 'withdraw', inProgress, now, { transId });
  const what = {
    verb: 'adjust',
    intent: 'WITHDRAW',
    provider: authorizationOf(loaded).provider,
    amountMinor: amountBefore(loaded.transactions, asked),
  } as const;
  refuseUnsupported(what.provider, what.verb, operation);
  const attempt = newAttempt(asked, what, now.at + operation.firstCheckMs, now);
  return callNext(changed, attempt, null);
}

function amountBefore(list: readonly Transaction[], adjustment: Transaction): bigint {
  const earlier = list.slice(0, list.indexOf(adjustment));
  const before = latestAdjustment(earlier) ?? earlier.find((one) => one.type === 'PREAUTH');
  return before?.amountMinor ?? defect('an adjustment follows a preauthorization');
}

/** A late success is reversed at once; the caller raises the alarm. */
export function addLateReversal(decision: Decision, terms: CallTerms, now: TimeAndIds): Decision {
  const { payment } = decision.loaded;
  const original = lateAuthorizationOf(decision.loaded, now.at);
  const transaction = newTransaction(payment, 'REVERSAL', original.amountMinor, now);
  const changed = reportTransaction(decision, transaction, {}, now);
  const { provider, amountMinor } = original;
  const verb = returnVerb(provider, terms);
  const what = { verb, intent: 'LATE_SUCCESS', provider, amountMinor } as const;
  const attempt = newAttempt(transaction, what, now.at + terms.firstCheckMs, now);
  return callNext(addTransaction(changed, transaction), attempt, null);
}

/** Whether an ended payment still holds the customer's money after a declined reversal. */
export function holdsMoneyAfterEnd({ payment }: Loaded): boolean {
  return !isPaid(payment) && payment.authorizedMinor > 0n;
}

/** Retries the reversal of a late success. */
export function decideReverseAgain(loaded: Loaded, terms: CallTerms, now: TimeAndIds): Decision {
  if (!loaded.attempts.every(isSettled)) return refuse('OPERATION_IN_PROGRESS');
  const { provider } = lateAuthorizationOf(loaded, now.at);
  refuseUnsupported(provider, returnVerb(provider, terms), terms);
  return addLateReversal(setDeadline(newDecision(loaded), null), terms, now);
}

/** How the provider returns the money: by undoing the authorization, or else by a refund. */
function returnVerb(provider: string, terms: CallTerms): 'reverse' | 'refund' {
  return terms.supports(provider, 'reverse') ? 'reverse' : 'refund';
}

function refuseUnsupported(provider: string, verb: Attempt['verb'], terms: CallTerms): void {
  if (!terms.supports(provider, verb)) refuse('OPERATION_NOT_SUPPORTED');
}

/** The attempt that took or held the money of the payment; its operations refer to it. */
export function authorizationOf(loaded: Loaded): Attempt {
  return approvedInOrder(loaded)[0] ?? defect('an operation follows an approved authorization');
}

/**
 * The late success that a reversal returns. Several authorizations of a payment may succeed late,
 * in any order: each is reversed in the entry that approves it.
 */
export function lateAuthorizationOf(loaded: Loaded, reversedAt: Instant): Attempt {
  const before = approvedInOrder(loaded).filter(
    ({ finishedAt }) => (finishedAt ?? 0) <= reversedAt,
  );
  return before.at(-1) ?? defect('a late success was approved before its reversal');
}

function approvedInOrder({ attempts }: Loaded): Attempt[] {
  return attempts
    .filter(({ verb, state }) => verb === 'authorize' && state === 'APPROVED')
    .toSorted((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
}

/** What a cancellation returns: the hold, or what was taken. */
export function liveAmount(loaded: Loaded): bigint {
  const { payment } = loaded;
  return isHold(payment) ? payment.authorizedMinor : payment.capturedMinor;
}

function startOperation(
  loaded: Loaded,
  on: PaymentTrigger,
  type: Transaction['type'],
  verb: Attempt['verb'],
  intent: AttemptIntent | null,
  operation: OperationInput,
  now: TimeAndIds,
): Decision {
  const amountMinor = operation.amountMinor ?? defect('an operation has an amount');
  const { description = null, tolerancePercent = 0 } = operation;
  const transaction = newTransaction(loaded.payment, type, amountMinor, now, { description });
  const input = { amountMinor, transaction, tolerancePercent };
  const changed = advanceIn(newDecision(loaded), on, inProgress, now, input);
  const { provider } = authorizationOf(loaded);
  refuseUnsupported(provider, verb, operation);
  const what = { verb, intent, provider, amountMinor };
  const attempt = newAttempt(transaction, what, now.at + operation.firstCheckMs, now);
  return callNext(addTransaction(changed, transaction), attempt, null);
}
