// Reads one page of the feed. The work of a page is bounded: with a filter at most 2000 events are
// examined, and the cursor continues behind the last one of them.

import { firstPosition, lastPosition, readCursor, refuseLater, type Position } from './cursor.ts';
import { indexedStates } from './feed.store.ts';
import type { FeedEvent, FeedFilter, FeedPage, FeedStore } from './feed.store.ts';

export const MAX_EXAMINED = 2000;
const WINDOW = 500;

interface FeedRequest extends FeedFilter {
  readonly merchantId: string;
  readonly after: string | undefined;
  readonly limit: number;
}

interface FeedReply {
  readonly events: readonly FeedEvent[];
  readonly next: Position;
  readonly hasMore: boolean;
}

type Load = (page: FeedPage) => Promise<FeedEvent[]>;

export async function readFeed(store: FeedStore, request: FeedRequest): Promise<FeedReply> {
  const { merchantId, after, limit } = request;
  const horizon = await store.horizon();
  const start = after === undefined ? firstPosition : readCursor(merchantId, 'after', after);
  refuseLater('after', start, horizon);
  const load = loaderOf(store, request);
  const matches = matcherOf(request);
  const events: FeedEvent[] = [];
  let next: Position = start;
  for (let examined = 0; examined < MAX_EXAMINED;) {
    // Without a filter all events match, so one extra event shows whether there are more.
    const size = hasFilter(request) ? WINDOW : limit + 1;
    const page = await load({ after: next, horizon, limit: size });
    for (const event of page) {
      if (matches(event) && events.length === limit) return { events, next, hasMore: true };
      if (matches(event)) events.push(event);
      next = event;
    }
    if (page.length < size) return { events, next, hasMore: false };
    examined += page.length;
  }
  return { events, next, hasMore: true };
}

/** The position of a cursor, or after all events that are committed now. */
export async function startOf(
  store: FeedStore,
  merchantId: string,
  field: string,
  cursor: string | undefined,
): Promise<Position> {
  const horizon = await store.horizon();
  if (cursor === undefined) return lastPosition(horizon);
  const position = readCursor(merchantId, field, cursor);
  refuseLater(field, position, horizon);
  return position;
}

function hasFilter({ event, state, paymentId }: FeedFilter): boolean {
  return event !== null || state !== null || paymentId !== null;
}

function loaderOf(store: FeedStore, request: FeedRequest): Load {
  const { merchantId, paymentId, state } = request;
  if (paymentId !== null) return (page) => store.ofPayment(merchantId, paymentId, page);
  const indexed = indexedStates.find((one) => one === state);
  if (indexed) return (page) => store.inState(merchantId, indexed, page);
  return (page) => store.page(merchantId, page);
}

function matcherOf({ event, state }: FeedFilter): (one: FeedEvent) => boolean {
  return (one) =>
    (event === null || one.event === event) && (state === null || one.state === state);
}
