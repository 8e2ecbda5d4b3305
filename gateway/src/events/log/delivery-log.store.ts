// Deletes the old parts of the delivery log, and counts what is in the queue.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';

/**
 * Attempts that were repeated are deleted. The last attempt of a delivery stays without its answer:
 * it is the state of the event, which is kept as long as its payment.
 */
const shorten = statement(
  'delivery-attempts.shorten',
  `with old as materialized (
     select merchant_id, event_id, attempt, result from delivery_attempts
     where started_at <= $1 and (answer <> '' or result = 'RETRY')
     order by started_at limit $2),
   removed as (delete from delivery_attempts a using old
     where a.merchant_id = old.merchant_id and a.event_id = old.event_id
       and a.attempt = old.attempt and old.result = 'RETRY'),
   emptied as (update delivery_attempts a set answer = '' from old
     where a.merchant_id = old.merchant_id and a.event_id = old.event_id
       and a.attempt = old.attempt and old.result <> 'RETRY')
   select count(*)::integer as count from old`,
);
const measure = statement(
  'event-queue.measure',
  `with counted as materialized (select event_id from event_queue limit $1)
   select (select count(*)::integer from counted) as count,
     (select event_id from counted order by event_id limit 1) as "oldestId"`,
);

/** Returns how many attempts were shortened. */
export async function shortenLog(
  database: Queryable,
  until: Instant,
  limit: number,
): Promise<number> {
  const [row] = await database.run<{ count: number }>(shorten, [isoTime(until), limit]);
  return row?.count ?? 0;
}

interface QueueSize {
  readonly count: number;
  readonly oldestId: string | null;
}

/** Counts up to the limit. */
export async function measureQueue(database: Queryable, limit: number): Promise<QueueSize> {
  const [row] = await database.run<QueueSize>(measure, [limit]);
  return row ?? { count: 0, oldestId: null };
}
