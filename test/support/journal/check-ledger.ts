// Compares all balances of the ledger with the transfers that they result from.

import { readUnbalanced, type Imbalance } from '@bramka/gateway/ledger/ledger.store.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { runSql } from '../engines.ts';

const differing = `with moved as (
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
  where coalesce(b.balance_minor, 0) <> coalesce(s.total, 0)`;

/** Empty when each currency sums to zero and every balance is the sum of its transfers. */
export async function checkLedger(
  database: Queryable,
): Promise<(Imbalance & { readonly account?: string })[]> {
  const [sums, differences] = await Promise.all([
    readUnbalanced(database),
    runSql<Imbalance & { readonly account: string }>(database, differing),
  ]);
  return [...sums, ...differences];
}
