// Puts events into the queue again. An event that is still in the queue becomes due now, together
// with the earlier events of its payment, which are sent before it.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { EventName } from '../event.ts';
import type { DeliveryState } from '../meanings.ts';
import { deliveryJoins, deliveryState } from '../seen-event.store.ts';

export interface ReplayFilter {
  readonly merchantId: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly states: readonly DeliveryState[];
  readonly events: readonly EventName[];
  /** Without an address of the merchant only events of payments with their own are replayed. */
  readonly hasUrl: boolean;
}

/** Where a replay continues: after this event. */
export interface ReplayPage {
  readonly after: string;
  /** The first id after the range. */
  readonly below: string;
  readonly limit: number;
  /** The maximum number of events to read, so that a filter with few matches ends soon. */
  readonly reads: number;
}

interface Replayed {
  readonly count: number;
  /** The last event that was read; null: none is left. */
  readonly last: string | null;
}

/**
 * The lease is above every earlier one of the event, so that a sender that still holds an old one
 * writes nothing.
 */
const enqueue = `queued as (
     insert into event_queue (merchant_id, payment_id, sequence, event_id, has_notify_url, due_at,
       attempts, earlier_attempts, is_leased, lease)
     select merchant_id, payment_id, sequence, event_id, has_notify_url, $2::timestamptz, 0,
       sent, false, 1000 * (sent + 1) from chosen where state <> 'PENDING'
     on conflict do nothing),
   hurried as (
     update event_queue q set due_at = $2::timestamptz
     from (select payment_id, max(sequence) as sequence from chosen group by payment_id) c
     where q.merchant_id = $1 and q.payment_id = c.payment_id and q.sequence <= c.sequence
       and not q.is_leased and q.due_at > $2::timestamptz)`;

const facts = `e.merchant_id, e.payment_id, e.sequence, e.event_id, e.event, e.occurred_at,
  coalesce(p.has_notify_url, false) as has_notify_url, coalesce(l.attempt, 0) as sent,
  ${deliveryState} as state`;
const joins = `${deliveryJoins}
  left join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id`;

const replayOne = statement(
  'events.replay-one',
  `with chosen as materialized (
     select * from (
       select ${facts} from events e ${joins} where e.merchant_id = $1 and e.event_id = $3) as seen
     where has_notify_url or $4::boolean),
   ${enqueue}
   select event_id as "eventId" from chosen`,
);

/** `page` are the events that are read, in the order of their ids. */
const replaySome = (page: string): string => `with page as materialized (${page}),
   chosen as materialized (
     select * from (select ${facts} from page e ${joins}) as seen
     where occurred_at >= $3 and occurred_at < $4 and state = any ($5::text[])
       and event = any ($6::text[]) and (has_notify_url or $7::boolean)
     order by event_id limit $8),
   ${enqueue}
   select (select count(*)::integer from chosen) as count,
     (select count(*)::integer from page) as reads,
     (select event_id from chosen order by event_id desc limit 1) as "lastChosen",
     (select event_id from page order by event_id desc limit 1) as "lastRead"`;

const replayRange = statement(
  'events.replay-range',
  replaySome(`select * from events where merchant_id = $1 and event_id > $9 and event_id < $10
     order by event_id limit $11`),
);
const replayPayment = statement(
  'events.replay-payment',
  // `offset 0`: the few events of the payment are found first, without reading all in order.
  replaySome(`select * from (
       select * from events where merchant_id = $1 and payment_id = $12::uuid offset 0) as own
     where event_id > $9 and event_id < $10 order by event_id limit $11`),
);

/** False: there is no such event, or no address for it. */
export async function replayEvent(
  database: Queryable,
  { merchantId, hasUrl }: Pick<ReplayFilter, 'merchantId' | 'hasUrl'>,
  eventId: string,
  now: Instant,
): Promise<boolean> {
  const values = [merchantId, isoTime(now), eventId, hasUrl];
  return (await database.run(replayOne, values)).length > 0;
}

interface ReplayRow {
  readonly count: number;
  readonly reads: number;
  readonly lastChosen: string | null;
  readonly lastRead: string | null;
}

/** `paymentId`: only the events of this payment or tokenization. */
export async function replayEvents(
  database: Queryable,
  filter: ReplayFilter,
  page: ReplayPage,
  paymentId: string | null,
  now: Instant,
): Promise<Replayed> {
  const { merchantId, from, to, states, events, hasUrl } = filter;
  const { after, below, limit, reads } = page;
  const values = [
    merchantId,
    isoTime(now),
    isoTime(from),
    isoTime(to),
    states,
    events,
    hasUrl,
    limit,
    after,
    below,
    reads,
  ];
  const [row] =
    paymentId === null
      ? await database.run<ReplayRow>(replayRange, values)
      : await database.run<ReplayRow>(replayPayment, [...values, paymentId]);
  const { count = 0, lastChosen = null, lastRead = null } = row ?? {};
  if (count === limit) return { count, last: lastChosen };
  return { count, last: row?.reads === reads ? lastRead : null };
}
