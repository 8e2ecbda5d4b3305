// Tests of the commands to paste: quoted for the shell, with the reader's keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { HttpMethod } from '../../http/endpoint.ts';
import { testEndpoint, testRoute, type TestEndpoint } from '../../http/testing/test-route.ts';
import { oneOf } from '../../http/schema.ts';
import type { Example } from '../examples.ts';
import { curlFor, formCurlFor, keeping } from './curl.ts';
import { operationOf, type ApiOperation } from './operations.ts';

const reader = { origin: 'http://shop.test', merchantId: '42', apiSecret: 'sesame' };

function operationFor(
  method: HttpMethod,
  path: string,
  more: Partial<TestEndpoint>,
  sent: Omit<Example, 'status'> = {},
): ApiOperation {
  const endpoint = testEndpoint({
    summary: 'Do',
    access: 'merchant',
    reply: Type.Object({}),
    answer: async () => ({}),
    ...more,
  });
  const examples = { [`${method} ${path}`]: [{ ...sent, status: 200, answer: {} }] };
  return operationOf(testRoute(method, path, endpoint), examples);
}

const commandFor = (...what: Parameters<typeof operationFor>): string =>
  curlFor(operationFor(...what), reader);

test('reads with the token and a variable in the path', () => {
  const params = Type.Object({ paymentId: Type.String() });
  assert.equal(
    commandFor('GET', '/v1/ecommerce/payment/{paymentId}', { params }),
    'curl -s "http://shop.test/v1/ecommerce/payment/$PAYMENT_ID" \\\n' +
      '  -H "Authorization: Bearer $TOKEN"',
  );
});

test('keeps adjacent capitals together in the name of a variable', () => {
  const params = Type.Object({ acsTransID: Type.String() });
  const command = commandFor('GET', '/acs/{acsTransID}', { access: 'open', params });
  assert.equal(command, 'curl -s "http://shop.test/acs/$ACS_TRANS_ID"');
});

test('sends text unchanged, with its own media type', () => {
  const simulated = { bodyType: 'application/jose' };
  const more = { access: 'open', simulated, body: Type.String() } as const;
  assert.equal(
    commandFor('POST', '/app', more, { body: 'a.b.c' }),
    "curl -s http://shop.test/app \\\n  -H 'Content-Type: application/jose' \\\n  -d 'a.b.c'",
  );
});

test('sends a header that has only one value', () => {
  const headers = Type.Object({ BmHeader: oneOf({ 'pay-bm': 'For this call.' }, 'Always this.') });
  const command = commandFor('POST', '/pay', { access: 'open', headers, body: Type.Object({}) });
  assert.match(command, /-H 'BmHeader: pay-bm'/);
});

test('names the method if there is no body', () => {
  const command = commandFor('POST', '/v1/admin/keys/rotate', { access: 'operator' });
  assert.match(command, /^curl -s -X POST http:/);
  assert.match(command, /Bearer \$BRAMKA_ADMIN_KEY/);
});

test("sends the example with the reader's keys, a fresh order and safe quotes", () => {
  const body = {
    merchant: { merchantId: '1' },
    secret: 'old',
    order: { extOrderId: 'order-1', description: "it's" },
  };
  const more = { access: 'open', idempotent: true, body: Type.Object({}) } as const;
  const command = commandFor('POST', '/v1/ecommerce/payment', more, { body });
  assert.ok(!command.includes('Bearer'));
  assert.match(command, /-H "Idempotency-Key: key-\$RANDOM\$RANDOM"/);
  assert.match(command, /"merchant": \{ "merchantId": "42" \}/);
  assert.match(command, /"secret": "sesame"/);
  assert.match(command, /"extOrderId": "order-'\$RANDOM'"/);
  assert.match(command, /it'\\''s/);
});

test('sends each field of a form encoded by curl', () => {
  const body = Type.Object({});
  const sent = { form: { cres: 'eyJ', note: "it's & that" } };
  const form =
    'curl -s http://shop.test/back \\\n' +
    "  --data-urlencode 'cres=eyJ' \\\n" +
    "  --data-urlencode 'note=it'\\''s & that'";
  const only = { access: 'open', bodies: ['form'], body } as const;
  assert.equal(commandFor('POST', '/back', only, sent), form);
  const taken = { ...only, bodies: ['json', 'form'] } as const;
  const both = operationFor('POST', '/back', taken, { ...sent, body: {} });
  assert.match(curlFor(both, reader), /application\/json/);
  assert.equal(formCurlFor(both, reader), form);
  const json = operationFor('POST', '/back', { body }, { body: {} });
  assert.equal(formCurlFor(json, reader), undefined);
});

test('has the parameters that the usual request has', () => {
  const query = Type.Object({
    key: Type.Optional(Type.String()),
    page: Type.Optional(Type.String()),
  });
  const command = commandFor('GET', '/back', { access: 'open', query }, { query: { key: 'abc' } });
  assert.equal(command, 'curl -s "http://shop.test/back?key=$KEY"');
  const limited = commandFor('GET', '/back', { access: 'open', query }, { query: { page: '20' } });
  assert.equal(limited, 'curl -s http://shop.test/back?page=20');
});

test('stores a field of the answer in a variable', () => {
  assert.match(
    keeping('TOKEN', 'access_token', 'curl x'),
    /^ANSWER=\$\(curl x\)\n[^]*\nTOKEN=\$\(/,
  );
});
