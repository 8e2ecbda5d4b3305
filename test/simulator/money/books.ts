// Recomputes every balance of every merchant from the payments, their attempts, the model's
// amounts, settled items, payouts and deposits, without using the ledger's transfers.

import { deposits, type Deposit } from '@bramka/gateway/deposits/deposit.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { balances, type Balance } from '@bramka/gateway/ledger/ledger.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { batches, items, type Batch, type Item } from '@bramka/gateway/settlement/batch.ts';
import type { Findings } from '../checks/findings.ts';
import { reservedBy, returnedBy, type Money } from '../checks/model.ts';
import { successOf } from '../checks/payment-rows.ts';
import { accountOf, isCancelling, liveParts, splitRowsOf, type SplitRows } from './shares.ts';

/** By merchant, currency and account. */
type Books = Map<string, bigint>;

export function checkBooks(
  memory: Memory,
  findings: Findings,
  moneyOf: (paymentId: string) => Money,
): void {
  const expected = booksOf(memory, moneyOf);
  for (const { merchantId, currency, account, balanceMinor } of memory.rows<Balance>(balances)) {
    const key = keyOf(merchantId, currency, account);
    const wanted = expected.get(key) ?? 0n;
    findings.expect(balanceMinor === wanted, 'M1 books', () => {
      return `${key} is ${String(balanceMinor)}, not ${String(wanted)}`;
    });
    expected.delete(key);
  }
  for (const [key, wanted] of expected) {
    findings.expect(wanted === 0n, 'M1 books', () => `${key} is missing, not ${String(wanted)}`);
  }
}

function keyOf(merchantId: string, currency: string, account: string): string {
  return `${account} of ${merchantId} in ${currency}`;
}

function booksOf(memory: Memory, moneyOf: (paymentId: string) => Money): Books {
  const books: Books = new Map();
  const byPayment = Map.groupBy(memory.rows<Attempt>(attempts), ({ paymentId }) => paymentId);
  for (const payment of memory.rows<Payment>(payments)) {
    const ofPayment = byPayment.get(payment.paymentId) ?? [];
    if (ofPayment.length === 0) continue;
    const split = splitRowsOf(memory, payment);
    addPayment(books, payment, ofPayment, moneyOf(payment.paymentId), split);
  }
  for (const item of memory.rows<Item>(items)) {
    const { merchantId, feeMinor, commissionMinor } = item;
    const { payeeId = '', currency = '' } = memory.find<Batch>(batches, { ...item }) ?? {};
    const account = accountOf({ merchantId, payeeId });
    move(books, merchantId, currency, [account, 'FEES'], feeMinor);
    move(books, merchantId, currency, [account, 'MERCHANT_PAYABLE'], commissionMinor);
  }
  for (const batch of memory.rows<Batch>(batches)) {
    const { merchantId, currency, payoutMinor } = batch;
    move(books, merchantId, currency, [accountOf(batch), 'BANK'], payoutMinor ?? 0n);
  }
  for (const { merchantId, currency, kind, amountMinor } of memory.rows<Deposit>(deposits)) {
    const by = kind === 'DEPOSIT' ? amountMinor : -amountMinor;
    move(books, merchantId, currency, ['BANK', 'MERCHANT_PAYABLE'], by);
  }
  return books;
}

function move(
  books: Books,
  merchantId: string,
  currency: string,
  [from, to]: readonly [string, string],
  amount: bigint,
): void {
  for (const [account, by] of [
    [from, -amount],
    [to, amount],
  ] as const) {
    const key = keyOf(merchantId, currency, account);
    books.set(key, (books.get(key) ?? 0n) + by);
  }
}

function addPayment(
  books: Books,
  payment: Payment,
  ofPayment: readonly Attempt[],
  { authorized, captured }: Money,
  split: SplitRows | undefined,
): void {
  const { merchantId, currency, status, transKind } = payment;
  const add = (account: string, by: bigint): void => {
    const key = keyOf(merchantId, currency, account);
    books.set(key, (books.get(key) ?? 0n) + by);
  };
  const { provider = '' } = successOf(ofPayment) ?? {};
  const isHeld = transKind === 'PREAUTH' && captured === 0n;
  if (isHeld) {
    add(`HELD_AT_ISSUER:${provider}`, -authorized);
    add('HELD_FOR_MERCHANT', authorized);
    return;
  }
  const kept = captured - returnedBy(ofPayment);
  const reserved = reservedBy(payment, ofPayment);
  const isPaid = status === 'COMPLETED' || status === 'SETTLED';
  add(`RECEIVABLE:${provider}`, -kept);
  add('RETURNS_PENDING', reserved);
  if (!isPaid || !split) {
    return add(isPaid ? 'MERCHANT_PAYABLE' : 'LATE_CHARGES', kept - reserved);
  }
  if (captured === 0n || isCancelling(ofPayment)) return;
  for (const share of split.shares) add(accountOf(share), share.amountMinor);
  for (const { funds, amountMinor } of liveParts(split, ofPayment)) add(funds, -amountMinor);
}
