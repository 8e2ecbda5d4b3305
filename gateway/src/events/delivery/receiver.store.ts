// The health of the receivers of events: written in batches, read for merchants and the operator.

import { isoTime, type Instant } from '../../core/clock.ts';
import { selectList } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import { receivers, type DeliveryCause, type ReceiverHealth } from '../delivery-attempt.ts';
import { isBadEnd } from '../seen-event.store.ts';

/** What one node has learned about a receiver since it last wrote. */
export interface ReceiverNews {
  readonly merchantId: string;
  readonly origin: string;
  /** The last success since then; null: there was none. */
  readonly successAt: Instant | null;
  readonly failureAt: Instant | null;
  readonly cause: DeliveryCause | null;
  /** Failures after that success, or all of them. */
  readonly failures: number;
}

const MAX_FAILURES = 1_000_000;

/** A success in the batch restarts the count; failures of other nodes are added up. */
const record = statement(
  'receivers.record',
  `insert into receivers as r (merchant_id, origin, last_success_at, last_failure_at, last_cause,
     consecutive_failures, updated_at)
   select n.merchant_id, n.origin, n.success_at, n.failure_at, n.cause, n.failures, $7::timestamptz
   from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[],
     $6::integer[]) as n (merchant_id, origin, success_at, failure_at, cause, failures)
   on conflict (merchant_id, origin) do update set
     last_success_at = greatest(r.last_success_at, excluded.last_success_at),
     last_failure_at = greatest(r.last_failure_at, excluded.last_failure_at),
     last_cause = coalesce(excluded.last_cause, r.last_cause),
     consecutive_failures = least(${MAX_FAILURES}, excluded.consecutive_failures
       + case when excluded.last_success_at is null then r.consecutive_failures else 0 end),
     updated_at = greatest(r.updated_at, excluded.updated_at)`,
);
const listOfMerchant = statement(
  'receivers.list',
  `select ${selectList(receivers)} from receivers where merchant_id = $1
   order by (consecutive_failures > 0) desc, updated_at desc, origin limit $2`,
);
const listUnhealthy = statement(
  'receivers.list-unhealthy',
  `select ${selectList(receivers)} from receivers
   where consecutive_failures > 0 and (merchant_id, origin) > ($1, $2)
   order by merchant_id, origin limit $3`,
);
const countUnhealthy = statement(
  'receivers.count-unhealthy',
  'select count(*)::integer as count from receivers where consecutive_failures > 0',
);
const badEnds = statement(
  'delivery-attempts.bad-ends',
  `select m.merchant_id as "merchantId",
     count(*) filter (where b.result = 'REFUSED')::integer as "refusedEvents",
     count(*) filter (where b.result = 'FAILED')::integer as "failedEvents"
   from merchants m cross join lateral (
     select a.result from delivery_attempts a where a.merchant_id = m.merchant_id
       and a.event_id >= $1 and ${isBadEnd} limit $2) as b
   group by m.merchant_id order by m.merchant_id limit $3`,
);
const removeUnused = statement(
  'receivers.remove-unused',
  `delete from receivers r using (
     select merchant_id, origin from receivers where updated_at <= $1 limit $2) as old
   where r.merchant_id = old.merchant_id and r.origin = old.origin and r.updated_at <= $1
   returning r.origin`,
);

/** The rows are sorted, so that two nodes lock them in the same order. */
export async function recordReceivers(
  database: Queryable,
  news: readonly ReceiverNews[],
  now: Instant,
): Promise<void> {
  const sorted = [...news].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const column = <T>(pick: (one: ReceiverNews) => T): T[] => sorted.map(pick);
  await database.run(record, [
    column(({ merchantId }) => merchantId),
    column(({ origin }) => origin),
    column(({ successAt }) => timeOrNull(successAt)),
    column(({ failureAt }) => timeOrNull(failureAt)),
    column(({ cause }) => cause),
    column(({ failures }) => Math.min(failures, MAX_FAILURES)),
    isoTime(now),
  ]);
}

function keyOf({ merchantId, origin }: ReceiverNews): string {
  return `${merchantId} ${origin}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function timeOrNull(at: Instant | null): string | null {
  return at === null ? null : isoTime(at);
}

/** Failing receivers come first. */
export function listReceivers(
  database: Queryable,
  merchantId: string,
  limit: number,
): Promise<ReceiverHealth[]> {
  return database.run<ReceiverHealth>(listOfMerchant, [merchantId, limit]);
}

interface ReceiverKey {
  readonly merchantId: string;
  readonly origin: string;
}

/** The receivers of all merchants, in the order of their keys. */
export function listUnhealthyReceivers(
  database: Queryable,
  after: ReceiverKey,
  limit: number,
): Promise<ReceiverHealth[]> {
  return database.run<ReceiverHealth>(listUnhealthy, [after.merchantId, after.origin, limit]);
}

export async function countUnhealthyReceivers(database: Queryable): Promise<number> {
  const [row] = await database.run<{ count: number }>(countUnhealthy);
  return row?.count ?? 0;
}

/** Removes receivers to which nothing was sent since then; returns how many. */
export async function removeReceivers(
  database: Queryable,
  until: Instant,
  limit: number,
): Promise<number> {
  return (await database.run(removeUnused, [isoTime(until), limit])).length;
}

interface BadEnds {
  readonly merchantId: string;
  readonly refusedEvents: number;
  readonly failedEvents: number;
}

/** Merchants with events from this id on that were refused or have failed. */
export function listBadEnds(
  database: Queryable,
  from: string,
  { perMerchant, limit }: { perMerchant: number; limit: number },
): Promise<BadEnds[]> {
  return database.run<BadEnds>(badEnds, [from, perMerchant, limit]);
}
