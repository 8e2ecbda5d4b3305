// The resolver: finds the outcome of attempts without an answer by asking the provider. It takes
// over an attempt with a higher fence, asks, and concludes like any other report; it never guesses.

import type { DepsOf } from '../../http/endpoint.ts';
import { isSettled, waitsForCustomer, type Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import { decideLease } from '../decisions/outcome.ts';
import type { Loaded } from '../model/payment.ts';
import type { DueAttempt } from '../loading/payment.store.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { callProvider, inquiryOf } from '../processing/provider-call.ts';

/**
 * Asks one provider about its due attempts; returns how many were checked. Not more than it can be
 * asked now: while it is down its attempts wait, and are not leased in vain.
 */
export async function resolveDue(
  parts: Pick<PaymentParts, 'providers' | 'store' | 'clock'> & DepsOf<typeof resolveOne>,
  provider: string,
  limit: number,
): Promise<number> {
  const capacity = Math.min(limit, parts.providers.capacity(provider));
  if (capacity === 0) return 0;
  const due = await parts.store.dueAttempts(parts.clock.now(), provider, capacity);
  await Promise.all(due.map((one) => resolveOne(parts, one)));
  return due.length;
}

/** Attempts of a provider that is not connected stay without a result until it is. */
export async function reportUnconnected({
  store,
  providers,
  clock,
  log,
}: Pick<PaymentParts, 'store' | 'providers' | 'clock' | 'log'>) {
  const found = await store.unconnected(
    clock.now(),
    providers.list.map(({ name }) => name),
  );
  if (found.length > 0) log.error({ providers: found }, 'providers with open attempts are missing');
  return found.length;
}

async function resolveOne(
  parts: Pick<PaymentParts, 'store' | 'clock' | 'ids' | 'journal' | 'failpoints' | 'processor'> &
    DepsOf<typeof ask>,
  due: DueAttempt,
): Promise<void> {
  const loaded = await parts.store.load(due.merchantId, due.paymentId);
  const attempt = loaded?.attempts.find((one) => one.attemptId === due.attemptId);
  const now = { at: parts.clock.now(), ids: parts.ids };
  if (!loaded || !attempt || isSettled(attempt) || (attempt.checkAt ?? now.at) > now.at) return;
  const lease = decideLease(loaded, attempt, now);
  const result = await parts.journal.commit(lease.draft);
  if (result.kind !== 'committed') return;
  const finding = await ask(parts, lease.loaded, attempt);
  await parts.failpoints.reach('finding.received');
  await parts.processor.conclude(attempt, attempt.fence + 1, finding, lease.loaded);
}

/** The clocks of two nodes differ by no more than this. */
export const MAX_CLOCK_SKEW_MS = 2_000;

/**
 * An authorization is never sent again: "not found" counts only if the first request could no
 * longer arrive at the provider at the time of the inquiry, by any node's clock. Until then the
 * attempt stays unknown and is checked again at that time. A provider that has confirmed that it
 * waits for the customer must also have no more time to wait. All other operations are safe to
 * repeat under their id, so they are sent again if the provider does not know them.
 */
async function ask(
  parts: Pick<PaymentParts, 'providers' | 'clock' | 'firstCheckMs'>,
  loaded: Loaded,
  attempt: Attempt,
): Promise<Finding> {
  const provider = parts.providers.get(attempt.provider);
  const askedAt = parts.clock.now();
  const finding = await provider.inquire(inquiryOf(loaded, attempt));
  if (finding.kind !== 'not-found') return finding;
  if (attempt.verb !== 'authorize') {
    return callProvider(parts.providers, loaded, attempt, null);
  }
  const latestSentAt = attempt.startedAt + parts.firstCheckMs;
  const arrivedAt = latestSentAt + provider.maxInFlightMs;
  const waitedUntil = waitsForCustomer(attempt) ? (attempt.waitUntil ?? 0) : 0;
  const conclusiveAt = Math.max(arrivedAt, waitedUntil) + MAX_CLOCK_SKEW_MS;
  return conclusiveAt <= askedAt
    ? finding
    : { kind: 'unknown', why: 'timeout', checkAt: conclusiveAt };
}
