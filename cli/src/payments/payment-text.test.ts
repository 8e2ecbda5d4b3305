// Tests of what is printed about the operation in progress: whom it waits for, whatever the method.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentDetails } from '@bramka/client/src/client.ts';
import { paymentText } from './payment-text.ts';

const since = '2030-01-02T03:04:05.000Z';
const pending: PaymentDetails = {
  paymentId: 'P1',
  status: 'PENDING',
  channel: 'WEBAPI',
  merchant: { merchantId: '10000001', name: 'Shop' },
  transType: 'AUTH',
  order: { amount: '19.99', currency: 'PLN' },
  transKind: 'AUTH',
  authorizedAmount: '0.00',
  capturedAmount: '0.00',
  refundedAmount: '0.00',
  createdAt: since,
  updatedAt: since,
  validUntil: since,
  pendingOperation: { type: 'AUTH', amount: '19.99', since },
};
const customer = 'the customer confirms in the bank app; in a sandbox: bramka blik accept';
const provider = 'the provider has not answered';

const rows: [change: Partial<PaymentDetails>, rest: string][] = [
  [{ method: 'BLIK', customerStep: 'confirm' }, customer],
  [{ method: 'CARD', customerStep: 'confirm' }, customer],
  [{ method: 'BLIK', customerStep: 'wait' }, provider],
  [{ method: 'BLIK' }, provider],
  [{ method: 'PBL', customerStep: 'redirect' }, provider],
];
for (const [change, rest] of rows) {
  test(`${change.method} with the step ${change.customerStep}: ${rest}`, () => {
    const [line] = paymentText({ ...pending, ...change }, []).match(/^in progress.*$/m) ?? [];
    assert.match(line ?? '', /^in progress +AUTH of 19\.99 PLN since /);
    assert.ok(line?.endsWith(`${since}; ${rest}`), line);
  });
}
