// POST /v1/ecommerce/notifications/tokens/status: receives news about network tokens from the token
// services. There is no access token; a message is authenticated by its signature.

import { Type } from 'typebox';
import { invalid, refuse } from '../../core/refusals.ts';
import {
  TOKEN_NEWS_PATH,
  type SignedNews,
  type TokenNewsResult,
} from '../../token-services/token-news.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { messageReply } from './provider-message.ts';
import type { TokenizerParts } from '../../tokenizer/parts.ts';
import { applyTokenNews } from '../../tokenizer/token-news.ts';

/** Fields have no type here: the message is read only after its signature. */
const field = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

export const tokenStatus = endpoint(
  {
    method: 'POST',
    path: TOKEN_NEWS_PATH,
    summary: 'Receive news about a network token',
    description:
      'For token services, not for merchants. The header Signature is t=<seconds>,v1=<hex>: the ' +
      'time of sending and the HMAC-SHA256 of the time, a dot and the exact body. Repeated and ' +
      'late messages change nothing.',
    access: 'open',
    anyNames: true,
    body: Type.Object({
      eventId: field('Id of the message'),
      scheme: field('VTS or SCOF'),
      instrumentRef: field('The token at the token service'),
      sequence: field('Number of the change; a lower number than the last one is old'),
      status: field('ACTIVE, SUSPENDED or DELETED'),
      expiry: field('New expiry of the token as YYYYMM'),
      cardLastFour: field('Last four digits of the new card'),
      cardExpiry: field('New expiry of the card as YYYYMM'),
      visualId: field('Id of the new picture of the card'),
    }),
    reply: messageReply,
    refusals: ['NOTIFICATION_NOT_AUTHENTIC', 'NEWS_TOKEN_NOT_FOUND'],
  },
  async (parts: DepsOf<typeof handleTokenNews>, { bodyText, header }) => {
    const message = { body: bodyText, signature: header('signature') };
    const result = await handleTokenNews(parts, message);
    if (result === 'not-authentic') return refuse('NOTIFICATION_NOT_AUTHENTIC');
    if (result === 'unreadable') {
      throw invalid('body', 'is not a message of the token service protocol');
    }
    if (result === 'NOT_FOUND') return refuse('NEWS_TOKEN_NOT_FOUND');
    return { status: 'OK' };
  },
);

/** Finds the service whose signature the message has; others are not read. */
async function handleTokenNews(
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
