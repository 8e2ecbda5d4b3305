// What a path that is no endpoint is answered with: the endpoint that was probably meant, also for
// a word in the place of an id.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { testEndpoint, testRoute } from '../testing/test-route.ts';
import { bareServer } from '../testing/bare-server.ts';

const open = (...names: string[]) =>
  testEndpoint({
    summary: 'Answers',
    access: 'open',
    ...(names.length > 0
      ? { params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))) }
      : {}),
    reply: Type.Object({}),
    answer: ({ params }) => Promise.resolve({ params }),
  });
const app = bareServer([
  testRoute('POST', '/v1/payment', open()),
  testRoute('GET', '/v1/payment/{paymentId}', open('paymentId')),
  testRoute('POST', '/v1/payment/{paymentId}/capture', open('paymentId')),
  testRoute('GET', '/v1/payment/{paymentId}/refunds', open('paymentId')),
  testRoute('GET', '/v1/payment/refunds/balance', open()),
  testRoute('GET', '/v1/tokenizer/{tokenizerId}/refunds', open('tokenizerId')),
  testRoute(
    'GET',
    '/v1/token/{instrumentRef}/picture/{visualId}',
    open('instrumentRef', 'visualId'),
  ),
  testRoute('GET', '/docs/refunds', open()),
]);
after(() => app.close());

type Method = 'GET' | 'POST';
async function ask(method: Method, url: string): Promise<[status: number, message: string]> {
  const reply = await app.inject({ method, url });
  const { code, message } = reply.json<{ code?: string; message?: string }>();
  if (reply.statusCode === 404) assert.equal(code, 'ROUTE_NOT_FOUND');
  return [reply.statusCode, message ?? ''];
}

const refunds = 'GET /v1/payment/{paymentId}/refunds';
const words: [method: Method, path: string, message: string][] = [
  ['GET', '/v1/payment/refunds', `There is no GET /v1/payment/refunds. Did you mean ${refunds}?`],
  ['GET', '/v1/payment/refnds', `There is no GET /v1/payment/refnds. Did you mean ${refunds}?`],
  [
    'GET',
    '/v1/payment/capture?x=refunds',
    'There is no GET /v1/payment/capture. Did you mean POST /v1/payment/{paymentId}/capture?',
  ],
  [
    'POST',
    '/v1/payment/refunds/capture',
    `There is no POST /v1/payment/refunds/capture. Did you mean ${refunds}?`,
  ],
  [
    'GET',
    '/v1/payment/list',
    'GET /v1/payment/{paymentId} takes an id in the place of {paymentId}, not a word.',
  ],
  [
    'GET',
    '/v1/payment/all_of-them',
    'GET /v1/payment/{paymentId} takes an id in the place of {paymentId}, not a word.',
  ],
  [
    'GET',
    '/v1/refunds',
    'No such endpoint. Did you mean GET /v1/payment/{paymentId}/refunds or ' +
      'GET /v1/tokenizer/{tokenizerId}/refunds?',
  ],
  [
    'GET',
    '/v1/payments',
    'No such endpoint. Did you mean GET /v1/payment/{paymentId} or POST /v1/payment?',
  ],
  [
    'POST',
    '/payment',
    'No such endpoint. Did you mean POST /v1/payment or GET /v1/payment/{paymentId}?',
  ],
  ['GET', '/v1/payment/methods/BLIK', 'No such endpoint. Check the path.'],
  ['GET', '/swagger', 'No such endpoint. Check the path.'],
  ['GET', '/', 'No such endpoint. Check the path.'],
];
for (const [method, path, message] of words) {
  test(`${method} ${path} is answered with what was meant`, async () => {
    assert.deepEqual(await ask(method, path), [404, message]);
  });
}

test('a path with a secret repeats nothing of it', async () => {
  for (const path of ['/v1/4111111111111111/refunds', '/v1/<b>refunds</b>', '/v1/payment/a/4111']) {
    const [status, message] = await ask('GET', encodeURI(path));
    assert.equal(status, 404);
    assert.doesNotMatch(message, /4111|</);
  }
});

test('what may be an id is given to the endpoint', async () => {
  const ids = ['01a1ead8-1b97-7318-b00f-35a8079804d9', '10000001', 'xy', 'a1b', 'refunds1'];
  for (const id of [...ids, 'a'.repeat(41), 'a--b']) {
    const reply = await app.inject({ method: 'GET', url: `/v1/payment/${id}` });
    assert.deepEqual(reply.json(), { params: { paymentId: id } });
  }
});

test('ids of others may be words', async () => {
  const reply = await app.inject({ method: 'GET', url: '/v1/token/refunds/picture/capture' });
  assert.equal(reply.statusCode, 200);
});
