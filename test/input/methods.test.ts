// Unsupported methods and media types: each has its own status, with the error body.
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { examples } from '@bramka/gateway/docs/guides/doc-files.ts';
import { assertHealthy, pathOf, sendRaw, startTarget, type Target } from '../support/attack.ts';
import type { Json } from '../support/client.ts';
import { assertErrorReply, operationsOf } from '../support/reply-check.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

const house: readonly string[] = [
  '/health/live',
  '/health/ready',
  '/docs',
  '/docs/guides/payments',
  '/docs/reference/events',
  '/docs/reference/endpoints/postPayment',
  '/docs/search.json',
  ...examples.map((file) => `/docs/${file}`),
  '/openapi.json',
  '/metrics',
  '/icons/visa.svg',
];

const page = '/pay/10000001/01890000-0000-7000-8000-000000000000/key';

/**
 * Every path of the document, including the sandbox, and other served paths, with their methods.
 */
async function knownPaths(): Promise<Map<string, Set<string>>> {
  const methodsByPath = new Map<string, Set<string>>(house.map((path) => [path, new Set(['GET'])]));
  methodsByPath.set(page, new Set(['GET', 'POST']));
  for (const one of await operationsOf(target.gateway)) {
    const named = one.path.replace('{organization}', 'visa');
    const path = pathOf(target, { ...one, path: named });
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(one.method));
  }
  return methodsByPath;
}

test('a known path answers every other method with 405 and lists the allowed ones', async () => {
  const known = await knownPaths();
  assert.ok(known.size > 40);
  for (const [path, taken] of known) {
    // CONNECT takes over the connection, so it is sent by hand below.
    const others = METHODS.filter((method) => method !== 'CONNECT' && !taken.has(method));
    const replies = await Promise.all(
      others.map(
        async (method) => [method, await sendRaw(target.gateway.url, method, path)] as const,
      ),
    );
    for (const [method, { status, headers, text }] of replies) {
      const about = `${method} ${path} ${status} ${text}`;
      assert.equal(status, 405, about);
      assert.deepEqual(String(headers['allow']).split(', ').sort(), [...taken].sort(), about);
      assert.ok(headers['x-trace-id'], about);
      if (method === 'HEAD') assert.equal(text, '');
      else if (!text.startsWith('<!doctype')) assertRefusal(text, 'METHOD_NOT_ALLOWED', about);
    }
  }
});

test('an unknown path is 404 for every method', async () => {
  for (const method of METHODS.filter((one) => one !== 'CONNECT')) {
    const { status, text } = await sendRaw(target.gateway.url, method, '/nowhere');
    assert.equal(status, 404, method);
    if (method !== 'HEAD') assertRefusal(text, 'ROUTE_NOT_FOUND', method);
  }
});

const lines: [line: string, status: number, code: string][] = [
  ['QUERY /v1/ecommerce/auth', 405, 'METHOD_NOT_ALLOWED'],
  ['QUERY /v1/ecommerce/payment/methods', 405, 'METHOD_NOT_ALLOWED'],
  ['CONNECT /health/live', 405, 'METHOD_NOT_ALLOWED'],
  ['CONNECT example.com:443', 404, 'ROUTE_NOT_FOUND'],
  ['FOO /health/live', 400, 'MALFORMED_REQUEST'],
  ['get /health/live', 400, 'MALFORMED_REQUEST'],
];

