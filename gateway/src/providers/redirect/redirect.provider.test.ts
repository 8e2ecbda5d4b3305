// Tests of the plain redirect protocol: the exact requests, every answer, the bank list and the
// customer's way back. Only exact answers about this attempt and amount are accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { hashOf } from '../autopay/hash.ts';
import { ORDER, testService } from '../autopay/testing/operator-messages.ts';
import {
  ATTEMPT,
  garbage,
  ORIGINAL,
  transferFollowUp,
  transferInquiry,
  transferRequest,
  transferSettings,
  unknown,
} from '../testing/transfer-requests.ts';
import { redirectProvider } from './redirect.provider.ts';
import { localRedirect } from './transport.ts';

const request = transferRequest({ bankId: 7 });
const inquiry = transferInquiry('authorize');

function providerWith(body: unknown, status = 200, sent: unknown[] = []) {
  return redirectProvider({
    name: 'PA',
    service: testService,
    send: (verb, message) => {
      sent.push([verb, message]);
      return Promise.resolve({ status, body });
    },
    ...transferSettings,
  });
}

test('each operation is one message', async () => {
  const sent: unknown[] = [];
  const provider = providerWith({}, 200, sent);
  await provider.authorize(request);
  await provider.followUps.stop?.(transferFollowUp('r'));
  await provider.followUps.refund?.(transferFollowUp('r'));
  await provider.inquire(inquiry);
  const { attemptId, merchantId, paymentId } = request;
  const payer = { ip: null, userAgent: null, email: null, language: null };
  const operation = { attemptId, merchantId, paymentId, amountMinor: '12345', currency: 'PLN' };
  const more = {
    bankId: 7,
    description: 'Order 1',
    payer,
    validUntil: '2026-01-15T10:30:00.000Z',
    returnUrl: 'https://pay.example/return',
  };
  assert.deepEqual(sent, [
    ['start', { ...operation, ...more }],
    ['stop', { ...operation, originalAttemptId: ORIGINAL }],
    ['refund', { ...operation, originalAttemptId: ORIGINAL }],
    ['inquire', { attemptId, currency: 'PLN' }],
  ]);
  assert.deepEqual(Object.keys(provider.followUps).sort(), ['refund', 'stop']);
});

const about = (fields: object) => ({ attemptId: ATTEMPT, ...fields });
const paid = { result: 'APPROVED', reference: 'r-1', amountMinor: '12345', currency: 'PLN' };
const url = 'https://bank.example/pay/1';

const answers: [body: unknown, expected: unknown][] = [
  [about(paid), { kind: 'approved', reference: 'r-1', authCode: null, networkTransactionId: null }],
  [about({ ...paid, amountMinor: '12344' }), garbage],
  [about({ ...paid, amountMinor: 12345 }), garbage],
  [about({ ...paid, currency: 'EUR' }), garbage],
  [about({ ...paid, reference: '' }), garbage],
  [about({ result: 'PENDING' }), { kind: 'pending', reference: null, customer: null }],
  [
    about({ result: 'PENDING', reference: 'r-1', redirectUrl: url }),
    { kind: 'pending', reference: 'r-1', customer: { kind: 'redirect', url } },
  ],
  [about({ result: 'PENDING', redirectUrl: 'javascript:alert(1)' }), garbage],
  [about({ result: 'PENDING', redirectUrl: 'http://bank.example/' }), garbage],
  [about({ result: 'PENDING', redirectUrl: 7 }), garbage],
  [
    about({ result: 'DECLINED', rejectCode: 'INSUFFICIENT_FUNDS' }),
    { kind: 'declined', rejectCode: 'INSUFFICIENT_FUNDS', reference: null },
  ],
  [
    about({ result: 'DECLINED', rejectCode: 'NEW' }),
    { kind: 'declined', rejectCode: 'BANK_REJECTED', reference: null },
  ],
  [about({ result: 'NOT_FOUND' }), { kind: 'not-found' }],
  [about({ result: 'DONE' }), garbage],
  [{ ...about(paid), attemptId: ORIGINAL }, garbage],
  [null, garbage],
  ['APPROVED', garbage],
  [undefined, garbage],
];

for (const [body, expected] of answers) {
  test(`an inquiry answered with ${JSON.stringify(body)}`, async () => {
    assert.deepEqual(await providerWith(body).inquire(inquiry), expected);
  });
}

test('NOT_FOUND, errors, time-outs and broken connections are unknown for a start', async () => {
  assert.deepEqual(await providerWith(about({ result: 'NOT_FOUND' })).authorize(request), garbage);
  const failed = await providerWith(about(paid), 500).authorize(request);
  assert.deepEqual(failed, unknown('provider-error'));
  const failing = (cause: Error) =>
    redirectProvider({
      name: 'PA',
      service: testService,
      send: () => Promise.reject(cause),
      ...transferSettings,
    });
  assert.deepEqual(await failing(new CallTimeout()).authorize(request), unknown('timeout'));
  assert.deepEqual(await failing(new Error('cut')).authorize(request), unknown('connection'));
  await failing(new Error('cut')).banks?.refresh(0);
});

test('a provider in this process that never answers is a time-out', async () => {
  const clock = handClock();
  const send = localRedirect(() => Promise.resolve(undefined), clock, 100);
  const asking = assert.rejects(send('start', {}), CallTimeout);
  clock.advance(100);
  await asking;
});

const bank = {
  bankId: 7,
  name: 'Bank',
  state: 'OK',
  minMinor: '1',
  maxMinor: '500000',
  currency: 'PLN',
  from: '06:00',
  to: '22:00',
};

test('the bank list keeps exact entries only', async () => {
  const { from: _from, to: _to, ...always } = bank;
  const list = [
    bank,
    { ...always, bankId: 8, iconUrl: 'https://bank.example/8.png' },
    { ...bank, bankId: 'x' },
    { ...bank, state: 'CLOSED' },
    { ...bank, minMinor: '0.5' },
    { ...bank, currency: 'XXX' },
    { ...bank, from: '25:00' },
    null,
  ];
  const { banks } = providerWith({ banks: list });
  await banks?.refresh(0);
  const limits = [{ min: money(1n, 'PLN'), max: money(500_000n, 'PLN') }];
  const shared = { provider: 'PA', name: 'Bank', state: 'OK', limits };
  const iconUrl = 'https://bank.example/8.png';
  assert.deepEqual(banks?.banks(), [
    { ...shared, bankId: 7, iconUrl: null, hours: { from: '06:00', to: '22:00' } },
    { ...shared, bankId: 8, iconUrl, hours: null },
  ]);
  const bad = providerWith({ banks: 'x' }).banks;
  await bad?.refresh(0);
  assert.deepEqual(bad?.banks(), []);
});

test('the customer comes back with the hash of the service', () => {
  const { readReturn } = providerWith({});
  const Hash = hashOf(['100047', ORDER], testService);
  const query = { ServiceID: '100047', OrderID: ORDER, Hash };
  assert.equal(readReturn?.(query), ATTEMPT);
  assert.equal(readReturn?.({ ...query, Hash: Hash.replace(/./, 'x') }), undefined);
  assert.equal(readReturn?.({ ...query, OrderID: '1' }), undefined);
});
