// The money that the simulated acquirer has moved, read from its charges: sales, account
// funding, captures, refunds and reversals. Holds and their releases move no money.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { Movement } from '../../wire/settlement-file.ts';

const PAGE = 5000;

/**
 * $1 is now: a pending operation that is due by then is decided, and approved unless it has a
 * reject code. A sale that is VOID was charged, unless it was reversed before it was decided. Only
 * the first reversal moves money. There is no index for the order of time: this is a sandbox.
 */
const page = statement(
  'sandbox.charge.movements',
  `with moved as (
     select c.attempt_id, case c.verb when 'authorize' then 'SALE' when 'capture' then 'CAPTURE'
         when 'refund' then 'REFUND' else 'REVERSAL' end as kind,
       case c.verb when 'reverse' then o.amount_minor else c.amount_minor end as amount_minor,
       c.currency, greatest(c.created_at, c.due_at) as moved_at, c.reference
     from sandbox.charges c
     left join sandbox.charges o on c.verb = 'reverse' and o.attempt_id = c.original_attempt_id
       and o.verb = 'authorize' and o.kind <> 'hold' and o.result = 'VOID'
     where c.reject_code is null and c.amount_minor > 0 and case c.verb
       when 'authorize' then c.kind <> 'hold' and (c.result = 'APPROVED'
         or c.result = 'PENDING' and c.due_at <= $1
         or c.result = 'VOID' and (c.due_at is null or exists (select 1 from sandbox.charges r
           where r.original_attempt_id = c.attempt_id and r.verb = 'reverse'
             and r.result = 'APPROVED' and r.created_at >= c.due_at)))
       when 'reverse' then c.result = 'APPROVED' and o.attempt_id is not null
         and o.reject_code is null and (o.due_at is null or c.created_at >= o.due_at)
         and not exists (select 1 from sandbox.charges e where e.verb = 'reverse'
           and e.original_attempt_id = c.original_attempt_id and e.result = 'APPROVED'
           and (e.created_at, e.attempt_id) < (c.created_at, c.attempt_id))
       when 'adjust' then false
       else c.result = 'APPROVED' or c.result = 'PENDING' and c.due_at <= $1 end)
   select attempt_id as "attemptId", kind, amount_minor as "amountMinor", currency,
     moved_at as "movedAt", reference from moved
   where moved_at >= $2 and moved_at < $3 and (moved_at, attempt_id) > ($4::timestamptz, $5::uuid)
   order by moved_at, attempt_id limit $6`,
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** In the order of time. */
export async function* readMovements(
  database: Queryable,
  period: { readonly from: Instant; readonly to: Instant },
  now: Instant,
): AsyncGenerator<Movement[]> {
  const times = [isoTime(now), isoTime(period.from), isoTime(period.to)];
  let after = [isoTime(period.from), FIRST_ID];
  for (;;) {
    const rows = await database.run<Movement>(page, [...times, ...after, PAGE]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = [isoTime(last.movedAt), last.attemptId];
  }
}
