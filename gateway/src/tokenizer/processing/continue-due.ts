// The job that continues tokenizations: after a crash, and when a token service has not answered.

import { Draft } from '../../journal/entry.ts';
import { setCheck } from '../../payments/tokenization-check.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { TokenizerParts } from '../parts.ts';
import { isOpen, type Tokenization, type TokenizationKey } from '../tokenization.ts';
import { continueTokenization } from './continue-tokenization.ts';
import { isLive } from './release-card.ts';

/** After an unexpected failure. */
const RETRY_AFTER_MS = 60_000;
const AFTER_VALIDITY_MS = 5000;

export async function continueDue(parts: TokenizerParts, limit: number): Promise<number> {
  const due = await parts.tokenizations.due(parts.payments.clock.now(), limit);
  await Promise.all(due.map((key) => continueOne(parts, key)));
  return due.length;
}

async function continueOne(parts: TokenizerParts, key: TokenizationKey): Promise<void> {
  const { clock, log } = parts.payments;
  try {
    const after = await continueTokenization(parts, key, true);
    if (!after) await moveCheck(parts, key, null);
    else if (!isOpen(after) || after.requestedAt === null) await waitForPayment(parts, after);
  } catch (error) {
    if (isUnavailable(error)) return;
    log.error({ err: error, tokenizerId: key.tokenizerId }, 'a tokenization did not continue');
    // The oldest checks come first: one that fails must not delay the others for ever.
    await moveCheck(parts, key, clock.now() + RETRY_AFTER_MS).catch(() => undefined);
  }
}

/**
 * The next change of the payment moves the check again; its end is the latest time. A tokenization
 * that has ended waits as well, until its payment no longer needs the card.
 */
async function waitForPayment(parts: TokenizerParts, of: Tokenization): Promise<void> {
  const { clock, store } = parts.payments;
  const payment = of.paymentId ? await store.find(of.merchantId, of.paymentId) : undefined;
  if (!isOpen(of) && !(payment && isLive(payment))) return;
  const latest = Math.max(payment?.validUntil ?? 0, clock.now()) + AFTER_VALIDITY_MS;
  await moveCheck(parts, of, latest);
}

async function moveCheck(
  { payments }: TokenizerParts,
  key: TokenizationKey,
  dueAt: number | null,
): Promise<void> {
  const draft = new Draft();
  setCheck(draft, key, dueAt);
  await payments.journal.commit(draft);
}
