// GET /v1/ecommerce/events: the events of a merchant in commit order, page by page. A reader that
// sends `next` as `after` misses none and gets none twice.

import { Type, type Static } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { isUuid } from '../../core/id.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { oneOf, patternText } from '../../http/schema.ts';
import { eventSchema, eventView } from '../event.view.ts';
import { deliveryStateMeanings, eventMeanings } from '../meanings.ts';
import { writeCursor } from './cursor.ts';
import type { FeedStore } from './feed.store.ts';
import { readFeed } from './read-feed.ts';

const DEFAULT_LIMIT = 100;

export interface FeedParts {
  readonly feed: FeedStore;
}

export const cursorText = (description: string) => Type.String({ maxLength: 200, description });

export const paymentFilter = Type.Optional(
  Type.String({ maxLength: 64, description: 'Only events of this payment or tokenization.' }),
);

const query = Type.Object({
  after: Type.Optional(cursorText('`next` of the page before; absent: from the oldest event.')),
  limit: Type.Optional(
    patternText('^([1-9][0-9]?|[1-4][0-9]{2}|500)$', 'a whole number from 1 to 500', {
      description: 'The maximum number of events, from 1 to 500; absent: 100.',
      examples: ['100'],
    }),
  ),
  paymentId: paymentFilter,
  event: Type.Optional(oneOf(eventMeanings, 'Only events with this name.')),
  state: Type.Optional(
    oneOf(deliveryStateMeanings, 'Only events whose delivery is in this state now.'),
  ),
});

const reply = Type.Object({
  events: Type.Array(eventSchema, { description: 'In the order in which they were committed.' }),
  next: Type.String({ description: 'The cursor for the next page; send it as `after`.' }),
  hasMore: Type.Boolean({
    description: 'Whether there are more events now. With a filter a page may be short or empty.',
  }),
});

const description =
  'The oldest first. Store `next` with your own data and send it as `after`: you miss no event ' +
  'and get none twice, also when several are committed at the same time. An event appears when ' +
  'all transactions that began before it have ended, usually after milliseconds. Events are kept ' +
  'as long as their payment.';

/** What both endpoints of the feed have in common. */
export const feedPage = { description, query, reply } as const;

export const listEvents = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/events',
    summary: 'List events in the order in which they happened, with their delivery state',
    ...feedPage,
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    refusals: ['INVALID_REQUEST', 'CURSOR_INVALID'],
  },
  (parts: FeedParts, { query: asked, caller }) =>
    answerPage(parts, (caller as MerchantCaller).merchantId, asked),
);

/** For merchants, and for the operator. */
export async function answerPage(
  { feed }: FeedParts,
  merchantId: string,
  asked: Static<typeof query>,
) {
  const { after, paymentId = null, event = null, state = null } = asked;
  const limit = asked.limit === undefined ? DEFAULT_LIMIT : Number(asked.limit);
  checkPaymentId(paymentId);
  const page = await readFeed(feed, { merchantId, after, limit, paymentId, event, state });
  return {
    events: page.events.map(eventView),
    next: writeCursor(merchantId, page.next),
    hasMore: page.hasMore,
  };
}

export function checkPaymentId(paymentId: string | null): void {
  if (paymentId !== null && !isUuid(paymentId)) {
    throw invalid('paymentId', 'must be the id of a payment or of a tokenization');
  }
}
