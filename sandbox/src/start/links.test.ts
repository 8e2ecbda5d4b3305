// Tests of the links of a payment: own addresses become paths, and each state has its pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksOf, originOf, ownPath, pathOf } from './links.ts';
import type { DemoPayment, PaymentRow } from './parts.ts';

const base = { publicUrl: 'http://127.0.0.1:8080', hasPhone: true, methodTitles: {} };

function shown(step: DemoPayment['step'], row: Partial<PaymentRow> = {}): DemoPayment {
  const payment = { paymentId: 'p', status: 'PENDING', method: 'CARD', ...row } as PaymentRow;
  return { payment, pageURL: null, step };
}

const rows: [what: string, payment: DemoPayment, links: object][] = [
  ['nothing to do', shown({}), {}],
  [
    'a payment page',
    { ...shown({}), pageURL: 'http://127.0.0.1:8080/pay/1/p/k' },
    { page: '/pay/1/p/k' },
  ],
  [
    'a bank of this sandbox',
    shown({ redirectURL: 'http://127.0.0.1:8080/sandbox/bank/pay/1?x=2' }),
    { bank: '/sandbox/bank/pay/1?x=2' },
  ],
  [
    'a bank elsewhere',
    shown({ redirectURL: 'https://bank.example/x' }),
    { bank: 'https://bank.example/x' },
  ],
  [
    'a challenge',
    shown({ acsData: { acsURL: 'http://127.0.0.1:8080/sandbox/acs/challenge', creqPayload: 'c' } }),
    { challenge: { url: '/sandbox/acs/challenge', creq: 'c' } },
  ],
  ['the check of the browser, which is no challenge', shown({ acsData: {} }), {}],
  ['BLIK that waits', shown({}, { method: 'BLIK' }), { phone: '/sandbox/blik' }],
  ['BLIK that is over', shown({}, { method: 'BLIK', status: 'COMPLETED' }), {}],
];
for (const [what, payment, links] of rows) {
  test(`links of a payment with ${what}`, () => {
    const returned = '/sandbox/returned?paymentId=p';
    assert.deepEqual(linksOf(payment, base), { ...links, returned });
  });
}

test('without a simulated operator there is no phone', () => {
  const links = linksOf(shown({}, { method: 'BLIK' }), { ...base, hasPhone: false });
  assert.equal(links.phone, undefined);
});

test('a path before the sandbox is kept', () => {
  const publicUrl = 'https://pay.example/bramka/';
  assert.equal(pathOf(publicUrl), '/bramka');
  assert.equal(ownPath('https://pay.example/bramka/pay/1', publicUrl), '/bramka/pay/1');
  assert.equal(ownPath('https://pay.example.evil.example/pay/1', publicUrl), null);
  assert.equal(originOf('pay.example', publicUrl), 'https://pay.example/bramka');
  assert.equal(originOf('localhost:8080', publicUrl), 'http://localhost:8080/bramka');
  assert.equal(originOf(undefined, publicUrl), 'https://pay.example/bramka');
});
