// Records the results of deliveries in batches. Every write names the lease it holds, so that a
// node whose lease has passed on changes nothing. One exception: an event that was accepted is
// finished, whoever holds it now.
//
// Rows are looked up one by one and written by their position, as described in delivery.store.ts.

import type { Instant } from '../../../core/clock.ts';
import { arrayElement, type ColumnType, type Value } from '../../../journal/table.ts';
import { statement, type Queryable } from '../../../storage/database.ts';
import type { MadeAttempt } from '../attempt.ts';
import { heldRow, type HeldEvent } from '../delivery.store.ts';

/** The result of one event: an attempt, or none if the merchant has no address. */
export interface Conclusion {
  readonly held: HeldEvent;
  readonly attempt: MadeAttempt | null;
  /** When the event is due again; null: it is finished. */
  readonly dueAt: Instant | null;
  /** The last event of the payment that this node holds. */
  readonly lastSequence: number;
}

const attemptColumns = `merchant_id, event_id, attempt, url, started_at, duration_ms, result, cause,
  http_status, answer`;
const attemptTypes = `$5::text[], $6::timestamptz[], $7::integer[], $8::text[], $9::text[],
  $10::integer[], $11::text[]`;
const attemptFields = 'url, started_at, duration_ms, result, cause, http_status, answer';

/** Removes finished events from the queue. Most results are such, so it has its own statement. */
const finish = statement(
  'events.finish',
  `with finished as (
     delete from event_queue q using unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[],
         ${attemptTypes}, $12::integer[])
       as g(merchant_id, payment_id, sequence, lease, ${attemptFields}, earlier_attempts)
     cross join lateral (
       select p.ctid as row_ref from event_queue p
       where p.merchant_id = g.merchant_id and p.payment_id = g.payment_id
         and p.sequence = g.sequence limit 1) as h
     where q.ctid = h.row_ref and (q.lease = g.lease
       or (g.result = 'ACCEPTED' and q.earlier_attempts = g.earlier_attempts))
     returning q.merchant_id, q.event_id, q.earlier_attempts + q.attempts + 1 as attempt,
       g.url, g.started_at, g.duration_ms, g.result, g.cause, g.http_status, g.answer,
       q.lease = g.lease as is_held),
   tried as (
     insert into delivery_attempts (${attemptColumns})
     select ${attemptColumns} from finished where result is not null)
   select event_id as "eventId" from finished where is_held`,
);

/** How many events of one payment are postponed together; far more than a payment has. */
const MAX_LATER = 10_000;

/**
 * Events that are tried again wait, together with the later events of their payment that this node
 * or no node holds. Those are written by key, because Citus refuses positions that depend on
 * another write of the statement; a row that was leased meanwhile is left out.
 */
const putOff = statement(
  'events.put-off',
  `with again as (
     update event_queue q set due_at = g.due_at, is_leased = false, attempts = g.attempts
     from unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[], ${attemptTypes},
         $12::integer[], $13::timestamptz[], $14::integer[])
       as g(merchant_id, payment_id, sequence, lease, ${attemptFields}, attempts, due_at,
         last_sequence)
     cross join lateral (${heldRow}) as h
     where q.ctid = h.row_ref and q.lease = g.lease
     returning q.merchant_id, q.payment_id, q.sequence, q.event_id,
       q.earlier_attempts + q.attempts as attempt, g.url, g.started_at, g.duration_ms, g.result,
       g.cause, g.http_status, g.answer, g.due_at, g.last_sequence),
   later as (
     update event_queue q set due_at = f.due_at, is_leased = false
     from (select a.merchant_id, a.payment_id, l.*, a.due_at from again a cross join lateral (
       select l.sequence, l.lease, l.is_leased from event_queue l
       where l.merchant_id = a.merchant_id and l.payment_id = a.payment_id
         and l.sequence > a.sequence
         and (l.sequence <= a.last_sequence or not l.is_leased) limit ${MAX_LATER}) as l) as f
     where q.merchant_id = f.merchant_id and q.payment_id = f.payment_id
       and q.sequence = f.sequence and q.lease = f.lease and q.is_leased = f.is_leased),
   tried as (
     insert into delivery_attempts (${attemptColumns})
     select ${attemptColumns} from again where result is not null)
   select event_id as "eventId" from again`,
);

/** The ids of the events that are no longer leased to this node. */
export async function recordConclusions(
  database: Queryable,
  conclusions: readonly Conclusion[],
): Promise<Set<string>> {
  const ended = conclusions.filter(({ dueAt }) => dueAt === null);
  const others = conclusions.filter(({ dueAt }) => dueAt !== null);
  const lost = new Set(conclusions.map(({ held }) => held.eventId));
  if (ended.length > 0) await write(database, ended, lost);
  if (others.length > 0) await write(database, others, lost);
  return lost;
}

/** Finishes all of these events or none; those that this node held are removed from `lost`. */
async function write(
  database: Queryable,
  all: readonly Conclusion[],
  lost: Set<string>,
): Promise<void> {
  const of = (type: ColumnType, value: (one: Conclusion) => Value): string =>
    `{${all.map((one) => arrayElement(type, value(one))).join(',')}}`;
  const values = [
    of('text', ({ held }) => held.merchantId),
    of('uuid', ({ held }) => held.paymentId),
    of('integer', ({ held }) => held.sequence),
    of('integer', ({ held }) => held.lease),
    of('text', ({ attempt }) => attempt?.url ?? null),
    of('timestamptz', ({ attempt }) => attempt?.startedAt ?? null),
    of('integer', ({ attempt }) => attempt?.durationMs ?? null),
    of('text', ({ attempt }) => attempt?.result ?? null),
    of('text', ({ attempt }) => attempt?.cause ?? null),
    of('integer', ({ attempt }) => attempt?.httpStatus ?? null),
    of('text', ({ attempt }) => attempt?.answer ?? null),
  ];
  const isFinished = all[0]?.dueAt === null;
  const rest = isFinished
    ? [of('integer', ({ held }) => held.earlierAttempts)]
    : [
        of('integer', ({ held, attempt }) => held.attempts + (attempt ? 1 : 0)),
        of('timestamptz', ({ dueAt }) => dueAt),
        of('integer', ({ lastSequence }) => lastSequence),
      ];
  const statement = isFinished ? finish : putOff;
  const rows = await database.run<{ eventId: string }>(statement, [...values, ...rest]);
  for (const { eventId } of rows) lost.delete(eventId);
}
