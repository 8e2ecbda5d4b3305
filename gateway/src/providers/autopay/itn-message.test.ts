// Tests of what the adapter of Autopay reads from notifications and returns: findings, amounts, the
// answer, and whose key has proven them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../core/secret.ts';
import type { CredentialLookup } from '../credentials/credentials.ts';
import { noCredentials } from '../credentials/testing/no-credentials.ts';
import { ATTEMPT, transferSettings } from '../testing/transfer-requests.ts';
import { autopayProvider } from './autopay.provider.ts';
import { hashOf } from './hash.ts';
import { itnField, ORDER, paidTransaction, testService } from './testing/operator-messages.ts';
import { serviceOf } from './testing/vectors.ts';

const ownKey = {
  serviceId: secret('7'),
  key: secret('key of the merchant'),
  hashMethod: secret('SHA256'),
};
/** Only service 7 is a merchant's. */
const credentials: CredentialLookup = {
  ...noCredentials,
  byAccount: (account) => Promise.resolve(account === '7' ? ownKey : null),
};
const provider = autopayProvider({
  ...transferSettings,
  name: 'BM',
  service: testService,
  ids: { next: () => ATTEMPT },
  send: () => Promise.reject(new Error('not called')),
});
const read = (transactions: unknown) =>
  provider.readMessage?.(
    { text: '', fields: { transactions }, header: () => undefined, query: {} },
    credentials,
  );

test('a notification names the attempt, the amount of the order and the finding', async () => {
  const news = await read(
    itnField({ ...paidTransaction, amount: '125.00', startAmount: '123.45' }),
  );
  assert.ok(typeof news === 'object');
  const { provenBy, attempts, answer } = news;
  assert.equal(provenBy, null);
  assert.deepEqual(attempts, [
    {
      attemptId: ATTEMPT,
      finding: {
        kind: 'approved',
        reference: '9IA2UISN',
        authCode: null,
        networkTransactionId: null,
      },
      amount: { minor: 12_345n, currency: 'PLN' },
    },
  ]);
  for (const [isAccepted, word] of [
    [true, 'CONFIRMED'],
    [false, 'NOTCONFIRMED'],
  ] as const) {
    const { mediaType, text = '' } = answer?.(isAccepted) ?? {};
    assert.equal(mediaType, 'text/xml');
    assert.ok(text.includes(`<confirmation>${word}</confirmation>`));
    assert.ok(text.includes(hashOf(['100047', ORDER, word], testService)));
  }
});

test('a status that is not known is unknown', async () => {
  const news = await read(itnField({ ...paidTransaction, paymentStatus: 'OTHER' }));
  assert.ok(typeof news === 'object');
  assert.equal(news.attempts[0]?.finding.kind, 'unknown');
});

test('what is forged or unreadable is not authentic', async () => {
  for (const field of [
    undefined,
    7,
    '',
    'e30',
    itnField(paidTransaction, serviceOf('100047', 'x')),
  ])
    assert.equal(await read(field), 'not-authentic', String(field));
});

test('the service of a merchant is proven by its own key, and answered with it', async () => {
  const service = serviceOf('7', 'key of the merchant');
  const news = await read(itnField(paidTransaction, service));
  assert.ok(typeof news === 'object');
  assert.equal(news.provenBy, ownKey);
  const hash = hashOf(['7', ORDER, 'CONFIRMED'], service);
  assert.ok(news.answer?.(true).text.includes(`<serviceID>7</serviceID>`));
  assert.ok(news.answer?.(true).text.includes(hash));
  const wrong: [serviceId: string, key: string][] = [
    ['7', 'a-test-key'],
    ['8', 'key of the merchant'],
    ['100047', 'key of the merchant'],
  ];
  for (const [id, key] of wrong)
    assert.equal(await read(itnField(paidTransaction, serviceOf(id, key))), 'not-authentic', id);
  const query = { ServiceID: '7', OrderID: ORDER, Hash: hashOf(['7', ORDER], service) };
  assert.deepEqual(await provider.readReturn?.(query, credentials), {
    attemptId: ATTEMPT,
    provenBy: ownKey,
  });
});
