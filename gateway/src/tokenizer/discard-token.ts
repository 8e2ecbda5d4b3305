// Discards tokens (specification 4.3): nothing of the card is left, the tokenizations of the token
// become DISCARDED, and a network token is deleted at its token service by a job.

import type { DepsOf } from '../http/endpoint.ts';
import { refuse } from '../core/refusals.ts';
import { Draft } from '../journal/entry.ts';
import { cardTokens, type CardToken } from '../vault/card-token.store.ts';
import { advanceTokenization } from './advance-tokenization.ts';
import type { TokenizerParts } from './parts.ts';
import { continueTokenization } from './processing/continue-tokenization.ts';
import { discardedToken } from './token-rows.ts';
import { isOpen, type Tokenization } from './tokenization.ts';

const MAX_TRIES = 100;
const RETRY_MS = 30_000;
const RETRY_MAX_MS = 3_600_000;

/** Final: a repeat changes nothing. `find` reads the token, again if it has changed. */
export async function discardToken(
  parts: Pick<TokenizerParts, 'tokenizations' | 'clock' | 'ids' | 'failpoints' | 'journal'> &
    DepsOf<typeof finishConversion | typeof removeAtService>,
  find: () => Promise<CardToken | undefined>,
): Promise<CardToken> {
  const { tokenizations } = parts;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const token = await find();
    if (!token) return refuse('TOKEN_NOT_FOUND');
    const isDone = token.status === 'DISCARDED';
    if (!isDone) await finishConversion(parts, token);
    const ends = await tokenizations.ofToken(token.merchantId, token.tokenId);
    if (isDone && ends.length === 0) return token;
    const now = { at: parts.clock.now(), ids: parts.ids };
    const discarded = isDone ? token : discardedToken(token, now.at);
    const draft = new Draft();
    if (!isDone) draft.change(cardTokens, discarded, token.version);
    for (const of of ends) advanceTokenization(draft, of, 'discard', {}, now);
    await parts.failpoints.reach('discard.decided');
    const result = await parts.journal.commit(draft);
    if (result.kind === 'conflict') throw new Error(`conflict with ${result.constraint}`);
    // A tokenization that has completed with the token meanwhile is ended in the next round.
    if (result.kind === 'committed' && !isDone) await removeAtService(parts, discarded);
  }
  return refuse('CHANGED_MEANWHILE');
}

type FinishConversionDeps = Pick<TokenizerParts, 'tokenizations'> &
  DepsOf<typeof continueTokenization>;

/**
 * Once a token service was asked to convert the card, only the card can ask again: without it, the
 * network token would stay at the service for ever.
 */
async function finishConversion(parts: FinishConversionDeps, token: CardToken): Promise<void> {
  const { merchantId, tokenId } = token;
  const conversion = await parts.tokenizations.conversionOf(merchantId, tokenId);
  if (!conversion || !isAsking(conversion)) return;
  const after = await continueTokenization(parts, conversion, true);
  if (after && isAsking(after)) refuse('OPERATION_IN_PROGRESS');
}

function isAsking(of: Tokenization): boolean {
  return isOpen(of) && of.requestedAt !== null;
}

type RemoveDueDeps = Pick<TokenizerParts, 'tokens' | 'clock'> & DepsOf<typeof removeAtService>;

/** Deletes discarded network tokens at their token services; returns how many it asked for. */
export async function removeDue(parts: RemoveDueDeps, limit: number): Promise<number> {
  const due = await parts.tokens.dueRemovals(parts.clock.now(), limit);
  await Promise.all(due.map((token) => removeAtService(parts, token)));
  return due.length;
}

/** An unknown answer is asked for again at growing intervals; deleting twice is harmless. */
async function removeAtService(
  parts: Pick<TokenizerParts, 'tokenServices' | 'failpoints' | 'clock' | 'journal'>,
  token: CardToken,
): Promise<void> {
  const { type, instrumentRef, removeTries } = token;
  if (instrumentRef === null || type === 'COF' || token.removeAt === null) return;
  const removal = await parts.tokenServices.find(type)?.remove(instrumentRef);
  await parts.failpoints.reach('removal.received');
  const isRemoved = removal?.kind === 'removed';
  const delay = Math.min(RETRY_MS * 2 ** removeTries, RETRY_MAX_MS);
  const after: CardToken = {
    ...token,
    version: token.version + 1,
    removeAt: isRemoved ? null : parts.clock.now() + delay,
    removeTries: removeTries + 1,
  };
  await parts.journal.commit(new Draft().change(cardTokens, after, token.version));
}
