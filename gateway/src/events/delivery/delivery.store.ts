// The queue of events in the database: putting rows back, and the address of a payment. Every write
// names the lease it holds, so that a node whose lease has passed on changes nothing.
//
// The queue is empty most of the time, so the planner of PostgreSQL expects that scanning it costs
// nothing, also while thousands of events wait. Therefore rows are looked up one by one in lateral
// subqueries, for which only the primary key can be used, and are written by their position (ctid).
// The lease is compared again there: a concurrent claim may commit after the look-up.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { EventName, EventRow } from '../event.ts';
import type { QueueRow } from '../event-queue.ts';

/** An event that this node holds. */
export interface HeldEvent {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly sequence: number;
  readonly eventId: string;
  readonly event: EventName;
  readonly body: string;
  readonly hasNotifyUrl: boolean;
  readonly attempts: number;
  readonly earlierAttempts: number;
  readonly lease: number;
  /** On the monotonic clock; absent if the event was claimed from the queue. */
  readonly committedMs?: number;
}

/** A new event, which this node has just committed. */
export function heldOf(
  { event, body }: EventRow,
  queued: QueueRow,
  committedMs: number,
): HeldEvent {
  const { merchantId, paymentId, sequence, eventId, hasNotifyUrl } = queued;
  return {
    merchantId,
    paymentId,
    sequence,
    eventId,
    event,
    body,
    hasNotifyUrl,
    attempts: 0,
    earlierAttempts: 0,
    lease: 0,
    committedMs,
  };
}

/** The position of a row, if it still has the lease of g. */
export const heldRow = `select q.ctid as row_ref from event_queue q
  where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
    and q.sequence = g.sequence and q.lease = g.lease limit 1`;

/**
 * Puts rows back that follow an unfinished event of their payment: until that one is due, or for a
 * moment if another node is working on it. Returns the rows that were put back.
 */
const parkRows = statement(
  'events.park',
  `update event_queue q set is_leased = false,
     due_at = case when f.is_leased then $5::timestamptz else greatest(f.due_at, $5) end
   from unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[])
     as g(merchant_id, payment_id, sequence, lease)
   cross join lateral (select p.is_leased, p.due_at from event_queue p
     where p.merchant_id = g.merchant_id and p.payment_id = g.payment_id
       and p.sequence < g.sequence
     order by p.sequence limit 1) as f
   cross join lateral (${heldRow}) as h
   where q.ctid = h.row_ref and q.lease = g.lease
   returning q.event_id as "eventId"`,
);

/** The ids of the events that have to wait for an earlier one. */
export async function parkBehindEarlier(
  database: Queryable,
  held: readonly HeldEvent[],
  retryAt: Instant,
): Promise<Set<string>> {
  const rows = await database.run<{ eventId: string }>(parkRows, [
    ...keysOf(held),
    isoTime(retryAt),
  ]);
  return new Set(rows.map(({ eventId }) => eventId));
}

const releaseRows = statement(
  'events.release',
  `update event_queue q set is_leased = false, due_at = g.due_at
   from unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[], $5::timestamptz[])
     as g(merchant_id, payment_id, sequence, lease, due_at)
   cross join lateral (${heldRow}) as h
   where q.ctid = h.row_ref and q.lease = g.lease`,
);

export interface Release {
  readonly held: HeldEvent;
  readonly dueAt: Instant;
}

/** Puts events back without an attempt. */
export async function releaseEvents(
  database: Queryable,
  releases: readonly Release[],
): Promise<void> {
  const held = releases.map((one) => one.held);
  await database.run(releaseRows, [...keysOf(held), releases.map(({ dueAt }) => isoTime(dueAt))]);
}

function keysOf(held: readonly HeldEvent[]): unknown[][] {
  return [
    held.map(({ merchantId }) => merchantId),
    held.map(({ paymentId }) => paymentId),
    held.map(({ sequence }) => sequence),
    held.map(({ lease }) => lease),
  ];
}

const findNotifyUrl = statement(
  'events.notify-url',
  `select details->'options'->>'asyncNotify' as url from payment_details
   where merchant_id = $1 and payment_id = $2`,
);

/** The payment's own address for notifications; null if it has none or was purged. */
export async function notifyUrlOf(
  database: Queryable,
  { merchantId, paymentId }: HeldEvent,
): Promise<string | null> {
  const [row] = await database.run<{ url: string | null }>(findNotifyUrl, [merchantId, paymentId]);
  return row?.url ?? null;
}
