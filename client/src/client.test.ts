// The options of the client, and `unwrap`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BramkaError, createClient, unwrap, type Failure, type Success } from './client.ts';

const credentials = { merchantId: '10000001', secret: 'secret' };

const addresses: [baseUrl: string, isAllowed: boolean][] = [
  ['https://pay.example', true],
  ['https://pay.example/gateway/', true],
  ['http://127.0.0.1:8080', true],
  ['http://localhost:8080', true],
  ['http://[::1]:8080', true],
  ['http://pay.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['ftp://pay.example', false],
  ['pay.example', false],
  ['', false],
  ['https://user:pass@pay.example', false],
  ['https://pay.example?x=1', false],
];
for (const [baseUrl, isAllowed] of addresses) {
  test(`${isAllowed ? 'accepts' : 'refuses'} the address "${baseUrl}"`, () => {
    const create = () => createClient({ baseUrl, credentials });
    if (isAllowed) assert.doesNotThrow(create);
    else assert.throws(create, TypeError);
  });
}

test('http in a private network must be allowed', () => {
  const baseUrl = 'http://gateway:8080';
  assert.throws(() => createClient({ baseUrl, credentials }), /allowHttp/);
  assert.doesNotThrow(() => createClient({ baseUrl, credentials, allowHttp: true }));
});

test('needs credentials or a token, and complete ones', () => {
  const baseUrl = 'https://pay.example';
  assert.throws(() => createClient({ baseUrl }), TypeError);
  const empty = { merchantId: '10000001', secret: '' };
  assert.throws(() => createClient({ baseUrl, credentials: empty }), TypeError);
});

test('the paths of calls come after the path of baseUrl', async () => {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'https://pay.example/gateway/',
    accessToken: 't',
    headers: { 'user-agent': 'shop/1' },
    fetch: (url, init) => {
      urls.push(`${init.method} ${url} ${new Headers(init.headers).get('user-agent')}`);
      return Promise.resolve(Response.json({ methods: [] }));
    },
  });
  await client.settlements.list({ date: '2026-01-31', before: undefined });
  assert.deepEqual(urls, [
    'GET https://pay.example/gateway/v1/ecommerce/settlements?date=2026-01-31 shop/1',
  ]);
});

const good: Success<number> = { ok: true, value: 7, traceId: null, isReplayed: false };
const bad: Failure = {
  ok: false,
  error: {
    kind: 'refused',
    status: 404,
    code: 'PAYMENT_NOT_FOUND',
    message: 'This merchant has no such payment.',
    fields: [],
    traceId: 't-1',
    retryAfterMs: null,
    attempts: 1,
    idempotencyKey: null,
  },
};

test('unwrap returns the value or throws, of results and of promises of them', async () => {
  assert.equal(unwrap(good), 7);
  assert.equal(await unwrap(Promise.resolve(good)), 7);
  const isRight = (error: unknown): boolean => {
    assert.ok(error instanceof BramkaError);
    assert.equal(error.message, 'PAYMENT_NOT_FOUND: This merchant has no such payment.');
    assert.equal(error.error, bad.error);
    return true;
  };
  assert.throws(() => unwrap(bad), isRight);
  await assert.rejects(unwrap(Promise.resolve(bad)), isRight);
});