for (const [line, status, code] of lines) {
  test(`${line} is ${status} with the error body`, async () => {
    const answer = await raw(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(answer, /\r\nx-trace-id: /i);
    assertRefusal(answer.slice(answer.indexOf('\r\n\r\n') + 4), code, line);
  });
}

test('a request of HTTP/1.1 without Host says which header is missing', async () => {
  const answer = await raw('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Json;
  assert.equal(body['code'], 'MALFORMED_REQUEST');
  assert.deepEqual(body['details'], [{ field: 'Host', message: 'is required' }]);
});

const repeated: [field: string, headers: string][] = [
  ['Host', 'Host: localhost\r\nHost: localhost\r\n'],
  ['Host', 'Host: localhost\r\nhOST: evil.example\r\n'],
  ['Authorization', 'Host: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n'],
  ['Authorization', 'Host: localhost\r\nAuthorization: Bearer a\r\nauthorization: Bearer a\r\n'],
];

for (const [field, headers] of repeated) {
  test(`two headers ${field} are refused before anything else is read`, async () => {
    for (const path of ['/health/live', '/v1/admin/merchants', '/docs', '/nowhere']) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Json;
      assert.equal(body['code'], 'MALFORMED_REQUEST', path);
      assert.deepEqual(body['details'], [{ field, message: 'must be sent once' }], path);
    }
  });
}

test('a body with Content-Encoding is refused, whatever its coding', async () => {
  for (const coding of ['gzip', 'br', 'identity', 'utf-8', '']) {
    const headers = `Content-Type: application/json\r\nContent-Encoding: ${coding}\r\n`;
    const answer = await login(headers);
    assert.match(answer, /^HTTP\/1\.1 400 /, coding);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Json;
    const message = 'is not supported; send the body without it';
    assert.deepEqual(body['details'], [{ field: 'Content-Encoding', message }], coding);
  }
  const head = 'GET /v1/ecommerce/keys HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n';
  assert.match(await raw(`${head}Connection: close\r\n\r\n`), /^HTTP\/1\.1 200 /);
});

test('a request with an unknown Expect header is answered', async () => {
  const head =
    'GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nConnection: close\r\n\r\n';
  assert.match(await raw(head), /^HTTP\/1\.1 200 /);
});

/** By the status of a login with the right secret. */
const mediaTypes: [type: string, status: number][] = [
  ['application/json', 200],
  ['APPLICATION/JSON', 200],
  ['application/json;charset=utf-8', 200],
  ['application/json; charset=UTF-8', 200],
  ['application/json; charset="utf-8"', 200],
  ['application/json ; charset=utf8', 200],
  ['application/json; charset=us-ascii', 200],
  ['application/json; profile=x', 200],
  ['application/json; charset=utf-16', 415],
  ['application/json; charset="utf-16le"', 415],
  ['application/json; charset=iso-8859-1', 415],
  ['application/json; charset=', 415],
  ['application/json5', 415],
  ['application/jsonp', 415],
  ['application/problem+json', 415],
  ['application/json+problem', 415],
  ['application/json, text/plain', 415],
  ['text/plain, application/json', 415],
  ['application/*', 415],
  ['*/*', 415],
  ['json', 415],
  ['/', 415],
  ['text/json', 415],
  ['multipart/form-data; boundary=application/json', 415],
  ['application/x-www-form-urlencoded', 415],
];

for (const [type, status] of mediaTypes) {
  test(`a body of media type ${type} is ${status}`, async () => {
    const answer = await login(`Content-Type: ${type}\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), answer);
    if (status === 415) assertMediaType(answer);
  });
}

test('a body without a media type, or with two, is 415', async () => {
  assertMediaType(await login(''));
  assertMediaType(await login('Content-Type:\r\n'));
  const twice = 'Content-Type: application/json\r\nContent-Type: text/plain\r\n';
  assert.match(assertMediaType(await login(twice)), /must be sent once/);
});

test('an empty body counts as absent, whatever its media type', async () => {
  const { gateway, token, paymentId } = target;
  for (const type of ['application/json', 'application/json; charset=utf-16', 'text/plain']) {
    const empty = await gateway.call('GET', `/v1/ecommerce/payment/${paymentId}`, {
      token,
      headers: { 'content-type': type },
    });
    assert.equal(empty.status, 200, type);
  }
  const missing = await gateway.call('POST', '/v1/ecommerce/auth', {
    headers: { 'content-type': 'application/json' },
  });
  assertErrorReply(missing);
  assert.deepEqual([missing.status, missing.body['message']], [400, 'body is required.']);
});

function login(headers: string): Promise<string> {
  const body = '{"merchant":{"merchantId":"10000001"},"secret":"sandbox-secret-10000001"}';
  const head = 'POST /v1/ecommerce/auth HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
  return raw(`${head}${headers}Content-Length: ${body.length}\r\n\r\n${body}`);
}

function assertMediaType(answer: string): string {
  assert.match(answer, /^HTTP\/1\.1 415 /);
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  assertRefusal(text, 'MEDIA_TYPE_NOT_SUPPORTED', answer);
  return text;
}

function assertRefusal(text: string, code: string, about: string): void {
  const body = JSON.parse(text) as Json;
  assert.deepEqual(Object.keys(body).sort(), ['code', 'details', 'message', 'traceId'], about);
  assert.equal(body['code'], code, about);
}

function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(target.gateway.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
