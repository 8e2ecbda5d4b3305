// Handles news of a token service: finds the service whose signature it has, and applies what it
// says. Messages without a valid signature are not read.

import type { DepsOf } from '../../http/endpoint.ts';
import { applyTokenNews } from '../../tokenizer/token-news.ts';
import type { TokenizerParts } from '../../tokenizer/parts.ts';
import type { SignedNews, TokenNewsResult } from '../../token-services/token-news.ts';

export async function handleTokenNews(
  parts: Pick<TokenizerParts, 'tokenServices' | 'clock' | 'metrics' | 'log'> &
    DepsOf<typeof applyTokenNews>,
  message: SignedNews,
): Promise<TokenNewsResult | 'not-authentic' | 'unreadable'> {
  const { tokenServices, clock, metrics, log } = parts;
  let isAuthentic = false;
  // Two services may share a secret; the scheme in the message tells them apart.
  for (const scheme of tokenServices.schemes) {
    const news = tokenServices.find(scheme)?.readNews(message, clock.now());
    if (news === undefined || news === 'not-authentic') continue;
    isAuthentic = true;
    if (news === 'unreadable') continue;
    const { eventId, instrumentRef, sequence, status } = news;
    const result = await applyTokenNews(parts, news);
    const provider = `tokens-${scheme.toLowerCase()}`;
    metrics.outcomes.inc({ provider, verb: 'notification', outcome: result.toLowerCase() });
    log.info({ eventId, scheme, instrumentRef, sequence, status, result }, 'news about a token');
    return result;
  }
  return isAuthentic ? 'unreadable' : 'not-authentic';
}
