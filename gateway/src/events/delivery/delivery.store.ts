// The queue of events in the database: recording results in batches, and putting rows back. Every
// write names the lease it holds, so that a node whose lease has passed on changes nothing. One
// exception: an event that was accepted is finished, whoever holds it now.
//
// The queue is empty most of the time, so the planner of PostgreSQL expects that scanning it costs
// nothing, also while thousands of events wait. Therefore rows are looked up one by one in lateral
// subqueries, for which only the primary key can be used, and are written by their position (ctid).
// The lease is compared again there: a concurrent claim may commit after the look-up.

import { isoTime, type Instant } from '../../core/clock.ts';
import { arrayElement, type ColumnType, type Value } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { DeliveryAttempt } from '../delivery-attempt.ts';
import type { EventName } from '../event.ts';

/** An event in the hands of this node. */
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
  /** On the monotonic clock; absent if it was claimed from the queue. */
  readonly committedMs?: number;
}

/** The result of one event: an attempt, or none if the merchant has no address. */
export interface Conclusion {
  readonly held: HeldEvent;
  readonly attempt: DeliveryAttempt | null;
  /** When it is due again; null: it is finished. */
  readonly dueAt: Instant | null;
  /** The last event of the payment that this node holds. */
  readonly lastSequence: number;
}

/** The position of a row, if it still has the lease of g. */
const heldRow = `select q.ctid as place from event_queue q
  where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
    and q.sequence = g.sequence and q.lease = g.lease limit 1`;

/** The same for any lease, if g is an accepted event that was not replayed since. */
const heldOrAccepted = `select q.ctid as place from event_queue q
  where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
    and q.sequence = g.sequence and (q.lease = g.lease
      or (g.result = 'ACCEPTED' and q.earlier_attempts = g.earlier_attempts)) limit 1`;

/** Events of one payment that are put off together; far more than a payment has. */
const MAX_LATER = 10_000;

/**
 * Finished events leave the queue. Events that are tried again wait, together with the later events
 * of their payment that this node or no node holds.
 */
const record = statement(
  'events.record',
  `with given as materialized (
     select * from unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[],
       $6::timestamptz[], $7::integer[], $8::uuid[], $9::integer[], $10::text[],
       $11::timestamptz[], $12::integer[], $13::text[], $14::text[], $15::integer[], $16::text[])
     as g(merchant_id, payment_id, sequence, lease, last_sequence, due_at, attempts, event_id,
       earlier_attempts, url, started_at, duration_ms, result, cause, http_status, answer)),
   held as materialized (
     select q.place, g.merchant_id, g.payment_id, g.sequence, g.lease, g.last_sequence, g.due_at,
       g.attempts, g.earlier_attempts, g.result
     from given g cross join lateral (${heldOrAccepted}) as q),
   finished as (
     delete from event_queue q using held h
     where q.ctid = h.place and h.due_at is null and (q.lease = h.lease
       or (h.result = 'ACCEPTED' and q.earlier_attempts = h.earlier_attempts))
     returning q.event_id, q.earlier_attempts + q.attempts + 1 as attempt,
       q.lease = h.lease as is_held),
   again as (
     update event_queue q set due_at = h.due_at, is_leased = false, attempts = h.attempts
     from held h where q.ctid = h.place and q.lease = h.lease and h.due_at is not null
     returning q.event_id, q.earlier_attempts + q.attempts as attempt, h.merchant_id,
       h.payment_id, h.sequence, h.last_sequence, h.due_at),
   later as (
     update event_queue q set due_at = f.due_at, is_leased = false
     from (select l.place, a.due_at from again a cross join lateral (
       select l.ctid as place from event_queue l
       where l.merchant_id = a.merchant_id and l.payment_id = a.payment_id
         and l.sequence > a.sequence
         and (l.sequence <= a.last_sequence or not l.is_leased) limit ${MAX_LATER}) as l) as f
     where q.ctid = f.place),
   won as materialized (
     select event_id, attempt, is_held from finished
     union all select event_id, attempt, true from again),
   tried as (
     insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at, duration_ms,
       result, cause, http_status, answer)
     select g.merchant_id, g.event_id, w.attempt, g.url, g.started_at, g.duration_ms, g.result,
       g.cause, g.http_status, g.answer
     from given g join won w on w.event_id = g.event_id where g.result is not null)
   select event_id as "eventId" from given
   where event_id <> all (array(select event_id from won where is_held))`,
);

/** The ids of the events that are no longer leased to this node. */
export async function recordConclusions(
  database: Queryable,
  conclusions: readonly Conclusion[],
): Promise<Set<string>> {
  const of = (type: ColumnType, value: (one: Conclusion) => Value): string =>
    `{${conclusions.map((one) => arrayElement(type, value(one))).join(',')}}`;
  const rows = await database.run<{ eventId: string }>(record, [
    of('text', ({ held }) => held.merchantId),
    of('uuid', ({ held }) => held.paymentId),
    of('integer', ({ held }) => held.sequence),
    of('integer', ({ held }) => held.lease),
    of('integer', ({ lastSequence }) => lastSequence),
    of('timestamptz', ({ dueAt }) => dueAt),
    of('integer', ({ held, attempt }) => held.attempts + (attempt ? 1 : 0)),
    of('uuid', ({ held }) => held.eventId),
    of('integer', ({ held }) => held.earlierAttempts),
    of('text', ({ attempt }) => attempt?.url ?? null),
    of('timestamptz', ({ attempt }) => attempt?.startedAt ?? null),
    of('integer', ({ attempt }) => attempt?.durationMs ?? null),
    of('text', ({ attempt }) => attempt?.result ?? null),
    of('text', ({ attempt }) => attempt?.cause ?? null),
    of('integer', ({ attempt }) => attempt?.httpStatus ?? null),
    of('text', ({ attempt }) => attempt?.answer ?? null),
  ]);
  return new Set(rows.map(({ eventId }) => eventId));
}

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
   where q.ctid = h.place and q.lease = g.lease
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
   where q.ctid = h.place and q.lease = g.lease`,
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
