// Claims due events from the queue, fairly per merchant and in the order of each payment.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { HeldEvent } from './delivery.store.ts';

/**
 * Up to $4 due rows of each merchant that is not in $3, at most $5 together, and all due rows of
 * their payments, from the first one on. A payment is left out if another node holds one of its
 * rows. Rows that another node is claiming are skipped; without the first row of a payment its
 * other rows are not claimed. Rows whose first row is not due yet are put behind it, for at most
 * the time of a lease, so that they do not crowd out others.
 *
 * A row that changes between the snapshot and its lock is not written, because its new position is
 * not visible; if it is the first of its payment, the other rows wait until their lease ends.
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
     select d.merchant_id, d.payment_id from each_merchant m
     cross join lateral (
       select q.merchant_id, q.payment_id, row_number() over (order by q.due_at) as turn
       from event_queue q
       where q.merchant_id || '' = m.merchant_id and q.due_at <= $1::timestamptz
       order by q.due_at limit $4) as d
     where m.merchant_id <> all ($3::text[])
     order by d.turn limit $5),
   free as materialized (
     select d.merchant_id, d.payment_id, q.first, q.first_due_at
     from (select distinct merchant_id, payment_id from due) as d cross join lateral (
       select min(q.sequence) as first,
         (array_agg(q.due_at order by q.sequence))[1] as first_due_at,
         bool_or(q.is_leased and q.due_at > $1::timestamptz) as is_held
       from event_queue q
       where q.merchant_id = d.merchant_id and q.payment_id = d.payment_id) as q
     where not q.is_held),
   locked as materialized (
     select f.merchant_id, f.first, f.first_due_at, q.* from free f cross join lateral (
       select q.ctid as row_ref, q.payment_id, q.sequence from event_queue q
       where q.merchant_id = f.merchant_id and q.payment_id = f.payment_id
         and q.due_at <= $1::timestamptz
       order by q.sequence for update of q skip locked) as q),
   taken as (
     select row_ref, first, least(first_due_at, $2::timestamptz) as first_due_at,
       bool_or(sequence = first) over (partition by merchant_id, payment_id) as has_first
     from locked),
   changed as (
     update event_queue q set is_leased = t.has_first, lease = q.lease + 1,
       due_at = case when t.has_first then $2::timestamptz else t.first_due_at end
     from taken t where q.ctid = t.row_ref and (t.has_first or t.first_due_at > $1::timestamptz)
     returning q.merchant_id, q.payment_id, q.sequence, q.event_id, q.has_notify_url, q.attempts,
       q.earlier_attempts, q.lease, q.is_leased, t.first),
   claimed as (
     select *, bool_or(sequence = first) over (partition by merchant_id, payment_id) as has_first
     from changed where is_leased)
   select c.merchant_id as "merchantId", c.payment_id as "paymentId", c.sequence,
     c.event_id as "eventId", c.has_notify_url as "hasNotifyUrl", c.attempts,
     c.earlier_attempts as "earlierAttempts", c.lease, e.event, e.body
   from claimed c join events e on e.merchant_id = c.merchant_id and e.event_id = c.event_id
   where c.has_first
   order by c.merchant_id, c.payment_id, c.sequence`,
);

/** Any row of the queue will do: the claim finds out, merchant by merchant, which rows are due. */
export const queueNotEmpty = statement(
  'events.queue-not-empty',
  'select 1 from event_queue order by merchant_id',
);

export interface ClaimLimits {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** Merchants for which this node already holds enough events. */
  readonly except: readonly string[];
  readonly perMerchant: number;
  /** The limit over all merchants; later events of the same payments are not counted. */
  readonly most: number;
}

/** In the order of payments and their sequences. */
export function claimDue(
  database: Queryable,
  { now, leaseUntil, except, perMerchant, most }: ClaimLimits,
): Promise<HeldEvent[]> {
  const values = [isoTime(now), isoTime(leaseUntil), except, perMerchant, most];
  return database.run<HeldEvent>(claimRows, values);
}
