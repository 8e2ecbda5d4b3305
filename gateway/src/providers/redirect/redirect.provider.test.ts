// Tests of the plain redirect protocol: the exact requests, every answer, the bank list and the
// customer's way back. Only exact answers about this attempt and amount are accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import { hashOf } from '../autopay/hash.ts';
import { ORDER, testService } from '../autopay/testing/operator-messages.ts';
import { noCredentials } from '../credentials/testing/no-credentials.ts';
import {
  ATTEMPT,
  garbage,
  ORIGINAL,
  transferFollowUp,
  transferInquiry,
  transferRequest,
  transferSettings,
} from '../testing/transfer-requests.ts';
import { redirectProvider } from './redirect.provider.ts';

const request = transferRequest({ bankId: 7 });
const inquiry = transferInquiry('authorize');

function providerWith(body: unknown, sent: unknown[] = []) {
  return redirectProvider({
    name: 'PA',
    service: testService,
    send: (verb, message) => {
      sent.push([verb, message]);
      return Promise.resolve({ status: 200, body });
    },
    ...transferSettings,
  });
}

test('each operation is one message', async () => {
  const sent: unknown[] = [];
  const provider = providerWith({}, sent);
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
  [about({ result: 'PENDING' }), { kind: 'pending', reference: null, customer: null }],
  [
    about({ result: 'PENDING', reference: 'r-1', redirectUrl: url }),
    { kind: 'pending', reference: 'r-1', customer: { kind: 'redirect', url } },
  ],
  [about({ result: 'PENDING', redirectUrl: 'javascript:alert(1)' }), garbage],
  [about({ result: 'PENDING', redirectUrl: 'http://bank.example/' }), garbage],
  [about({ result: 'PENDING', redirectUrl: 7 }), garbage],
  [about({ result: 'DONE' }), garbage],
];

for (const [body, expected] of answers) {
  test(`an inquiry answered with ${JSON.stringify(body)}`, async () => {
    assert.deepEqual(await providerWith(body).inquire(inquiry), expected);
  });
}

test('NOT_FOUND is unknown for a start', async () => {
  assert.deepEqual(await providerWith(about({ result: 'NOT_FOUND' })).authorize(request), garbage);
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

test('the customer comes back with the hash of the service', async () => {
  const { readReturn } = providerWith({});
  const Hash = hashOf(['100047', ORDER], testService);
  const query = { ServiceID: '100047', OrderID: ORDER, Hash };
  const attemptOf = async (changes: Record<string, string> = {}) =>
    (await readReturn?.({ ...query, ...changes }, noCredentials))?.attemptId;
  assert.equal(await attemptOf(), ATTEMPT);
  assert.equal(await attemptOf({ Hash: Hash.replace(/./, 'x') }), undefined);
  assert.equal(await attemptOf({ OrderID: '1' }), undefined);
});
