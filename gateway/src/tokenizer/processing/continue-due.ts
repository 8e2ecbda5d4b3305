// The job that continues tokenizations: after a crash, and when a token service has not answered.

import type { DepsOf } from '../../http/endpoint.ts';
import { Draft } from '../../journal/entry.ts';
import { isUnfinished } from '../../payments/model/payment.ts';
import { setCheck } from '../../payments/model/tokenization-check.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { TokenizerParts } from '../parts.ts';
import { isOpen, type Tokenization, type TokenizationKey } from '../tokenization.ts';
import { continueTokenization } from './continue-tokenization.ts';

/** The pause after an unexpected failure. */
const RETRY_AFTER_MS = 60_000;
const AFTER_VALIDITY_MS = 5000;

type ContinueDueDeps = Pick<TokenizerParts, 'tokenizations' | 'clock'> & DepsOf<typeof continueOne>;

export async function continueDue(parts: ContinueDueDeps, limit: number): Promise<number> {
  const due = await parts.tokenizations.due(parts.clock.now(), limit);
  await Promise.all(due.map((key) => continueOne(parts, key)));
  return due.length;
}

type ContinueOneDeps = Pick<TokenizerParts, 'clock' | 'log'> &
  DepsOf<typeof continueTokenization | typeof moveCheck | typeof waitForPayment>;

async function continueOne(parts: ContinueOneDeps, key: TokenizationKey): Promise<void> {
  const { clock, log } = parts;
  try {
    const after = await continueTokenization(parts, key, true);
    if (!after) await moveCheck(parts, key, null);
    else if (!isOpen(after) || after.requestedAt === null) await waitForPayment(parts, after);
  } catch (error) {
    if (isUnavailable(error)) return;
    log.error({ err: error, tokenizerId: key.tokenizerId }, 'a tokenization did not continue');
    // The oldest checks come first: a failing check must not delay the others for ever.
    await moveCheck(parts, key, clock.now() + RETRY_AFTER_MS).catch(() => undefined);
  }
}

/**
 * The next change of the payment moves the check again; its end is the latest time. A tokenization
 * that has ended waits as well, until its payment no longer needs the card.
 */
async function waitForPayment(
  parts: Pick<TokenizerParts, 'clock' | 'store'> & DepsOf<typeof moveCheck>,
  of: Tokenization,
): Promise<void> {
  const { clock, store } = parts;
  const payment = of.paymentId ? await store.find(of.merchantId, of.paymentId) : undefined;
  if (!isOpen(of) && !(payment && isUnfinished(payment))) return;
  const latest = Math.max(payment?.validUntil ?? 0, clock.now()) + AFTER_VALIDITY_MS;
  await moveCheck(parts, of, latest);
}

async function moveCheck(
  parts: Pick<TokenizerParts, 'journal'>,
  key: TokenizationKey,
  dueAt: number | null,
): Promise<void> {
  const draft = new Draft();
  setCheck(draft, key, dueAt);
  await parts.journal.commit(draft);
}
