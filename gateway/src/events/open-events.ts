// What the endpoints of events use: the feed and the open streams of this node.

import { defect } from '../core/assert.ts';
import type { Clock } from '../core/clock.ts';
import type { Secret } from '../core/secret.ts';
import type { Authenticator } from '../http/caller.ts';
import type { Metrics } from '../http/metrics.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { Queryable } from '../storage/database.ts';
import type { CommittedEvents } from './committed-events.ts';
import type { Targets } from './delivery/targets.ts';
import { sqlFeedStore, type FeedStore } from './feed/feed.store.ts';
import { createEventStreams, type EventStreams } from './stream/event-streams.ts';

interface ReadingParts {
  readonly authenticator: Pick<Authenticator, 'merchantOrClient'>;
  readonly database: Queryable;
  readonly clock: Clock;
  readonly targets: Pick<Targets, 'secretsOf'>;
  readonly merchants: MerchantStore;
  readonly committed: CommittedEvents;
  readonly metrics: Pick<Metrics, 'eventStreams'>;
  readonly logger: { error(facts: object, message: string): void };
}

interface EventReading {
  readonly feed: FeedStore;
  readonly streams: EventStreams;
}

export function openEvents(parts: ReadingParts): EventReading {
  const { clock, committed, metrics, logger: log } = parts;
  const feed = sqlFeedStore(parts.database);
  const streams = createEventStreams({
    feed,
    clock,
    authenticate: (bearer) => parts.authenticator.merchantOrClient(bearer),
    secretsOf: (merchantId) => secretsOf(parts, merchantId),
    log,
    onCount: (open) => metrics.eventStreams.set(open),
  });
  committed.subscribe((events) => streams.wake(events.map(({ event }) => event.merchantId)));
  return { feed, streams };
}

async function secretsOf(
  { merchants, targets }: ReadingParts,
  merchantId: string,
): Promise<readonly Secret<string>[]> {
  const merchant = await merchants.find(merchantId);
  return targets.secretsOf(merchant ?? defect('a stream belongs to a merchant'));
}
