// Handles the customer who comes back from a provider. The query proves only that the provider sent
// the customer; it never sets a status.

import type { DepsOf } from '../http/endpoint.ts';
import { refuse } from '../core/refusals.ts';
import { finishesWithin } from '../worker/worker.ts';
import { isSettled } from '../providers/attempt.ts';
import type { Provider } from '../providers/provider.ts';
import type { MessageQuery } from '../providers/provider-message.ts';
import type { FoundAttempt } from '../payments/processing/processor.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import { inquiryOf } from '../payments/processing/provider-call.ts';
import { customerUrl } from './customer-return.ts';
import { isProvenFor, type ProofDeps } from './proof.ts';

/** How long the customer waits for the answer of a provider that sends no messages. */
const INQUIRY_WAIT_MS = 2000;

/** Returns where the customer continues; the query is of one of these providers. */
export async function handleReturn(
  parts: ProofDeps &
    Pick<PaymentParts, 'processor'> &
    DepsOf<typeof askAtOnce | typeof customerUrl>,
  providers: readonly Provider[],
  query: MessageQuery,
): Promise<string> {
  for (const provider of providers) {
    const credentials = parts.credentialsAt(provider.name);
    const back = await provider.readReturn?.(query, credentials);
    const found = back && (await parts.processor.findAttempt(provider.name, back));
    const inquiry = found && inquiryOf(found.loaded, found.attempt);
    if (!inquiry || !(await isProvenFor(inquiry, back, credentials))) continue;
    if (!provider.readMessage) await askAtOnce(parts, provider, found);
    return customerUrl(parts, found.loaded.payment);
  }
  return refuse('NOTIFICATION_NOT_AUTHENTIC');
}

/**
 * A provider without messages is asked as the resolver would ask it, so that the customer sees
 * the result. The answer of the provider decides, not the return.
 */
async function askAtOnce(
  { clock, processor, log }: Pick<PaymentParts, 'clock' | 'processor' | 'log'>,
  provider: Provider,
  { loaded, attempt }: FoundAttempt,
): Promise<void> {
  if (isSettled(attempt)) return;
  const asking = provider.inquire(inquiryOf(loaded, attempt)).then(async (finding) => {
    const isResult = finding.kind === 'approved' || finding.kind === 'declined';
    if (!isResult) return;
    await processor.report({ provider: provider.name, attemptId: attempt.attemptId, finding });
  });
  const logged = asking.catch((error: unknown) => {
    log.warn({ err: error, attemptId: attempt.attemptId }, 'the result will be asked for again');
  });
  await finishesWithin(clock, INQUIRY_WAIT_MS, logged);
}
