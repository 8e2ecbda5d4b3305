// Finds a refund by the merchant's own id. Refunds of a payment are among its transactions.

import { selectList } from '../journal/table.ts';
import { transactions, type Transaction } from '../payments/model/transaction.ts';
import { statement, type Queryable } from '../storage/database.ts';

export interface RefundStore {
  byExtId(merchantId: string, extRefundId: string): Promise<Transaction | undefined>;
}

const byExtId = statement(
  'refunds.by-ext-id',
  `select ${selectList(transactions)} from transactions
   where merchant_id = $1 and ext_refund_id = $2`,
);

export function sqlRefundStore(database: Queryable): RefundStore {
  return {
    byExtId: async (merchantId, extRefundId) =>
      (await database.run<Transaction>(byExtId, [merchantId, extRefundId]))[0],
  };
}
