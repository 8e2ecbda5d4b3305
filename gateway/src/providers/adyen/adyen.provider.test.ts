// Tests of the adapter of Adyen: calls and their keys, accounts of merchants, what an inquiry says
// without asking, the harmless call, and which messages count.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { timeOfId } from '../../core/id.ts';
import { money } from '../../core/money.ts';
import { open, secret } from '../../core/secret.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import { noCredentials } from '../credentials/testing/no-credentials.ts';
import type { CredentialLookup } from '../credentials/credentials.ts';
import type { AttemptVerb } from '../attempt.ts';
import type { Inquiry } from '../provider.ts';
import { adyenProvider } from './adyen.provider.ts';
import { referenceOf } from './reference.ts';
import { account, authorization, followUp, ids, itemOf, messageOf } from './testing/requests.ts';
import type { AdyenCall } from './transport.ts';

const DAY_MS = 86_400_000;
const MADE = timeOfId(ids.attemptId);
const OTHER_KEY = secret('11'.repeat(32));
const own = {
  merchantAccount: secret('OwnAccount'),
  apiKey: secret('own-api-key'),
};

function adapterAt(
  nowMs: number,
  answer: JsonAnswer = { status: 500, body: undefined },
  used = account,
) {
  const sent: (AdyenCall & { account: string; key: string })[] = [];
  const provider = adyenProvider({
    name: 'adyen',
    account: used,
    maxInFlightMs: 60_000,
    clock: { now: () => nowMs },
    returnUrl: () => 'https://gateway.example/x',
    send(call, { merchantAccount, apiKey }) {
      sent.push({ ...call, account: merchantAccount, key: open(apiKey) });
      return Promise.resolve(answer);
    },
  });
  return { provider, sent };
}

test('every call has the attempt as its key, and every operation its path', async () => {
  const { provider, sent } = adapterAt(MADE);
  await provider.authorize(authorization());
  for (const send of Object.values(provider.followUps)) await send(followUp());
  const { followUps } = provider;
  await followUps.reverse?.(followUp({ originalReference: null }));
  deepEqual(
    sent.map(({ path }) => path),
    [
      '/payments',
      '/payments/PSP1/captures',
      '/payments/PSP1/amountUpdates',
      '/payments/PSP1/reversals',
      '/payments/PSP1/refunds',
      '/cancels',
      '/cancels',
    ],
  );
  for (const call of sent) {
    equal(call.idempotencyKey, ids.attemptId);
    deepEqual([call.account, call.key], ['TestMerchant', 'api-key']);
  }
  const originalAttemptId = followUp().originalAttemptId;
  const paymentReference = referenceOf({ ...ids, attemptId: originalAttemptId }, 'authorize');
  const amount = { value: 5_000, currency: 'PLN' };
  const common = { merchantAccount: 'TestMerchant' };
  deepEqual(
    sent.slice(1).map(({ message }) => message),
    [
      { ...common, reference: referenceOf(ids, 'capture'), amount },
      { ...common, reference: referenceOf(ids, 'adjust'), amount },
      { ...common, reference: referenceOf(ids, 'reverse') },
      { ...common, reference: referenceOf(ids, 'refund'), amount },
      { ...common, reference: referenceOf(ids, 'stop'), paymentReference },
      { ...common, reference: referenceOf(ids, 'reverse'), paymentReference },
    ],
  );
});

test('a reference of Adyen cannot change the path', async () => {
  const { provider, sent } = adapterAt(MADE);
  await provider.followUps.refund?.(followUp({ originalReference: '../x?y#z' }));
  equal(sent[0]?.path, '/payments/..%2Fx%3Fy%23z/refunds');
  const lost = followUp({ originalReference: null });
  await rejects(async () => provider.followUps.capture?.(lost), /names the payment/);
  equal(sent.length, 1);
});

test('an amount in a currency with another minor unit is not sent', async () => {
  const { provider, sent } = adapterAt(MADE);
  const amount = money(1_000n, 'ISK');
  deepEqual(await provider.authorize(authorization({}, { amount })), {
    kind: 'declined',
    rejectCode: 'CURRENCY_NOT_SUPPORTED',
    reference: null,
    mayTryElsewhere: true,
  });
  deepEqual(sent, []);
});

test('a merchant with its own account is called with it, completely', async () => {
  const { provider, sent } = adapterAt(MADE);
  await provider.authorize({ ...authorization(), credentials: own });
  await provider.followUps.capture?.({ ...followUp(), credentials: own });
  for (const { account: name, key, message } of sent) {
    deepEqual([name, key], ['OwnAccount', 'own-api-key']);
    equal((message as { merchantAccount: string }).merchantAccount, 'OwnAccount');
  }
  const { apiKey: _none, ...lacking } = own;
  const incomplete = { ...authorization(), credentials: lacking };
  await rejects(async () => provider.authorize(incomplete), /have no apiKey/);
  equal(sent.length, 2);
});

