// Tests of repeated refund requests: what counts as the same content.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loaded } from '../payments/model/payment.ts';
import type { Transaction, TransactionStatus } from '../payments/model/transaction.ts';
import type { RefundInput } from './decide-refund.ts';
import { isSameRefund } from './same-refund.ts';

const at = Date.parse('2026-03-01T12:00:00Z');

function refund(amountMinor: bigint, createdAt: number, more: Partial<Transaction> = {}) {
  const row = { type: 'REFUND', status: 'COMPLETED', paymentId: 'p', description: null };
  return { ...row, amountMinor, createdAt, updatedAt: createdAt + 5, ...more } as Transaction;
}

function isSame(
  existing: Transaction,
  input: Partial<RefundInput>,
  earlier: Transaction[] = [],
): boolean {
  const payment = { paymentId: 'p', capturedMinor: 100n };
  const loaded = { payment, transactions: [...earlier, existing] } as unknown as Loaded;
  return isSameRefund(existing, loaded, { description: null, ...input } as RefundInput);
}

test('the amount and the description must be equal', () => {
  const existing = refund(30n, at, { description: 'x' });
  assert.equal(isSame(existing, { amountMinor: 30n, description: 'x' }), true);
  assert.equal(isSame(existing, { amountMinor: 31n, description: 'x' }), false);
  assert.equal(isSame(existing, { amountMinor: 30n }), false);
  assert.equal(
    isSame({ ...existing, paymentId: 'other' }, { amountMinor: 30n, description: 'x' }),
    false,
  );
});

test('without an amount it repeats a refund of everything that was left', () => {
  assert.equal(isSame(refund(100n, at), {}), true);
  assert.equal(isSame(refund(99n, at), {}), false);
  assert.equal(isSame(refund(70n, at), {}, [refund(30n, at - 1)]), true);
  const later = refund(20n, at + 1);
  assert.equal(isSame(refund(100n, at), {}, [later]), true, 'a later refund did not count');
});

test('a refund that failed later still counted when the whole rest was refunded', () => {
  const failed = (status: TransactionStatus, updatedAt: number) =>
    refund(30n, at - 10, { status, updatedAt });
  for (const status of ['REJECTED', 'ERROR'] as const) {
    assert.equal(isSame(refund(70n, at), {}, [failed(status, at + 1)]), true, status);
    assert.equal(isSame(refund(100n, at), {}, [failed(status, at)]), true, status);
    assert.equal(isSame(refund(70n, at), {}, [failed(status, at)]), false, status);
  }
});

test('a refund of a share is repeated only with the same share', () => {
  const share = { subpaymentId: 's-1', amountMinor: 60n };
  const existing = refund(50n, at, { transId: 't-2', subpaymentId: 's-1' });
  const earlier = refund(10n, at - 1, { transId: 't-1', subpaymentId: 's-1' });
  const loaded = {
    payment: { paymentId: 'p', capturedMinor: 100n },
    subpayments: [share, { ...share, subpaymentId: 's-2' }],
    refundParts: [
      { transId: 't-1', subpaymentId: 's-1', amountMinor: 10n },
      { transId: 't-2', subpaymentId: 's-1', amountMinor: 50n },
    ],
    transactions: [earlier, existing],
  } as unknown as Loaded;
  const repeats = (input: Partial<RefundInput>) =>
    isSameRefund(existing, loaded, { description: null, ...input } as RefundInput);
  assert.equal(repeats({ subpaymentId: 's-1' }), true, 'everything that was left of the share');
  assert.equal(repeats({ subpaymentId: 's-1', amountMinor: 50n }), true);
  assert.equal(repeats({ subpaymentId: 's-2', amountMinor: 50n }), false);
  assert.equal(repeats({ subpaymentId: null, amountMinor: 50n }), false);
});
