// Reads balances in constant time, and compares them with the transfers that they result from.

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
const differing = statement(
  'ledger.differing',
  `with moved as (
     select merchant_id, debit as account, currency, -amount_minor as by_minor
     from ledger_transfers
     union all
     select merchant_id, credit, currency, amount_minor from ledger_transfers),
   summed as (
     select merchant_id, account, currency, sum(by_minor) as total
     from moved group by merchant_id, account, currency)
   select coalesce(s.merchant_id, b.merchant_id) as "merchantId",
     coalesce(s.account, b.account) as account, coalesce(s.currency, b.currency) as currency,
     (coalesce(b.balance_minor, 0) - coalesce(s.total, 0))::bigint as "differenceMinor"
   from summed s full join ledger_balances b
     on b.merchant_id = s.merchant_id and b.account = s.account and b.currency = s.currency
   where coalesce(b.balance_minor, 0) <> coalesce(s.total, 0)`,
);

interface Imbalance {
  readonly merchantId: string;
  readonly account?: string;
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

/**
 * Reads the whole history, so it is for tests. Empty when the ledger sums to zero per currency and
 * every balance is the sum of its transfers.
 */
export async function checkLedger(database: Queryable): Promise<Imbalance[]> {
  const [sums, differences] = await Promise.all([
    readUnbalanced(database),
    database.run<Imbalance>(differing),
  ]);
  return [...sums, ...differences];
}