const inquiry = (verb: AttemptVerb, reference: string | null): Inquiry => ({
  merchantId: ids.merchantId,
  paymentId: ids.paymentId,
  attemptId: ids.attemptId,
  verb,
  kind: 'sale',
  reference,
  amountMinor: 100n,
  currency: 'PLN',
});

test('an inquiry asks nobody: what is known follows from reference and age', async () => {
  const found = async (days: number, verb: AttemptVerb, reference: string | null) => {
    const { provider, sent } = adapterAt(MADE + days * DAY_MS);
    const { kind } = await provider.inquire(inquiry(verb, reference));
    deepEqual(sent, []);
    return kind;
  };
  for (const days of [0, 5.999, 6, 400]) {
    equal(await found(days, 'authorize', null), 'pending');
    equal(await found(days, 'authorize', 'PSP1'), 'pending');
    for (const verb of ['capture', 'adjust', 'reverse', 'refund'] as const) {
      equal(await found(days, verb, 'PSP2'), 'pending');
      equal(await found(days, verb, null), days < 6 ? 'not-found' : 'unknown');
    }
    equal(await found(days, 'stop', 'PSP2'), days < 6 ? 'pending' : 'declined');
    equal(await found(days, 'stop', null), days < 6 ? 'not-found' : 'declined');
  }
});

test('the harmless call lists payment methods', async () => {
  const check = async (answer: JsonAnswer) => {
    const { provider, sent } = adapterAt(MADE, answer);
    const found = await provider.check?.();
    deepEqual(sent[0]?.path, '/paymentMethods');
    deepEqual(sent[0]?.idempotencyKey, undefined);
    return found && 'why' in found ? found.why : found?.kind;
  };
  equal(await check({ status: 200, body: { paymentMethods: [] } }), 'not-found');
  equal(await check({ status: 200, body: undefined }), 'garbage');
  equal(await check({ status: 401, body: { status: 401, errorCode: '000' } }), 'provider-error');
});

const lookup: CredentialLookup = {
  ...noCredentials,
  byAccount: (name) => Promise.resolve(name === 'OwnAccount' ? own : null),
};
const read = async (fields: object, credentials = lookup, used = account) => {
  const { provider } = adapterAt(MADE, undefined, used);
  const message = { text: '', fields: { ...fields }, header: () => undefined, query: {} };
  return provider.readMessage?.(message, credentials);
};

test('a message is proven by the key of the installation, for its accounts only', async () => {
  const theirs = itemOf({ merchantAccount: 'OwnAccount' });
  for (const items of [[itemOf()], [theirs], [itemOf(), theirs]]) {
    const news = await read(messageOf(items));
    const found = typeof news === 'object' && [news.provenBy, news.attempts.length];
    deepEqual(found, [null, items.length]);
  }
  for (const forged of [
    messageOf([itemOf()], OTHER_KEY),
    messageOf([theirs], OTHER_KEY),
    messageOf([itemOf({ merchantAccount: 'Nobody' })]),
    messageOf([itemOf({ merchantAccount: '' })]),
    messageOf([itemOf(), itemOf({ merchantAccount: 'Nobody' })]),
  ]) {
    equal(await read(forged), 'not-authentic');
  }
  equal(await read(messageOf([theirs]), noCredentials), 'not-authentic');
});

test('one item that is not authentic makes the message none', async () => {
  const [right] = messageOf([itemOf()]).notificationItems;
  const [forged] = messageOf([itemOf()], OTHER_KEY).notificationItems;
  for (const items of [
    [right, forged],
    [forged, right],
  ]) {
    equal(await read({ notificationItems: items }), 'not-authentic');
  }
  equal(await read({}), 'unreadable');
});

test('all items of a message count; those without news are accepted too', async () => {
  const news = await read(
    messageOf([
      itemOf(),
      itemOf({ eventCode: 'REPORT_AVAILABLE', merchantReference: '' }),
      itemOf({ eventCode: 'CHARGEBACK' }),
      itemOf({ eventCode: 'CAPTURE', merchantReference: referenceOf(ids, 'capture') }),
    ]),
  );
  if (typeof news !== 'object') throw new Error(String(news));
  deepEqual([news.attempts.length, news.disputes?.length], [2, 1]);
  for (const isAccepted of [true, false]) {
    deepEqual(news.answer?.(isAccepted), { mediaType: 'text/plain', text: '[accepted]' });
  }
});

test('while a key is replaced, both are accepted', async () => {
  const hmacKey = secret(`${open(OTHER_KEY)},${open(account.hmacKey)}`);
  for (const key of [OTHER_KEY, account.hmacKey]) {
    const news = await read(messageOf([itemOf()], key), lookup, { ...account, hmacKey });
    equal(typeof news, 'object');
  }
  equal(await read(messageOf([itemOf()], OTHER_KEY)), 'not-authentic');
});
