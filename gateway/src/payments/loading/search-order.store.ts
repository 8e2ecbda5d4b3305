// The payments of an order, for the search of merchants (specification 2.7).

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';

export interface OrderSearch {
  readonly merchantId: string;
  readonly extOrderId: string;
  readonly since: Instant;
  /** Only payments made through this agent. */
  readonly agentId: string | null;
  /** Only payments whose details contain all of these. */
  readonly stored: readonly [object, object];
}

const findByOrder = statement(
  'payments.by-order',
  `select payment_id as "paymentId" from payments p
   where merchant_id = $1 and ext_order_id = $2 and created_at > $3
     and ($4::text is null or agent_id = $4)
     and exists (select 1 from payment_details d
       where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id
         and d.details @> $5::jsonb and d.details @> $6::jsonb)
   order by (status in ('COMPLETED', 'SETTLED')) desc, payment_id desc limit 1000`,
);

/** The successful one first, then the newest first. */
export async function searchOrder(
  database: Queryable,
  { merchantId, extOrderId, since, agentId, stored }: OrderSearch,
): Promise<string[]> {
  const parties = stored.map((one) => JSON.stringify(one));
  const values = [merchantId, extOrderId, isoTime(since), agentId, ...parties];
  const rows = await database.run<{ paymentId: string }>(findByOrder, values);
  return rows.map((row) => row.paymentId);
}
