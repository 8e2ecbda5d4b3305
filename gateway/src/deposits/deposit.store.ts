// Reads deposits and withdrawals.

import { FIRST_ID } from '../core/id.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { deposits, type Deposit } from './deposit.ts';

const byReference = statement(
  'deposits.by-reference',
  `select ${selectList(deposits)} from deposits where merchant_id = $1 and reference = $2`,
);
const list = statement(
  'deposits.list',
  `select ${selectList(deposits)} from deposits where merchant_id = $1 and deposit_id > $2
   order by deposit_id limit $3`,
);

export async function findByReference(
  database: Queryable,
  merchantId: string,
  reference: string,
): Promise<Deposit | undefined> {
  return (await database.run<Deposit>(byReference, [merchantId, reference]))[0];
}

/** In the order in which they were recorded. */
export function listDeposits(
  database: Queryable,
  merchantId: string,
  after: string | null,
  limit: number,
): Promise<Deposit[]> {
  return database.run<Deposit>(list, [merchantId, after ?? FIRST_ID, limit]);
}
