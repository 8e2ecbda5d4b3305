// Reads the latest payments of a few merchants, for the start page of the sandbox. Payment ids are
// ordered by time, so the primary key is read backwards and no more than the limit of each.

import { selectList } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import { payments, type Payment } from '../model/payment.ts';

const latest = statement(
  'payments.latest',
  `select found.* from unnest($1::text[]) as asked(merchant_id)
   cross join lateral (
     select ${selectList(payments, 'p')} from payments p
     where p.merchant_id = asked.merchant_id
     order by p.payment_id desc limit $2) as found
   order by found."paymentId" desc limit $2`,
);

/** The newest first. */
export function findLatest(
  database: Queryable,
  merchantIds: readonly string[],
  limit: number,
): Promise<Payment[]> {
  return database.run<Payment>(latest, [merchantIds, limit]);
}
