// Reads disputes: one by the reference of its provider, and lists for the operator.

import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { disputes, type Dispute, type DisputeKey } from './dispute.ts';

const columns = selectList(disputes);

const find = statement(
  'disputes.find',
  `select ${columns} from disputes
   where merchant_id = $1 and payment_id = $2::uuid and provider = $3 and reference = $4`,
);
const list = statement(
  'disputes.list',
  `select ${columns} from disputes
   where ($1::text is null or merchant_id = $1) and ($2::text is null or stage = $2)
     and ($3::uuid is null or dispute_id < $3)
   order by dispute_id desc limit $4`,
);

export interface DisputeStore {
  find(key: DisputeKey): Promise<Dispute | undefined>;
}

export function sqlDisputeStore(on: Queryable): DisputeStore {
  return {
    find: async ({ merchantId, paymentId, provider, reference }) =>
      (await on.run<Dispute>(find, [merchantId, paymentId, provider, reference]))[0],
  };
}

interface DisputeFilter {
  readonly merchantId?: string | undefined;
  readonly stage?: string | undefined;
  /** The id of the last dispute of the previous page. */
  readonly after?: string | undefined;
}

/** The newest first. */
export function listDisputes(
  on: Queryable,
  { merchantId, stage, after }: DisputeFilter,
  limit: number,
): Promise<Dispute[]> {
  const values = [merchantId, stage, after].map((value) => value ?? null);
  return on.run<Dispute>(list, [...values, limit]);
}
