// Tests of the adapter: what it sends, and that notifications need their signature.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { money } from '../../core/money.ts';
import type { CredentialLookup } from '../credentials/credentials.ts';
import { noCredentials } from '../credentials/testing/no-credentials.ts';
import type { BlikMeans } from '../means.ts';
import type { Authorization } from '../provider.ts';
import { blikProvider } from './blik.provider.ts';
import type { BlikRequest, BlikVerb } from './messages.ts';
import { signBlikNotification } from './notification.ts';

const attemptId = '01a1ddaa-94be-73d2-943c-8b7759934376';
const paymentId = '01a1ddaa-94be-73d2-943c-8b7759934377';
const key = secret('blik-key');
const operation = { attemptId, merchantId: '10000001', paymentId, amount: money(1999n, 'PLN') };
const sentOperation = {
  attemptId,
  merchantId: '10000001',
  paymentId,
  amountMinor: '1999',
  currency: 'PLN',
};
const payer = { ip: '10.0.0.1', userAgent: 'Firefox', email: null, language: 'pl' };
const means: BlikMeans = {
  kind: 'blik',
  ticket: { type: 'CODE', code: secret('777123') },
  register: null,
  payer,
  description: 'Order 7',
};
const sale = (paidWith: Authorization['means']): Authorization => ({
  ...operation,
  means: paidWith,
  kind: 'sale',
});

type Send = Parameters<typeof blikProvider>[0]['send'];

function adapter(send: Send) {
  const notificationUrl = () => 'https://pay.example/notify';
  return blikProvider({ name: 'blik', send, key, maxInFlightMs: 1000, notificationUrl });
}

function recorder() {
  const sent: [BlikVerb, BlikRequest][] = [];
  const send: Send = (verb, request) => {
    sent.push([verb, request]);
    const body = { result: 'APPROVED', reference: 'R', ...sentOperation };
    return Promise.resolve({ status: 200, body });
  };
  return { sent, provider: adapter(send) };
}

describe('what is sent', () => {
  const shared = {
    payer: { ip: '10.0.0.1', userAgent: 'Firefox' },
    description: 'Order 7',
    notificationUrl: 'https://pay.example/notify',
  };
  const recurring = {
    model: 'M',
    frequency: '1M',
    limitMinor: 5000n,
    totalLimitMinor: null,
    totalCount: 12,
    expiresOn: '20271231',
  } as const;
  const rows: [what: string, change: Partial<BlikMeans>, message: Partial<BlikRequest>][] = [
    ['a code', {}, { ticket: { type: 'CODE', code: '777123' } }],
    [
      'an alias',
      { ticket: { type: 'UID', alias: secret('cust-1'), app: null } },
      { ticket: { type: 'UID', alias: 'cust-1' } },
    ],
    [
      'an alias with the app',
      { ticket: { type: 'UID', alias: secret('cust-1'), app: '2' } },
      { ticket: { type: 'UID', alias: 'cust-1', app: '2' } },
    ],
    [
      'an agreement',
      { ticket: { type: 'PAYID', alias: secret('pay-1'), app: null } },
      { ticket: { type: 'PAYID', alias: 'pay-1' } },
    ],
    [
      'an agreement with the app',
      { ticket: { type: 'PAYID', alias: secret('pay-1'), app: '2' } },
      { ticket: { type: 'PAYID', alias: 'pay-1', app: '2' } },
    ],
    [
      'an alias to be registered',
      { register: { type: 'UID', alias: secret('cust-1'), label: 'My shop', recurring: null } },
      {
        ticket: { type: 'CODE', code: '777123' },
        register: { type: 'UID', alias: 'cust-1', label: 'My shop' },
      },
    ],
    [
      'an agreement to be registered',
      { register: { type: 'PAYID', alias: secret('pay-1'), label: 'My shop', recurring } },
      {
        ticket: { type: 'CODE', code: '777123' },
        register: {
          type: 'PAYID',
          alias: 'pay-1',
          label: 'My shop',
          recurring: {
            model: 'M',
            frequency: '1M',
            limitMinor: '5000',
            totalCount: '12',
            expiresOn: '20271231',
          },
        },
      },
    ],
  ];
  for (const [what, change, message] of rows) {
    test(what, async () => {
      const { sent, provider } = recorder();
      const outcome = await provider.authorize(sale({ ...means, ...change }));
      deepEqual(outcome, {
        kind: 'approved',
        reference: 'R',
        authCode: null,
        networkTransactionId: null,
      });
      deepEqual(sent, [['authorize', { ...sentOperation, ...shared, ...message }]]);
    });
  }

  test('stop, reverse, refund and inquire', async () => {
    const { sent, provider } = recorder();
    const request = { ...operation, originalAttemptId: paymentId, originalReference: 'R0' };
    for (const verb of ['stop', 'reverse', 'refund'] as const) {
      equal((await provider.followUps[verb]?.(request))?.kind, 'approved');
    }
    await provider.inquire({
      ...{ merchantId: '10000001', paymentId, attemptId, verb: 'authorize', kind: 'sale' },
      ...{ reference: null, amountMinor: 1999n, currency: 'PLN' },
    });
    const message = { ...sentOperation, originalAttemptId: paymentId };
    deepEqual(sent, [
      ['stop', message],
      ['reverse', message],
      ['refund', message],
      ['inquire', { attemptId }],
    ]);
    deepEqual(Object.keys(provider.followUps).sort(), ['refund', 'reverse', 'stop']);
  });
});

describe('messages', () => {
  const { provider } = recorder();
  const ownKey = { key: secret('key of the merchant') };
  /** Only this merchant has a key of its own. */
  const credentials: CredentialLookup = {
    ...noCredentials,
    ofMerchant: (id) => Promise.resolve(id === 'M7' ? ownKey : null),
  };
  const read = (fields: Record<string, unknown>, signedWith = key, text = JSON.stringify(fields)) =>
    provider.readMessage?.(
      {
        text,
        fields,
        header: (name) =>
          name === 'signature' ? signBlikNotification(text, signedWith) : undefined,
        query: {},
      },
      credentials,
    );
  const provenBy = async (...given: Parameters<typeof read>) => {
    const news = await read(...given);
    return typeof news === 'object' ? news.provenBy : news;
  };
  const pending = { orderId: attemptId, status: 'PENDING' };

  test('are read only with the right signature', async () => {
    equal(await provenBy(pending), null);
    equal(await provenBy(pending, secret('another')), 'not-authentic');
    equal(await provenBy({}), 'unreadable');
  });

  test('of a merchant with its own key are proven by either key', async () => {
    const ofMerchant = { ...pending, merchantId: 'M7' };
    deepEqual(await provenBy(ofMerchant, ownKey.key), ownKey);
    equal(await provenBy(ofMerchant), null);
    equal(await provenBy(pending, ownKey.key), 'not-authentic', 'it names no merchant');
    equal(await provenBy({ ...pending, merchantId: 'M8' }, ownKey.key), 'not-authentic');
    equal(await provenBy({ ...pending, merchantId: 'M7\0' }, ownKey.key), 'not-authentic');
  });
});
