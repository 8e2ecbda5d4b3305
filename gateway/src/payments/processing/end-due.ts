// Deadlines: a payment that was not finished in its validity time is cancelled, a hold that was
// not captured in its period is released. A payment in the middle of a provider call is left to
// its outcome.

import { Refusal } from '../../core/refusals.ts';
import { decideExpire } from '../decisions/cancel.ts';
import {
  dropDeadline,
  from,
  moveDeadline,
  put,
  type Decision,
  type Now,
} from '../decisions/decision.ts';
import { decideReverse, decideReverseAgain, holdsMoneyAfterEnd } from '../decisions/operate.ts';
import type { Deadline, Loaded } from '../payment.ts';
import type { Processor, ProcessParts } from './process.ts';

/** When a deadline that could not be met because of an operation under way is looked at again. */
const LOOK_AGAIN_MS = 30_000;

export async function endDue(
  parts: ProcessParts,
  processor: Processor,
  limit: number,
): Promise<number> {
  const due = await parts.store.dueDeadlines(parts.clock.now(), limit);
  await Promise.all(due.map((deadline) => endOne(parts, processor, deadline)));
  return due.length;
}

/** The payment got more time after its deadline was read, or its deadline has gone. */
class NotDue extends Error {}

/**
 * Read after the payment and moved only together with it: what a deadline does is decided under the
 * payment's version, so that a new deadline is never taken for an old one.
 */
async function endOne(parts: ProcessParts, processor: Processor, due: Deadline): Promise<void> {
  const decide = async (loaded: Loaded, now: Now): Promise<Decision> => {
    const present = await parts.store.deadline(due.merchantId, due.paymentId);
    if (!present || present.dueAt > now.at) throw new NotDue();
    try {
      return end(loaded, parts.firstLookMs, now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return putOff(loaded, error.code === 'OPERATION_IN_PROGRESS', now);
    }
  };
  try {
    await processor.change(due, decide);
  } catch (error) {
    if (error instanceof NotDue) return;
    parts.log.error({ err: error, paymentId: due.paymentId }, 'a deadline could not be met');
  }
}

function end(loaded: Loaded, firstLookMs: number, now: Now): Decision {
  if (loaded.payment.status === 'COMPLETED') {
    return decideReverse(loaded, 'release', 'HOLD_EXPIRED', { firstLookMs }, now);
  }
  if (holdsMoneyAfterEnd(loaded)) return decideReverseAgain(loaded, firstLookMs, now);
  return decideExpire(loaded, now);
}

/** Nothing is to be done now: it is looked at again, or never. */
function putOff(loaded: Loaded, again: boolean, now: Now): Decision {
  const payment = { ...loaded.payment, version: loaded.payment.version + 1 };
  const decision = put(from(loaded), payment);
  if (again) moveDeadline(decision, now.at + LOOK_AGAIN_MS);
  else dropDeadline(decision);
  return decision;
}
