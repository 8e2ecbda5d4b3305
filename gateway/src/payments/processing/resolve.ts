// The resolver: brings attempts without an answer to the truth the provider holds. It takes an
// attempt over with a higher fence, asks, and concludes through the same door as everyone; it
// never guesses.

import { isSettled, type Attempt } from '../../acquirers/attempt.ts';
import type { Finding } from '../../acquirers/outcome.ts';
import { decideLease } from '../decisions/outcome.ts';
import type { Loaded } from '../payment.ts';
import type { DueAttempt } from '../payment.store.ts';
import type { Processor, ProcessParts } from './processor.ts';
import { callProvider } from './provider-call.ts';

/** Asks providers about attempts that are due; answers how many were looked at. */
export async function resolveDue(
  parts: ProcessParts,
  processor: Processor,
  limit: number,
): Promise<number> {
  const due = await parts.store.dueAttempts(parts.clock.now(), limit);
  await Promise.all(due.map((one) => resolveOne(parts, processor, one)));
  return due.length;
}

async function resolveOne(
  parts: ProcessParts,
  processor: Processor,
  due: DueAttempt,
): Promise<void> {
  const loaded = await parts.store.load(due.merchantId, due.paymentId);
  const attempt = loaded?.attempts.find((one) => one.attemptId === due.attemptId);
  const now = { at: parts.clock.now(), ids: parts.ids };
  if (!loaded || !attempt || isSettled(attempt) || (attempt.checkAt ?? now.at) > now.at) return;
  const lease = decideLease(loaded, attempt, now);
  const verdict = await parts.journal.commit(lease.draft);
  if (verdict.kind !== 'committed') return;
  const finding = await ask(parts, lease.loaded, attempt);
  await parts.failpoints.reach('finding.received');
  await processor.conclude(attempt, attempt.fence + 1, finding, lease.loaded);
}

/** The clocks of two nodes differ by no more than this. */
export const MOST_SKEW_MS = 2_000;

/**
 * An authorization is never sent again: "not found" is believed only when the first request could
 * no longer arrive at the provider at the moment of asking, by whichever clock it was sent. Until
 * then the attempt stays unknown, and it is looked at again when that moment comes. Everything else
 * is safe to repeat under its id, so what the provider does not know is sent again.
 */
async function ask(parts: ProcessParts, loaded: Loaded, attempt: Attempt): Promise<Finding> {
  const acquirer = parts.acquirers.get(attempt.provider);
  const askedAt = parts.clock.now();
  const finding = await acquirer.inquire(attempt.attemptId);
  if (finding.kind !== 'not-found') return finding;
  if (attempt.verb !== 'authorize') {
    return callProvider(parts.acquirers, loaded, attempt, undefined);
  }
  const latestSentAt = attempt.startedAt + parts.firstLookMs;
  const believedAt = latestSentAt + acquirer.maxInFlightMs + MOST_SKEW_MS;
  return believedAt <= askedAt ? finding : { kind: 'unknown', why: 'timeout', checkAt: believedAt };
}
