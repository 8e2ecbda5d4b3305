// When a payment was paid: its last completed authorization, not what followed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidAtOf, type Transaction } from './transaction.ts';

const made = (
  type: Transaction['type'],
  status: Transaction['status'],
  updatedAt: number,
): Transaction => ({
  merchantId: '10000001',
  paymentId: 'p',
  transId: `t-${String(updatedAt)}`,
  type,
  status,
  amountMinor: 100n,
  currency: 'PLN',
  description: null,
  rejectCode: null,
  extRefundId: null,
  subpaymentId: null,
  createdAt: 0,
  updatedAt,
});

test('the payment was paid when its authorization was completed', () => {
  const declined = made('AUTH', 'REJECTED', 1);
  const refund = made('REFUND', 'COMPLETED', 3);
  assert.equal(paidAtOf([declined, made('AUTH', 'COMPLETED', 2), refund]), 2);
  assert.equal(paidAtOf([made('PREAUTH', 'COMPLETED', 2), made('CAPTURE', 'COMPLETED', 3)]), 2);
  assert.equal(paidAtOf([declined, refund]), undefined);
  assert.equal(paidAtOf([]), undefined);
});
