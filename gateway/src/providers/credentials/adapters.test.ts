// Tests of every adapter over HTTP: each call is made with the credentials of its request, and with
// those of the installation if it has none; answers are verified with the same ones.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openLoopback, type LoopbackServer } from '@bramka/test/support/loopback-server.ts';
import { secret } from '../../core/secret.ts';
import { httpTransport } from '../../http/outgoing.ts';
import { autopayProvider } from '../autopay/autopay.provider.ts';
import { hashOf, type AutopayService } from '../autopay/hash.ts';
import {
  ORDER,
  paidTransaction,
  signedXml,
  testService,
  transactionsXml,
} from '../autopay/testing/operator-messages.ts';
import { httpAutopay } from '../autopay/transport.ts';
import { blikProvider } from '../blik/blik.provider.ts';
import type { Means } from '../means.ts';
import { plainAcquirer } from '../plain/plain.provider.ts';
import type { FollowUpVerb, Provider } from '../provider.ts';
import { redirectProvider } from '../redirect/redirect.provider.ts';
import {
  ORIGINAL,
  transferFollowUp,
  transferInquiry,
  transferRequest,
  transferSettings,
} from '../testing/transfer-requests.ts';
import type { Credentials } from './credentials.ts';

const key = secret('key-of-the-installation');
const own: Credentials = {
  serviceId: secret('200001'),
  key: secret('key-of-the-merchant'),
  hashMethod: secret('SHA512'),
};
const ownService: AutopayService = {
  serviceId: '200001',
  key: secret('key-of-the-merchant'),
  hashMethod: 'SHA512',
};

const card = {
  number: secret('4111111111111111'),
  expiry: secret('203012'),
  cvv: null,
  holder: null,
};
const noToken = { networkToken: null, cryptogram: null, eci: null };
const cardMeans: Means = {
  kind: 'card',
  numberType: 'PAN',
  ...noToken,
  card,
  threeDS: null,
  exemption: null,
  networkTransactionId: null,
};
const blikMeans = {
  kind: 'blik',
  ticket: { type: 'CODE', code: secret('777123') },
  register: null,
  payer: { ip: null, userAgent: null, email: null, language: null },
  description: 'Order 1',
} as unknown as Means;
const bankMeans = transferRequest().means;

let server: LoopbackServer;
const closers: (() => Promise<void>)[] = [];
before(async () => {
  server = await openLoopback();
});
after(async () => {
  for (const close of closers) await close();
  server.close();
});

interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}
let seen: Seen[] = [];
let answer = '{}';
beforeEach(() => {
  seen = [];
  server.behave = ({ url = '', headers }, response, body) => {
    seen.push({ path: url.slice(1), authorization: headers.authorization, body });
    response.end(answer);
  };
});

const opened = <T extends { close(): Promise<void> }>(transport: T): T => {
  closers.push(() => transport.close());
  return transport;
};
const options = () => ({ url: server.url, key, timeoutMs: 30_000 });

/** Makes every call of the provider, with these credentials. */
async function callAll(provider: Provider, means: Means, credentials?: Credentials) {
  const more = credentials ? { credentials } : {};
  await provider.authorize({ ...transferRequest(), means, ...more });
  for (const verb of Object.keys(provider.followUps) as FollowUpVerb[]) {
    await provider.followUps[verb]?.({ ...transferFollowUp('r'), ...more });
  }
  for (const verb of ['authorize', 'refund'] as const) {
    await provider.inquire({ ...transferInquiry(verb), ...more });
  }
}

const rows: [name: string, means: Means, calls: number, make: () => Provider][] = [
  ['plain', cardMeans, 7, () => plainAcquirer('plain', opened(httpTransport(options())).send, 0)],
  [
    'BLIK',
    blikMeans,
    6,
    () =>
      blikProvider({
        name: 'blik',
        send: opened(httpTransport(options())).send,
        key,
        maxInFlightMs: 0,
        notificationUrl: () => 'https://pay.example/notify',
      }),
  ],
  [
    'redirect',
    bankMeans,
    5,
    () =>
      redirectProvider({
        name: 'PA',
        service: testService,
        send: opened(httpTransport(options())).send,
        ...transferSettings,
      }),
  ],
];

for (const [name, means, calls, make] of rows) {
  test(`${name}: every call has the key of its merchant, or that of the installation`, async () => {
    const provider = make();
    await callAll(provider, means, own);
    await callAll(provider, means);
    const keys = seen.map(({ authorization }) => authorization);
    assert.deepEqual(keys, [
      ...Array.from({ length: calls }, () => 'Bearer key-of-the-merchant'),
      ...Array.from({ length: calls }, () => 'Bearer key-of-the-installation'),
    ]);
    assert.doesNotMatch(seen.map(({ body }) => body).join(), /key-of|200001/);
    const { key: _key, ...incomplete } = own;
    const call = provider.authorize({ ...transferRequest(), means, credentials: incomplete });
    await assert.rejects(call, /have no key/, 'never that of the installation instead');
  });
}

const autopay = () =>
  autopayProvider({
    name: 'BM',
    service: testService,
    send: opened(httpAutopay(options())).send,
    ids: { next: () => ORIGINAL },
    takesBlik: true,
    ...transferSettings,
  });

test('Autopay: every message names the service of its merchant and is signed by it', async () => {
  const provider = autopay();
  await callAll(provider, bankMeans, own);
  await callAll(provider, blikMeans);
  await callAll(provider, blikMeans, own);
  await callAll(provider, bankMeans);
  const signed = seen.map(({ body }) => {
    const isForm = !body.startsWith('{');
    const fields = isForm
      ? [...new URLSearchParams(body)]
      : Object.entries(JSON.parse(body) as Record<string, string>);
    const service = String(fields.find(([field]) => /^serviceid$/i.test(field))?.[1]);
    const hash = fields.find(([field]) => field.toLowerCase() === 'hash')?.[1];
    const values = fields.filter(([, value]) => value !== hash).map(([, value]) => String(value));
    const used = service === '200001' ? ownService : testService;
    assert.equal(hash, hashOf(values, used));
    return service;
  });
  const five = (id: string) => Array.from({ length: 5 }, () => id);
  const both = ['200001', '100047'].flatMap(five);
  assert.deepEqual(signed, [...both, ...both]);
});

test('Autopay: an answer counts only if the same service signed it', async () => {
  const provider = autopay();
  const inquiry = transferInquiry('authorize');
  const ask = async (service: AutopayService, credentials?: Credentials) => {
    answer = transactionsXml([paidTransaction], service);
    return (await provider.inquire({ ...inquiry, ...(credentials ? { credentials } : {}) })).kind;
  };
  assert.deepEqual(
    [
      await ask(ownService, own),
      await ask(testService),
      await ask(testService, own),
      await ask(ownService),
    ],
    ['approved', 'approved', 'unknown', 'unknown'],
  );
  answer = signedXml('transaction', { orderID: ORDER, confirmation: 'CONFIRMED' }, ownService);
  const start = await provider.authorize({ ...transferRequest(), credentials: own });
  assert.equal(start.kind, 'pending');
  assert.equal((await provider.authorize(transferRequest())).kind, 'unknown');
});
