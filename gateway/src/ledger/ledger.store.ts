// Reads balances in constant time, and whether they sum to zero.

import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { balances, type Balance } from './ledger.ts';

const balancesOf = statement(
  'ledger.balances',
  `select ${selectList(balances)} from ledger_balances where merchant_id = $1
   order by currency, account`,
);
const unbalanced = statement(
  'ledger.unbalanced',
  `select merchant_id as "merchantId", currency, sum(balance_minor)::bigint as "differenceMinor"
   from ledger_balances group by merchant_id, currency having sum(balance_minor) <> 0`,
);

export interface Imbalance {
  readonly merchantId: string;
  readonly currency: string;
  readonly differenceMinor: bigint;
}

export function readBalances(database: Queryable, merchantId: string): Promise<Balance[]> {
  return database.run<Balance>(balancesOf, [merchantId]);
}

/** Merchants whose balances in a currency do not sum to zero. */
export function readUnbalanced(database: Queryable): Promise<Imbalance[]> {
  return database.run<Imbalance>(unbalanced);
}
