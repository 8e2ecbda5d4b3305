// Misuse of HTTP: methods, paths, lengths, headers and slow clients. Every request is answered or
// cut off, and the gateway keeps serving others.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { assertHealthy, sendRaw, startTarget, type Target } from '../support/attack.ts';
import type { Json } from '../support/client.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

test('every path has exactly one valid spelling', async () => {
  const { paymentId } = target;
  const at = '/v1/ecommerce/payment';
  const paths = [
    `${at}/`,
    `/${at}`,
    `${at}//${paymentId}`,
    `${at}/${paymentId}/`,
    `${at}/${paymentId}/status/`,
    '/V1/ecommerce/payment',
    '/v1/ecommerce/PAYMENT',
    `${at}/${paymentId}/status.json`,
    '/v1/ecommerce/../admin/merchants',
    `${at}/..%2f..%2fadmin%2fmerchants`,
    `${at}/%2e%2e/x`,
    `${at};x=1`,
    `${at}/%00`,
    `${at}/%zz`,
    `${at}/%`,
    `${at}/%ff%fe`,
    `${at}/%ED%A0%80`,
    '/v1/ecommerce/%70ayment/x/y',
    '//',
    '/..',
    '/health',
    '/health/ready/',
    '/metrics/',
    '/.env',
    '/v1/admin',
    '/v1/ecommerce',
    `/${'a'.repeat(4000)}`,
    `${at}/${'9'.repeat(500)}`,
    `${at}/${paymentId}/${'status/'.repeat(300)}`,
    `${at}/${paymentId.toUpperCase()}/x`,
  ];
  for (const path of paths) {
    const reply = await sendRaw(target.gateway.url, 'GET', path);
    assert.ok([400, 401, 404, 405].includes(reply.status), `${path}: ${reply.status}`);
    assertErrorText(reply.text, path);
  }
});

test('a payment is found only under its exact id', async () => {
  const { gateway, token, paymentId } = target;
  const spellings = [
    paymentId.toUpperCase(),
    paymentId.replaceAll('-', ''),
    `{${paymentId}}`,
    `${paymentId}%20`,
    ` ${paymentId}`,
    '0',
    '-1',
    '%27',
    "x'--",
    '%F0%9F%98%80',
  ];
  for (const spelling of spellings) {
    const reply = await gateway.call('GET', `/v1/ecommerce/payment/${spelling}/status`, { token });
    assert.equal(reply.status, 404, `${spelling} ${reply.text}`);
    assert.equal(reply.body['code'], 'PAYMENT_NOT_FOUND', spelling);
  }
  for (const word of ['null', 'undefined', 'refunds', 'paymentId']) {
    const path = `/v1/ecommerce/payment/${word}`;
    const { body } = await gateway.call('GET', path, { token });
    assert.equal(body['code'], 'ROUTE_NOT_FOUND', word);
  }
});

test('a word in the place of an id is answered with the endpoint that was meant', async () => {
  const { gateway, token } = target;
  const payment = '/v1/ecommerce/payment';
  const { status, body } = await gateway.call('GET', `${payment}/refunds`, { token });
  assert.equal(status, 404);
  assert.equal(
    body['message'],
    `There is no GET ${payment}/refunds. Did you mean GET ${payment}/{paymentId}/refunds?`,
  );
});

test('unusual queries change nothing and are never a server error', async () => {
  const { gateway } = target;
  const queries = ['?after=%00', '?after=a&after=b', '?after[]=1', '?after=%', '?__proto__=1'];
  const more = [`?after=${'9'.repeat(3000)}`, '?&&&=', '?after=%ED%A0%80', '?%00=1', '?after=😀'];
  for (const query of [...queries, ...more]) {
    const path = `/v1/admin/merchants${query}`;
    const reply = await gateway.call('GET', path, { token: gateway.adminKey });
    assert.ok([200, 400].includes(reply.status), `${query} ${reply.status} ${reply.text}`);
  }
});

test('requests that break the protocol are refused with the error body', async () => {
  const post =
    'POST /v1/ecommerce/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const broken = [
    'GET /v1 HTTP/1.1\r\n\r\n',
    'GET /v1\r\n\r\n',
    'GET /v1 HTTP/9.9\r\nHost: localhost\r\n\r\n',
    'garbage\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    `${post}Content-Length: -5\r\n\r\n{}`,
    `${post}Content-Length: abc\r\n\r\n{}`,
    `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: gzip\r\n\r\n{}`,
    `GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'GET /health/live HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: localhost\r\nA:\x01\r\n\r\n',
  ];
  for (const text of broken) {
    const reply = await raw(text);
    assert.match(reply, /^HTTP\/1\.1 (400|404|431|501|505) /, JSON.stringify(text.slice(0, 120)));
    assert.doesNotMatch(reply, /node_modules|\.ts:|at .*\(/);
    assertErrorText(reply.slice(reply.indexOf('\r\n\r\n') + 4), text.slice(0, 120));
    assert.match(reply, /\r\nx-trace-id: \S+\r\n/i, text.slice(0, 120));
  }
});

test('a request smuggled behind another one is handled separately', async () => {
  const body = '{}';
  const json = 'Content-Type: application/json\r\n';
  const first = `POST /v1/ecommerce/auth HTTP/1.1\r\nHost: localhost\r\n${json}`;
  const second = 'GET /v1/admin/merchants HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const both = `${first}Content-Length: ${body.length}\r\n\r\n${body}${second}`;
  const reply = await raw(both, 60_000);
  const statuses = [...reply.matchAll(/HTTP\/1\.1 (\d+) /g)].map((match) => match[1]);
  assert.deepEqual(statuses, ['400', '401']);
});

test('waits for the rest of a body that is shorter than its length', async () => {
  const head =
    'POST /v1/ecommerce/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const socket = await open();
  socket.write(`${head}Content-Length: 50\r\n\r\n{"secret":`);
  socket.end();
  await new Promise((resolve) => socket.once('close', resolve).resume());
  assert.equal((await target.gateway.call('GET', '/health/live')).status, 200);
});

test('two hundred slow clients do not block others', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, () => open()));
  for (const [index, socket] of slow.entries()) {
    socket.write('POST /v1/ecommerce/payment HTTP/1.1\r\nHost: localhost\r\n');
    if (index % 2 === 0)
      socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  }
  const { gateway, token } = target;
  const made = await gateway.payByCard({ token });
  assert.equal(made.status, 200, made.text);
  await gateway.waitForStatus(token, made.body['paymentId'] as string, 'COMPLETED');
  for (const socket of slow) socket.destroy();
});

function assertErrorText(text: string, about: string): void {
  const body = JSON.parse(text) as Json;
  assert.ok(typeof body['message'] === 'string' && 'traceId' in body, `${about}: ${text}`);
}

function open(): Promise<Socket> {
  const { hostname, port } = new URL(target.gateway.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}

/**
 * Sends the text as it is and returns everything that is received until the other side closes or is
 * silent.
 */
async function raw(text: string, quietMs = 2000): Promise<string> {
  const socket = await open();
  let answer = '';
  socket.setTimeout(60_000, () => socket.destroy());
  socket.once('data', () => socket.setTimeout(quietMs));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.write(text, 'latin1');
  await closed;
  return answer;
}
