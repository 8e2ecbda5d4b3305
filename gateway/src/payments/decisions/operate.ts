// Phase (a) of every operation on an authorized payment: capture, adjustment, withdrawal of an
// adjustment, cancellation by reversal, release of a hold (specification section 3, rows 8 and 10).

import type { Instant } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { isSettled, type Attempt, type AttemptIntent } from '../../providers/attempt.ts';
import {
  advance,
  advanceWithoutEvent,
  recordTransactionChange,
  type PaymentFacts,
} from '../advance.ts';
import type { Loaded } from '../payment.ts';
import type { PaymentTrigger } from '../payment.states.ts';
import { latestAdjustment, type Transaction } from '../transaction.ts';
import {
  addAttempt,
  addTransaction,
  dropDeadline,
  newDecision,
  moveDeadline,
  newAttempt,
  newTransaction,
  setPayment,
  type Decision,
  type Now,
} from './decision.ts';
import { defect } from '../../core/assert.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_RETRY_HOURS = 24;

/** When a declined reversal is retried: after an hour, two, four … up to a day. */
export function reverseAgainAt({ transactions }: Loaded, { at }: Now): Instant {
  const failed = transactions.filter(
    ({ type, status }) => type === 'REVERSAL' && (status === 'REJECTED' || status === 'ERROR'),
  ).length;
  return at + Math.min(MAX_RETRY_HOURS, 2 ** Math.min(failed, 10)) * HOUR_MS;
}

/** A capture would be refused now, so it is not requested. */
const inProgress: PaymentFacts = { dataRequest: null };

export interface OperationInput {
  readonly amountMinor?: bigint;
  readonly description?: string | null;
  readonly firstLookMs: number;
  /** For adjustments: how far they may exceed the authenticated amount. */
  readonly tolerancePercent?: number;
}

export function decideCapture(loaded: Loaded, operation: OperationInput, now: Now): Decision {
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
export function decideAdjust(loaded: Loaded, operation: OperationInput, now: Now): Decision {
  return startOperation(loaded, 'adjust', 'ADJUSTMENT', 'adjust', null, operation, now);
}

/** Reverses a COMPLETED payment: first at the acquirer, then it is CANCELLED. */
export function decideReverse(
  loaded: Loaded,
  on: 'cancel' | 'release',
  intent: AttemptIntent,
  operation: OperationInput,
  now: Now,
): Decision {
  const asked = { ...operation, amountMinor: liveAmount(loaded) };
  const decision = startOperation(loaded, on, 'REVERSAL', 'reverse', intent, asked, now);
  if (on === 'release') moveDeadline(decision, reverseAgainAt(loaded, now));
  return decision;
}

/** Returns the preauthorized amount to the value before the latest adjustment. */
export function decideWithdraw(
  loaded: Loaded,
  transId: string,
  operation: OperationInput,
  now: Now,
): Decision {
  const asked = loaded.transactions.find((one) => one.transId === transId);
  if (!asked) return refuse('TRANSACTION_NOT_FOUND');
  if (asked.type !== 'ADJUSTMENT') return refuse('NOT_AN_ADJUSTMENT');
  const { attempts, transactions } = loaded;
  const moment = { at: now.at, transId, attempts, transactions };
  const payment = advanceWithoutEvent(loaded.payment, 'withdraw', inProgress, moment);
  const what = {
    verb: 'adjust',
    intent: 'WITHDRAW',
    provider: authorizationOf(loaded).provider,
    amountMinor: amountBefore(transactions, asked),
  } as const;
  const attempt = newAttempt(asked, what, now.at + operation.firstLookMs, now);
  return addAttempt(setPayment(newDecision(loaded), payment), attempt);
}

function amountBefore(list: readonly Transaction[], adjustment: Transaction): bigint {
  const earlier = list.slice(0, list.indexOf(adjustment));
  const before = latestAdjustment(earlier) ?? earlier.find((one) => one.type === 'PREAUTH');
  return before?.amountMinor ?? defect('an adjustment follows a preauthorization');
}

/** A late success is reversed at once; the caller raises the alarm. */
export function addLateReversal(decision: Decision, firstLookMs: number, now: Now): Decision {
  const { payment } = decision.loaded;
  const original = authorizationOf(decision.loaded);
  const transaction = newTransaction(payment, 'REVERSAL', original.amountMinor, now);
  const moment = { at: now.at, eventId: now.ids.next(), transaction };
  const change = recordTransactionChange(payment, {}, moment);
  const what = { ...reversalOf(original), intent: 'LATE_SUCCESS' } as const;
  const attempt = newAttempt(transaction, what, now.at + firstLookMs, now);
  const changed = setPayment(decision, change.payment, change.event);
  return addAttempt(addTransaction(changed, transaction), attempt);
}

/** Whether an ended payment still holds the customer's money after a declined reversal. */
export function holdsMoneyAfterEnd({ payment }: Loaded): boolean {
  return payment.status !== 'COMPLETED' && payment.authorizedMinor > 0n;
}

/** Retries the reversal of a late success. */
export function decideReverseAgain(loaded: Loaded, firstLookMs: number, now: Now): Decision {
  if (!loaded.attempts.every(isSettled)) return refuse('OPERATION_IN_PROGRESS');
  const decision = newDecision(loaded);
  dropDeadline(decision);
  return addLateReversal(decision, firstLookMs, now);
}

function reversalOf(original: Attempt): Pick<Attempt, 'verb' | 'provider' | 'amountMinor'> {
  return { verb: 'reverse', provider: original.provider, amountMinor: original.amountMinor };
}

/** The attempt that took or held the money; every later operation refers to it. */
export function authorizationOf(loaded: Loaded): Attempt {
  return (
    loaded.attempts.findLast((one) => one.verb === 'authorize' && one.state === 'APPROVED') ??
    defect('an operation follows an approved authorization')
  );
}

function liveAmount(loaded: Loaded): bigint {
  const { payment } = loaded;
  return payment.transKind === 'PREAUTH' ? payment.authorizedMinor : payment.capturedMinor;
}

function startOperation(
  loaded: Loaded,
  on: PaymentTrigger,
  type: Transaction['type'],
  verb: Attempt['verb'],
  intent: AttemptIntent | null,
  operation: OperationInput,
  now: Now,
): Decision {
  const amountMinor = operation.amountMinor ?? defect('an operation has an amount');
  const { payment: before, attempts } = loaded;
  const transaction = newTransaction(before, type, amountMinor, now, operation.description);
  const { tolerancePercent = 0 } = operation;
  const asked = { attempts, amountMinor, transaction, tolerancePercent };
  const moment = { at: now.at, eventId: now.ids.next(), ...asked };
  const { payment, event } = advance(before, on, inProgress, moment);
  const { provider } = authorizationOf(loaded);
  const what = { verb, intent, provider, amountMinor };
  const attempt = newAttempt(transaction, what, now.at + operation.firstLookMs, now);
  const started = addTransaction(setPayment(newDecision(loaded), payment, event), transaction);
  return addAttempt(started, attempt);
}
