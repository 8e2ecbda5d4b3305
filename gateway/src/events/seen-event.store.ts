// One event with the state of its delivery and its attempts, and which events of a merchant are not
// finished.

import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { deliveryAttempts } from './delivery-attempt.ts';
import type { SeenAttempt, SeenEvent } from './event.view.ts';

/** The delivery of an event `e`: its row in the queue `q`, and its last attempt `l`. */
export const deliveryJoins = `left join event_queue q on q.merchant_id = e.merchant_id
    and q.payment_id = e.payment_id and q.sequence = e.sequence
  left join lateral (select a.attempt, a.result from delivery_attempts a
    where a.merchant_id = e.merchant_id and a.event_id = e.event_id
    order by a.attempt desc limit 1) l on true`;

/** An event that left the queue after a RETRY no longer had an address. */
export const deliveryState = `case when q.event_id is not null then 'PENDING'
  when l.result <> 'RETRY' then l.result else 'NOT_SENT' end`;

/** Of an event `e` with its `deliveryJoins`. A leased event is being sent now. */
export const seenColumns = `e.event_id as "eventId", e.event, e.body, e.occurred_at as "occurredAt",
  ${deliveryState} as state, coalesce(q.earlier_attempts + q.attempts, l.attempt, 0) as attempts,
  case when not q.is_leased then q.due_at end as "nextAttemptAt"`;

const find = statement(
  'events.find-seen',
  `select ${seenColumns} from events e ${deliveryJoins}
   where e.merchant_id = $1 and e.event_id = $2`,
);
const attemptsOf = statement(
  'delivery-attempts.list',
  `select ${selectList(deliveryAttempts)} from delivery_attempts
   where merchant_id = $1 and event_id = $2 order by attempt desc limit $3`,
);
/** Ids of payments are ordered by time, so the oldest are among the first rows. */
const countPending = statement(
  'event-queue.count-of-merchant',
  `with first as (select event_id from event_queue where merchant_id = $1
     order by payment_id, sequence limit $2)
   select (select count(*)::integer from first) as count,
     (select e.occurred_at from first f
      join events e on e.merchant_id = $1 and e.event_id = f.event_id
      order by f.event_id limit 1) as "oldestAt"`,
);
/**
 * An attempt `a` that ended the delivery badly, and after which the event was not sent again.
 * `offset 0`: later attempts are looked up by event, not all of the merchant's read and compared.
 */
export const isBadEnd = `a.result in ('REFUSED', 'FAILED') and not exists (
  select 1 from delivery_attempts n where n.merchant_id = a.merchant_id
    and n.event_id = a.event_id and n.attempt > a.attempt offset 0)`;

const countEnded = statement(
  'delivery-attempts.count-ended-badly',
  `select result, count(*)::integer as count from (
     select a.result from delivery_attempts a
     where a.merchant_id = $1 and a.event_id >= $2 and ${isBadEnd} limit $3) as bad
   group by result`,
);

export async function findSeenEvent(
  database: Queryable,
  merchantId: string,
  eventId: string,
): Promise<SeenEvent | undefined> {
  const [event] = await database.run<SeenEvent>(find, [merchantId, eventId]);
  return event;
}

/** In the order of the attempts; the newest ones if there are more than `limit`. */
export async function listAttempts(
  database: Queryable,
  merchantId: string,
  eventId: string,
  limit: number,
): Promise<SeenAttempt[]> {
  const newest = await database.run<SeenAttempt>(attemptsOf, [merchantId, eventId, limit]);
  return newest.reverse();
}

export interface PendingCount {
  readonly count: number;
  readonly oldestAt: number | null;
}

/** Counts up to the limit. */
export async function countPendingEvents(
  database: Queryable,
  merchantId: string,
  limit: number,
): Promise<PendingCount> {
  const [row] = await database.run<PendingCount>(countPending, [merchantId, limit]);
  return row ?? { count: 0, oldestAt: null };
}

/** Events from this id on whose delivery ended badly; counts up to the limit. */
export async function countBadEnds(
  database: Queryable,
  merchantId: string,
  from: string,
  limit: number,
): Promise<{ refused: number; failed: number }> {
  const rows = await database.run<{ result: string; count: number }>(countEnded, [
    merchantId,
    from,
    limit,
  ]);
  const of = (result: string): number => rows.find((row) => row.result === result)?.count ?? 0;
  return { refused: of('REFUSED'), failed: of('FAILED') };
}
