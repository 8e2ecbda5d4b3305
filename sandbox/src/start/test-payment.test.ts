// Tests of a test payment: the request that the shop sends, and what is refused before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '@bramka/gateway/core/json.ts';
import { makePayment, type PaymentMaker, type TestPayment } from './test-payment.ts';

const shop = { merchantId: '10000001', name: 'Shop', apiSecret: 'a', notificationSecret: 'n' };
const testPayment: TestPayment = {
  merchantId: '10000001',
  amount: '19.99',
  method: null,
  isPreauth: false,
};
const visitor = { origin: 'http://localhost:8080', address: '192.0.2.7' };

function maker(receiver: string | null, answer: object = { paymentId: 'p', redirectURL: 'r' }) {
  const sent: [body: string, address: string][] = [];
  const parts: PaymentMaker = {
    shops: [shop],
    ids: { next: () => '0198a000-0000-7000-8000-0123456789ab' },
    receiverOf: () => Promise.resolve(receiver),
    publicUrl: () => 'http://127.0.0.1:8080',
    api: {
      create(_shop, body, address) {
        sent.push([writeJson(body), address]);
        return Promise.resolve(answer as Record<string, unknown>);
      },
      readStatus: () => assert.fail(),
    },
  };
  return { parts, sent };
}

test('the shop asks for a payment on the payment page and for its notifications', async () => {
  const { parts, sent } = maker(null);
  const made = await makePayment(parts, { ...testPayment, amount: ' 1234,50 ' }, visitor);
  assert.deepEqual(made, { paymentId: 'p', pageURL: 'r' });
  const [text = '', address] = sent[0] ?? [];
  assert.equal(address, '192.0.2.7');
  assert.match(text, /"amount":1234\.50,/);
  assert.deepEqual(JSON.parse(text), {
    channel: 'PAYWALL',
    order: {
      amount: 1234.5,
      currency: 'PLN',
      extOrderId: 'test-0198a000-0000-7000-8000-0123456789ab',
      description: 'Test payment',
    },
    merchant: { redirectURL: 'http://localhost:8080/sandbox/returned' },
    customer: { extCustomerId: 'sandbox-customer', email: 'customer@example.com' },
    options: {
      transKind: 'AUTH',
      asyncNotify: 'http://127.0.0.1:8080/sandbox/notifications',
    },
  });
});

test('a receiver of the merchant keeps its events; method and preauth are sent', async () => {
  const { parts, sent } = maker('http://localhost:3000');
  await makePayment(parts, { ...testPayment, method: 'CARD', isPreauth: true }, visitor);
  const body = JSON.parse(sent[0]?.[0] ?? '') as Record<string, unknown>;
  assert.deepEqual([body['method'], body['options']], ['CARD', { transKind: 'PREAUTH' }]);
});

const badAmounts = [
  '',
  'x',
  '-1',
  '1e3',
  '1.999',
  '01',
  '1 000',
  '1.',
  '.5',
  '1234567890',
  '1,2,3',
];
for (const amount of badAmounts) {
  test(`refuses the amount "${amount}" before anything is sent`, async () => {
    const { parts, sent } = maker(null);
    await assert.rejects(makePayment(parts, { ...testPayment, amount }, visitor), {
      details: [{ field: 'amount', message: 'must be an amount such as 19.99' }],
    });
    assert.deepEqual(sent, []);
  });
}

test('refuses other merchants than the demo merchants', async () => {
  const { parts, sent } = maker(null);
  await assert.rejects(makePayment(parts, { ...testPayment, merchantId: '10000009' }, visitor), {
    details: [{ field: 'merchantId', message: 'must be the MID of a demo merchant' }],
  });
  assert.deepEqual(sent, []);
});

test('a payment that is refused early is an error, with its reject code', async () => {
  const { parts } = maker(null, { paymentId: 'p', rejectCode: 'CHANNEL_NOT_SUPPORTED' });
  await assert.rejects(makePayment(parts, testPayment, visitor), {
    details: [{ field: 'method', message: 'is refused for this merchant: CHANNEL_NOT_SUPPORTED' }],
  });
});
