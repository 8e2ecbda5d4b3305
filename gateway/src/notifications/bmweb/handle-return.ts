// Handles the customer who comes back from a bank. The query proves only that the provider sent the
// customer; it never sets a status.

import type { DepsOf } from '../../http/endpoint.ts';
import { refuse } from '../../core/refusals.ts';
import { finishesWithin } from '../../worker/worker.ts';
import { isSettled } from '../../providers/attempt.ts';
import { isAutopay } from '../../providers/autopay/autopay.provider.ts';
import type { Provider, ReturnQuery } from '../../providers/provider.ts';
import type { FoundAttempt } from '../../payments/processing/processor.ts';
import type { PaymentParts } from '../../payments/processing/parts.ts';
import { customerUrl } from '../customer-return.ts';

/** How long the customer waits for the answer of a provider that sends no notifications. */
const INQUIRY_WAIT_MS = 2000;

type HandleReturnDeps = Pick<PaymentParts, 'providers' | 'processor'> &
  DepsOf<typeof askAtOnce> &
  DepsOf<typeof customerUrl>;

/** Returns where the customer continues. */
export async function handleReturn(
  parts: HandleReturnDeps,
  query: Partial<ReturnQuery>,
): Promise<string> {
  const { ServiceID = '', OrderID = '', Hash = '' } = query;
  for (const provider of parts.providers.list) {
    const attemptId = provider.readReturn?.({ ServiceID, OrderID, Hash });
    const found = attemptId && (await parts.processor.findAttempt(provider.name, attemptId));
    if (!found) continue;
    if (!isAutopay(provider)) await askAtOnce(parts, provider, found);
    return customerUrl(parts, found.loaded.payment);
  }
  return refuse('NOTIFICATION_NOT_AUTHENTIC');
}

/**
 * A provider without notifications is asked as the resolver would ask it, so that the customer sees
 * the result. The answer of the provider decides, not the return.
 */
async function askAtOnce(
  { clock, processor, log }: Pick<PaymentParts, 'clock' | 'processor' | 'log'>,
  provider: Provider,
  { attempt }: FoundAttempt,
): Promise<void> {
  if (isSettled(attempt)) return;
  const asking = provider.inquire(attempt).then(async (finding) => {
    const isResult = finding.kind === 'approved' || finding.kind === 'declined';
    if (!isResult) return;
    await processor.report({ provider: provider.name, attemptId: attempt.attemptId, finding });
  });
  const logged = asking.catch((error: unknown) => {
    log.warn({ err: error, attemptId: attempt.attemptId }, 'the result will be asked for again');
  });
  await finishesWithin(clock, INQUIRY_WAIT_MS, logged);
}
