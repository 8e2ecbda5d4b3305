// News of a token service about a network token: suspended, resumed, deleted, or with another card
// or expiry date behind it. News older than the stored news changes nothing.

import type { DepsOf } from '../http/endpoint.ts';
import { open } from '../core/secret.ts';
import { Draft } from '../journal/entry.ts';
import type { TokenNews, TokenNewsResult } from '../token-services/token-news.ts';
import { cardTokens, type CardToken } from '../vault/card-token.store.ts';
import { advanceTokenization } from './advance-tokenization.ts';
import type { TokenizerParts } from './parts.ts';
import { discardedToken } from './token-rows.ts';

const MAX_TRIES = 100;

export async function applyTokenNews(
  parts: Pick<
    TokenizerParts,
    'tokens' | 'tokenizations' | 'clock' | 'ids' | 'failpoints' | 'journal'
  > &
    DepsOf<typeof withExpiry>,
  news: TokenNews,
): Promise<TokenNewsResult> {
  const { tokens, tokenizations } = parts;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const token = await tokens.findByReference(news.scheme, news.instrumentRef);
    if (!token) return 'NOT_FOUND';
    const now = { at: parts.clock.now(), ids: parts.ids };
    const after = tokenAfter(token, news, now.at);
    if (!after) return 'OLD';
    const resealed = await withExpiry(parts, token, after, news);
    const draft = new Draft().change(cardTokens, resealed, token.version);
    if (after.status === 'DISCARDED') {
      for (const of of await tokenizations.ofToken(token.merchantId, token.tokenId)) {
        advanceTokenization(draft, of, 'discard', {}, now);
      }
    }
    await parts.failpoints.reach('news.decided');
    const result = await parts.journal.commit(draft);
    if (result.kind === 'conflict') throw new Error(`conflict with ${result.constraint}`);
    if (result.kind === 'committed') return 'APPLIED';
  }
  throw new Error(`token ${news.instrumentRef} keeps changing`);
}

/** The expiry date of a network token is sealed together with its number. */
async function withExpiry(
  { tokenVault }: Pick<TokenizerParts, 'tokenVault'>,
  token: CardToken,
  after: CardToken,
  { scheme, expiry }: TokenNews,
): Promise<CardToken> {
  if (expiry === null || after.status === 'DISCARDED') return after;
  const use = { actor: `provider:${scheme}`, reason: 'UPDATE', paymentId: null } as const;
  const card = await tokenVault.open(token, use);
  return { ...after, ...(await tokenVault.seal(token, { ...card, expiry })) };
}

/** Undefined: the news is old, or the token is discarded. */
function tokenAfter(before: CardToken, news: TokenNews, at: number): CardToken | undefined {
  if (news.sequence <= before.newsSequence || before.status === 'DISCARDED') return undefined;
  const updated = { ...before, newsSequence: news.sequence };
  if (news.status === 'DELETED') return { ...discardedToken(updated, at), removeAt: null };
  const { cardLastFour, cardExpiry, visualId } = news;
  return {
    ...updated,
    status: news.status,
    version: before.version + 1,
    updatedAt: at,
    ...(cardLastFour === null ? {} : { cardMask: maskWith(before.cardMask, cardLastFour) }),
    ...(cardExpiry === null ? {} : { expDate: open(cardExpiry) }),
    ...(visualId === null ? {} : { visualId }),
  };
}

function maskWith(mask: string, lastFour: string): string {
  return mask.slice(0, -lastFour.length) + lastFour;
}
