// Deadlines: a payment that was not finished in its validity time is cancelled, a hold that was
// not captured in its period is released. A payment in the middle of a provider call is left to
// its outcome.

import { Refusal } from '../../core/refusals.ts';
import { Draft } from '../../journal/entry.ts';
import { decideExpire } from '../decisions/cancel.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import { decideReverse } from '../decisions/operate.ts';
import { deadlines, type Deadline, type Loaded } from '../payment.ts';
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

/** A new link gave the payment more time after its deadline was read. */
class NotDue extends Error {}

async function endOne(
  parts: ProcessParts,
  processor: Processor,
  deadline: Deadline,
): Promise<void> {
  const { firstLookMs } = parts;
  const decide = (loaded: Loaded, now: Now): Decision => {
    if (loaded.payment.status === 'COMPLETED') {
      return decideReverse(loaded, 'release', 'HOLD_EXPIRED', { firstLookMs }, now);
    }
    if (loaded.payment.validUntil > now.at) throw new NotDue();
    return decideExpire(loaded, now);
  };
  try {
    await processor.change(deadline, decide);
  } catch (error) {
    if (error instanceof NotDue) return;
    if (!(error instanceof Refusal)) throw error;
    const again = { ...deadline, dueAt: parts.clock.now() + LOOK_AGAIN_MS };
    const draft = new Draft();
    if (error.code === 'OPERATION_IN_PROGRESS') draft.update(deadlines, again);
    else draft.delete(deadlines, deadline);
    await parts.journal.commit(draft);
  }
}
