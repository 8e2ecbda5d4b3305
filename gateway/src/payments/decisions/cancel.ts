// The end of a payment that has taken no money yet: cancelled by merchant or customer, or expired
// (specification section 3, row 7, and validTime).

import type { TimeAndIds } from '../../core/id.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { isSettled, waitsForCustomer, type Attempt } from '../../providers/attempt.ts';
import type { Loaded } from '../model/payment.ts';
import {
  advanceIn,
  callNext,
  changeBeside,
  dropInstrument,
  newDecision,
  setDeadline,
  transactionOf,
  type CallTerms,
  type Decision,
} from './decision.ts';
import { newAttempt } from './new-rows.ts';

/**
 * NEW or PENDING becomes CANCELLED at once. A provider call in progress continues: its outcome is
 * recorded, and a success is reversed. A provider that waits for the customer is asked to stop.
 * Until then no other payment of the order may go to a provider.
 */
export function decideCancel(
  loaded: Loaded,
  rejectCode: RejectCode | null,
  terms: CallTerms,
  now: TimeAndIds,
): Decision {
  return stopWaiting(end(newDecision(loaded), 'cancel', rejectCode, now), terms, now);
}

/**
 * Refused while a provider call is in progress: then the outcome decides. A provider that waits for
 * the customer is asked to stop.
 */
export function decideExpire(loaded: Loaded, terms: CallTerms, now: TimeAndIds): Decision {
  return stopWaiting(expireIn(newDecision(loaded), now), terms, now);
}

/** Expires in an entry that has already been started, when no provider call is in progress. */
export function expireIn(decision: Decision, now: TimeAndIds): Decision {
  return end(decision, 'expire', 'EXPIRED', now);
}

/**
 * Asks the provider to stop an authorization that waits for the customer of an ended payment, or
 * of a try that was to be stopped before. It is asked once: if the answer is lost, the resolver
 * repeats the same request.
 */
export function stopWaiting(decision: Decision, terms: CallTerms, now: TimeAndIds): Decision {
  const { payment, attempts } = decision.loaded;
  const waiting = attempts.find(waitsForCustomer);
  const stops = attempts.filter(({ verb }) => verb === 'stop');
  const isStopping = stops.some(({ finishedAt }) => finishedAt === null);
  if (!waiting || isStopping) return decision;
  const isAskedBefore = stops.some(({ transId }) => transId === waiting.transId);
  if (payment.status === 'PENDING' && !isAskedBefore) return decision;
  return askToStop(decision, waiting, terms, now);
}

/**
 * The customer did not act in time, and the payment stays open for another try: the provider is
 * asked to stop. Undefined: it cannot be asked.
 */
export function decideStopTry(
  loaded: Loaded,
  terms: CallTerms,
  now: TimeAndIds,
): Decision | undefined {
  const waiting = loaded.attempts.find(waitsForCustomer);
  const isOnly = loaded.attempts.every((one) => isSettled(one) || one === waiting);
  if (!waiting || !isOnly || !terms.supports(waiting.provider, 'stop')) return undefined;
  const timed = setDeadline(changeBeside(loaded), loaded.payment.validUntil);
  return askToStop(timed, waiting, terms, now);
}

function askToStop(
  decision: Decision,
  waiting: Attempt,
  terms: CallTerms,
  now: TimeAndIds,
): Decision {
  const { provider, amountMinor } = waiting;
  if (!terms.supports(provider, 'stop')) return decision;
  const what = { verb: 'stop', intent: null, provider, amountMinor } as const;
  const transaction = transactionOf(decision.loaded, waiting);
  return callNext(decision, newAttempt(transaction, what, now.at + terms.firstCheckMs, now), null);
}

function end(
  decision: Decision,
  on: 'cancel' | 'expire',
  rejectCode: RejectCode | null,
  now: TimeAndIds,
): Decision {
  const ended = dropInstrument(setDeadline(decision, null));
  const { attempts, payment: before } = ended.loaded;
  const holdsOrder = before.holdsOrder && !attempts.every(isSettled);
  return advanceIn(ended, on, { rejectCode, holdsOrder, dataRequest: null }, now);
}
