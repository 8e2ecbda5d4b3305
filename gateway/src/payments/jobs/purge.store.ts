// Removes personal data, card mask, routes, which may name the range of the card, ids of orders and
// shares, events with their deliveries, reports to wallets and proofs of authentication from old
// payments. Money rows stay: transactions, attempts and ledger contain only ids.

import { isoTime, type Instant } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import { statement, type Queryable } from '../../storage/database.ts';

const purge = statement(
  'payments.purge',
  `with old as (
     select d.merchant_id, d.payment_id from payment_details d
     join payments p on p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
     where d.merchant_id = $1 and d.payment_id < $2 and p.created_at <= $3
       and (p.created_at <= $5 or not exists (select 1 from event_queue q
         where q.merchant_id = d.merchant_id and q.payment_id = d.payment_id))
     order by d.payment_id limit $4),
   removed as (delete from payment_details d using old
     where d.merchant_id = old.merchant_id and d.payment_id = old.payment_id
     returning d.payment_id),
   told as (delete from events e using old
     where e.merchant_id = old.merchant_id and e.payment_id = old.payment_id
     returning e.merchant_id, e.event_id),
   sent as (delete from delivery_attempts a using told
     where a.merchant_id = told.merchant_id and a.event_id = told.event_id),
   queued as (delete from event_queue q using old
     where q.merchant_id = old.merchant_id and q.payment_id = old.payment_id),
   cards as (delete from held_cards c using old
     where c.merchant_id = old.merchant_id and c.payment_id = old.payment_id),
   recipients as (delete from held_recipients r using old
     where r.merchant_id = old.merchant_id and r.payment_id = old.payment_id),
   checkouts as (delete from checkout_confirmations c using old
     where c.merchant_id = old.merchant_id and c.payment_id = old.payment_id),
   proofs as (update authentications a set sealed_cavv = null, key_version = null,
       card_fingerprint = null, acs_signed_content = null from old
     where a.merchant_id = old.merchant_id and a.payment_id = old.payment_id),
   routed as (update attempts a set route = null from old
     where a.merchant_id = old.merchant_id and a.payment_id = old.payment_id
       and a.route is not null),
   noted as (update transactions t set description = null, ext_refund_id = null from old
     where t.merchant_id = old.merchant_id and t.payment_id = old.payment_id
       and (t.description is not null or t.ext_refund_id is not null)),
   shares as (update subpayments s set description = null, ext_subpayment_id = null from old
     where s.merchant_id = old.merchant_id and s.payment_id = old.payment_id),
   bare as (update payments p set card_mask = null, card_held = false, ext_order_id = null,
       description = null, version = p.version + 1 from old
     where p.merchant_id = old.merchant_id and p.payment_id = old.payment_id)
   select payment_id from removed`,
);
const merchantsWithOld = statement(
  'payments.purge-merchants',
  `select merchant_id as "merchantId" from merchants m where exists (
     select 1 from payment_details d where d.merchant_id = m.merchant_id and d.payment_id < $1)
   or exists (select 1 from events e where e.merchant_id = m.merchant_id and e.event_id < $1)`,
);
/**
 * A payment may change after its purge: a settlement or the end of a refund that took long. Test
 * events belong to no payment. Those that are still in the queue wait as payments do.
 */
const purgeLateEvents = statement(
  'payments.purge-late-events',
  `with late as (
     select l.merchant_id, l.event_id, l.payment_id, l.sequence from events l
     left join payments p on p.merchant_id = l.merchant_id and p.payment_id = l.payment_id
     where l.merchant_id = $1 and l.event_id < $2
       and (l.event = 'TEST' or p.payment_id is not null and not exists (
         select 1 from payment_details d
         where d.merchant_id = l.merchant_id and d.payment_id = l.payment_id))
       and (l.event_id < $4 or not exists (select 1 from event_queue q
         where q.merchant_id = l.merchant_id and q.payment_id = l.payment_id
           and q.sequence = l.sequence))
     order by l.event_id limit $3),
   queued as (delete from event_queue q using late where q.merchant_id = late.merchant_id
     and q.payment_id = late.payment_id and q.sequence = late.sequence),
   sent as (delete from delivery_attempts a using late
     where a.merchant_id = late.merchant_id and a.event_id = late.event_id)
   delete from events e using late
   where e.merchant_id = late.merchant_id and e.event_id = late.event_id returning e.event_id`,
);

export async function merchantsToPurge(database: Queryable, below: string): Promise<string[]> {
  const rows = await database.run<{ merchantId: string }>(merchantsWithOld, [below]);
  return rows.map((row) => row.merchantId);
}

const endAgreements = statement(
  'payments.end-agreements',
  `delete from recurring_agreements a using (
     select merchant_id, payment_id from recurring_agreements
     where last_used_at <= $1 order by last_used_at limit $2) as ended
   where a.merchant_id = ended.merchant_id and a.payment_id = ended.payment_id
     and a.last_used_at <= $1 returning a.payment_id`,
);

/** Removes agreements last used at or before this time; returns how many. */
export async function removeAgreements(
  database: Queryable,
  until: Instant,
  limit: number,
): Promise<number> {
  return (await database.run(endAgreements, [isoTime(until), limit])).length;
}

interface PurgeTimes {
  /** The first id created after `until`. */
  readonly below: string;
  readonly until: Instant;
  /** Payments created until then are purged even if their events are not delivered. */
  readonly undeliveredUntil: Instant;
}

/** Returns how many payments and late events were purged. */
export async function purgeMerchant(
  database: Queryable,
  merchantId: string,
  { below, until, undeliveredUntil }: PurgeTimes,
  limit: number,
): Promise<number> {
  const times = [isoTime(until), limit, isoTime(undeliveredUntil)];
  const purged = await database.run(purge, [merchantId, below, ...times]);
  const last = firstIdAt(undeliveredUntil + 1);
  const late = await database.run(purgeLateEvents, [merchantId, below, limit, last]);
  return purged.length + late.length;
}
