// Two jobs: one measures the queue and the receivers for the metrics, the other deletes the old
// parts of the delivery log.

import type { Clock } from '../../core/clock.ts';
import { timeOfId } from '../../core/id.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Queryable } from '../../storage/database.ts';
import { countUnhealthyReceivers, removeReceivers } from '../delivery/receiver.store.ts';
import type { EventSettings } from '../settings.ts';
import { measureQueue, shortenLog } from './delivery-log.store.ts';

interface WatchParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'eventQueue' | 'eventQueueAge' | 'receiversUnhealthy'>;
}

const MAX_COUNT = 100_000;
const DAY_MS = 24 * 3_600_000;

/** Returns 0: there is nothing more to measure now. */
export async function measureDeliveries({ database, clock, metrics }: WatchParts): Promise<0> {
  const { count, oldestId } = await measureQueue(database, MAX_COUNT);
  const ageMs = oldestId === null ? 0 : clock.now() - timeOfId(oldestId);
  metrics.eventQueue.set(count);
  metrics.eventQueueAge.set(Math.max(0, ageMs) / 1000);
  metrics.receiversUnhealthy.set(await countUnhealthyReceivers(database));
  return 0;
}

interface ForgetParts extends Pick<EventSettings, 'deliveryLogDays'> {
  readonly database: Queryable;
  readonly clock: Clock;
}

/** Returns how many attempts and receivers were deleted or shortened. */
export async function forgetDeliveries(
  { database, clock, deliveryLogDays }: ForgetParts,
  limit: number,
): Promise<number> {
  const until = clock.now() - deliveryLogDays * DAY_MS;
  const attempts = await shortenLog(database, until, limit);
  return attempts + (await removeReceivers(database, until, limit));
}
