// Recomputes every balance of every merchant from the payments, their attempts and the model's
// amounts, without using the ledger's transfers.

import type { Memory } from '@bramka/gateway/journal/memory-committer.ts';
import { balances, type Balance } from '@bramka/gateway/ledger/ledger.ts';
import { payments, type Payment } from '@bramka/gateway/payments/payment.ts';
import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { PROVIDER } from '../world/node.ts';
import type { Findings } from '../checks/findings.ts';
import { reservedBy, returnedBy, type Money } from '../checks/model.ts';

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
    const own = byPayment.get(payment.paymentId) ?? [];
    if (own.length > 0) addPayment(books, payment, own, moneyOf(payment.paymentId));
  }
  return books;
}

function addPayment(
  books: Books,
  payment: Payment,
  own: readonly Attempt[],
  { authorized, captured }: Money,
): void {
  const { merchantId, currency, status, transKind } = payment;
  const add = (account: string, by: bigint): void => {
    const key = keyOf(merchantId, currency, account);
    books.set(key, (books.get(key) ?? 0n) + by);
  };
  const isHeld = transKind === 'PREAUTH' && captured === 0n;
  if (isHeld) {
    add(`HELD_AT_ISSUER:${PROVIDER}`, -authorized);
    add('HELD_FOR_MERCHANT', authorized);
    return;
  }
  const kept = captured - returnedBy(own);
  const reserved = reservedBy(payment, own);
  const isPaid = status === 'COMPLETED' || status === 'SETTLED';
  add(`RECEIVABLE:${PROVIDER}`, -kept);
  add('RETURNS_PENDING', reserved);
  add(isPaid ? 'MERCHANT_PAYABLE' : 'LATE_CHARGES', kept - reserved);
}
