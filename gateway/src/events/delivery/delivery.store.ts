// The queue of events in the database: claiming what is due, recording results in batches, and
// putting rows back. Every write names the lease it holds, so that a node whose lease has passed on
// changes nothing.

import { isoTime, type Instant } from '../../core/clock.ts';
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

/**
 * Up to $4 due rows of each merchant that is not in $3, and all due rows of their payments, from
 * the first one on. A payment is left out if another node holds one of its rows. Rows that another
 * node is claiming are skipped; without the first row of a payment its other rows are not claimed.
 */
const claimRows = statement(
  'events.claim',
  `with recursive each_merchant as (
     (select merchant_id from event_queue order by merchant_id limit 1)
     union all
     select (select q.merchant_id from event_queue q where q.merchant_id > m.merchant_id
       order by q.merchant_id limit 1)
     from each_merchant m where m.merchant_id is not null),
   due as (
     select distinct d.merchant_id, d.payment_id from each_merchant m
     cross join lateral (
       select q.merchant_id, q.payment_id from event_queue q
       where q.merchant_id = m.merchant_id and q.due_at <= $1::timestamptz
       order by q.due_at limit $4) as d
     where m.merchant_id <> all ($3::text[])),
   free as materialized (
     select d.merchant_id, d.payment_id, (select min(q.sequence) from event_queue q
       where q.merchant_id = d.merchant_id and q.payment_id = d.payment_id) as first
     from due d where not exists (select 1 from event_queue q
       where q.merchant_id = d.merchant_id and q.payment_id = d.payment_id
         and q.is_leased and q.due_at > $1::timestamptz)),
   taken as materialized (
     select q.merchant_id, q.payment_id, q.sequence from event_queue q
     join free f on f.merchant_id = q.merchant_id and f.payment_id = q.payment_id
     where q.due_at <= $1::timestamptz
     order by q.merchant_id, q.payment_id, q.sequence for update of q skip locked),
   whole as (
     select t.merchant_id, t.payment_id, t.sequence from taken t
     join free f on f.merchant_id = t.merchant_id and f.payment_id = t.payment_id
     where exists (select 1 from taken h where h.merchant_id = f.merchant_id
       and h.payment_id = f.payment_id and h.sequence = f.first)),
   claimed as (
     update event_queue q set is_leased = true, lease = q.lease + 1, due_at = $2::timestamptz
     from whole w where q.merchant_id = w.merchant_id and q.payment_id = w.payment_id
       and q.sequence = w.sequence
     returning q.merchant_id, q.payment_id, q.sequence, q.event_id, q.has_notify_url, q.attempts,
       q.earlier_attempts, q.lease)
   select c.merchant_id as "merchantId", c.payment_id as "paymentId", c.sequence,
     c.event_id as "eventId", c.has_notify_url as "hasNotifyUrl", c.attempts,
     c.earlier_attempts as "earlierAttempts", c.lease, e.event, e.body
   from claimed c join events e on e.merchant_id = c.merchant_id and e.event_id = c.event_id
   order by c.merchant_id, c.payment_id, c.sequence`,
);

export interface ClaimLimits {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** Merchants of which this node holds enough. */
  readonly except: readonly string[];
  readonly perMerchant: number;
}

/** In the order of payments and their sequences. */
export function claimDue(
  database: Queryable,
  { now, leaseUntil, except, perMerchant }: ClaimLimits,
): Promise<HeldEvent[]> {
  const values = [isoTime(now), isoTime(leaseUntil), except, perMerchant];
  return database.run<HeldEvent>(claimRows, values);
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
       attempt, url, started_at, duration_ms, result, cause, http_status, answer)),
   finished as (
     delete from event_queue q using given g where q.merchant_id = g.merchant_id
       and q.payment_id = g.payment_id and q.sequence = g.sequence and q.lease = g.lease
       and g.due_at is null
     returning g.merchant_id, g.event_id),
   again as (
     update event_queue q set due_at = g.due_at, is_leased = false, attempts = g.attempts
     from given g where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
       and q.sequence = g.sequence and q.lease = g.lease and g.due_at is not null
     returning g.merchant_id, g.event_id, g.payment_id, g.sequence, g.last_sequence, g.due_at),
   later as (
     update event_queue q set due_at = a.due_at, is_leased = false from again a
     where q.merchant_id = a.merchant_id and q.payment_id = a.payment_id
       and q.sequence > a.sequence and (q.sequence <= a.last_sequence or not q.is_leased)),
   won as (select merchant_id, event_id from finished
     union all select merchant_id, event_id from again),
   tried as (
     insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at, duration_ms,
       result, cause, http_status, answer)
     select g.merchant_id, g.event_id, g.attempt, g.url, g.started_at, g.duration_ms, g.result,
       g.cause, g.http_status, g.answer
     from given g join won w on w.merchant_id = g.merchant_id and w.event_id = g.event_id
     where g.attempt is not null)
   select event_id as "eventId" from won`,
);

/** The ids of the events that were still leased to this node. */
export async function recordConclusions(
  database: Queryable,
  conclusions: readonly Conclusion[],
): Promise<Set<string>> {
  const of = (value: (one: Conclusion) => unknown) => conclusions.map(value);
  const rows = await database.run<{ eventId: string }>(record, [
    of(({ held }) => held.merchantId),
    of(({ held }) => held.paymentId),
    of(({ held }) => held.sequence),
    of(({ held }) => held.lease),
    of(({ lastSequence }) => lastSequence),
    of(({ dueAt }) => (dueAt === null ? null : isoTime(dueAt))),
    of(({ held, attempt }) => held.attempts + (attempt ? 1 : 0)),
    of(({ held }) => held.eventId),
    of(({ attempt }) => attempt?.attempt ?? null),
    of(({ attempt }) => attempt?.url ?? null),
    of(({ attempt }) => (attempt ? isoTime(attempt.startedAt) : null)),
    of(({ attempt }) => attempt?.durationMs ?? null),
    of(({ attempt }) => attempt?.result ?? null),
    of(({ attempt }) => attempt?.cause ?? null),
    of(({ attempt }) => attempt?.httpStatus ?? null),
    of(({ attempt }) => attempt?.answer ?? null),
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
   where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
     and q.sequence = g.sequence and q.lease = g.lease
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
   where q.merchant_id = g.merchant_id and q.payment_id = g.payment_id
     and q.sequence = g.sequence and q.lease = g.lease`,
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
