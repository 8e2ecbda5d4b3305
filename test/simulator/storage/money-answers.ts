// Answers the named statements about refunds and balances from the journal's memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { balances, type Balance } from '@bramka/gateway/ledger/ledger.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';

export function moneyAnswers(memory: Memory) {
  return {
    'refunds.by-ext-id': (merchantId: string, extRefundId: string) =>
      memory
        .rows<Transaction>(transactions)
        .filter((row) => row.merchantId === merchantId && row.extRefundId === extRefundId),
    'ledger.balances': (merchantId: string) =>
      memory.rows<Balance>(balances).filter((row) => row.merchantId === merchantId),
  };
}
