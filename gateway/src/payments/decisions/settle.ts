// The settlement of a payment: COMPLETED becomes SETTLED, with a SETTLEMENT transaction of what is
// left for those who are paid. No provider is called. The settlement module adds its own rows to
// the entry.

import type { TimeAndIds } from '../../core/id.ts';
import { addTransfer, type Funds } from '../../ledger/ledger.ts';
import type { Loaded } from '../model/payment.ts';
import type { Transaction } from '../model/transaction.ts';
import { addTransaction, advanceIn, newDecision } from './decision.ts';
import { newTransaction } from './new-rows.ts';

/** What is deducted from the money of one payee. */
interface Deduction {
  readonly funds: Funds;
  readonly feeMinor: bigint;
  readonly commissionMinor: bigint;
}

export function decideSettle(loaded: Loaded, deductions: readonly Deduction[], now: TimeAndIds) {
  const { payment } = loaded;
  const fees = deductions.reduce((sum, { feeMinor }) => sum + feeMinor, 0n);
  const net = payment.capturedMinor - payment.refundedMinor - fees;
  const transaction: Transaction = {
    ...newTransaction(payment, 'SETTLEMENT', net, now),
    status: 'COMPLETED',
  };
  const { transId } = transaction;
  const recorded = addTransaction(newDecision(loaded), transaction);
  const decision = advanceIn(recorded, 'settle', {}, now, { transId });
  for (const { funds, feeMinor, commissionMinor } of deductions) {
    const context = { ...transaction, funds, at: now.at };
    addTransfer(decision.draft, 'FEE', feeMinor, context, now.ids);
    addTransfer(decision.draft, 'COMMISSION', commissionMinor, context, now.ids);
  }
  return { decision, transaction };
}
