// Tests with real sockets: slow senders, overload and connection limits.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { until } from '@bramka/test/support/waiting/until.ts';
import { testEndpoint, testRoute } from '../testing/test-route.ts';
import type { RequestLimits } from '../limits.ts';
import { createMetrics } from '../metrics.ts';
import type { ServerParts } from '../server.ts';
import { bareServer, noRateLimits } from '../testing/bare-server.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: { code?: string; message?: string; traceId?: string };
}

/** Requests to /held wait until the test releases them. */
async function setUp(limits: Partial<RequestLimits>, other: Partial<ServerParts> = {}) {
  const waiting: (() => void)[] = [];
  const held = testEndpoint({
    summary: 'Waits',
    access: 'open',
    body: Type.Object({}),
    reply: Type.Object({}),
    answer: () => new Promise((resolve) => waiting.push(() => resolve({}))),
  });
  const metrics = createMetrics();
  const routes = [testRoute('POST', '/held', held)];
  const app = bareServer(routes, { metrics, limits: { ...noRateLimits, ...limits }, ...other });
  app.get('/plain', () => ({}));
  app.get('/health/live', { config: { isExempt: true } }, () => ({ status: 'live' }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
    for (const go of waiting) go();
    return app.close();
  });
  const dial = async (text = '', localAddress = '127.0.0.1'): Promise<Raw> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    const raw = new Raw(socket);
    await once(socket, 'connect');
    socket.write(text);
    return raw;
  };
  const slow = (address?: string, headers = '') =>
    dial(`POST /held HTTP/1.1\r\nHost: x\r\n${headers}${JSON_BODY}{`, address);
  const ask = (path: string, { method = 'GET', address = '127.0.0.1' } = {}) =>
    send({ port, path, method, localAddress: address });
  return { app, dial, slow, ask, waiting, metrics, port };
}

const JSON_BODY = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n';

class Raw {
  readonly socket: Socket;
  text = '';
  isClosed = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => (this.text += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }
}

function send(options: {
  port: number;
  path: string;
  method: string;
  localAddress: string;
}): Promise<Answer> {
  const hasBody = options.method === 'POST';
  const headers = hasBody ? { 'content-type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, host: '127.0.0.1', agent: false, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(text || '{}') as Answer['body'],
        }),
      );
    });
    sent.on('error', reject);
    sent.end(hasBody ? '{}' : undefined);
  });
}

const underWay = async (metrics: ServerParts['metrics']): Promise<number> =>
  (await metrics.inFlight.get()).values[0]?.value ?? 0;

/** All requests sent so far have been seen: the server has answered a later one. */
const settled = async (app: FastifyInstance, count: number): Promise<void> =>
  until(
    () =>
      new Promise((resolve) => app.server.getConnections((_error, open) => resolve(open >= count))),
    `${count} connections`,
  );

function refused(raw: Raw): [status: string | undefined, code: unknown, retry: string | undefined] {
  const status = /^HTTP\/1\.1 (\d+) /.exec(raw.text)?.[1];
  const retry = /\r\nRetry-After: (\d+)\r\n/i.exec(raw.text)?.[1];
  const trace = /\r\nX-Trace-Id: (\S+)\r\n/i.exec(raw.text)?.[1];
  const body = JSON.parse(raw.text.split('\r\n\r\n')[1] ?? '{}') as Answer['body'];
  assert.equal(body.traceId, trace);
  assert.match(raw.text, /\r\nConnection: close\r\n/i);
  return [status, body.code, retry];
}

describe('slow senders', () => {
  test('do not count as in flight', async () => {
    const { slow, ask, metrics, app } = await setUp({ inFlight: 1 });
    for (let count = 0; count < 20; count += 1) await slow();
    await settled(app, 20);
    assert.equal((await ask('/plain')).status, 200);
    assert.equal(await underWay(metrics), 0);
  });

  test('are dismissed at the limit for others of their address, the slowest first', async () => {
    const { slow, ask } = await setUp({ openRequestsPerAddress: 3 });
    const senders = [await slow(), await slow(), await slow()];
    assert.equal((await ask('/plain', { address: '127.0.0.2' })).status, 200);
    assert.deepEqual(
      senders.map(({ isClosed }) => isClosed),
      [false, false, false],
    );
    assert.equal((await ask('/plain')).status, 200);
    const [first, second, third] = senders as [Raw, Raw, Raw];
    await until(() => first.isClosed, 'the slowest to be closed');
    assert.deepEqual(refused(first), ['429', 'TOO_MANY_REQUESTS', '1']);
    assert.deepEqual([second.isClosed, third.isClosed], [false, false]);
  });

  test('are also dismissed when they were answered before their body arrived', async () => {
    const { dial, ask } = await setUp({ openRequestsPerAddress: 2 });
    const early = `GET /plain HTTP/1.1\r\nHost: x\r\n${JSON_BODY}{`;
    const senders = [await dial(early), await dial(early)];
    await until(() => senders.every(({ text }) => text.includes(' 200 ')), 'both answers');
    assert.equal((await ask('/plain')).status, 200);
    await until(() => senders[0]?.isClosed === true, 'the first to be closed');
    assert.equal(senders[0]?.text.match(/HTTP\/1\.1/g)?.length, 1);
    assert.equal(senders[1]?.isClosed, false);
  });

  test('are counted by the forwarded address behind a proxy', async () => {
    const limits = { openRequestsPerAddress: 1, connectionsPerAddress: 2 };
    const { slow } = await setUp(limits, { trustProxy: true });
    const from = (address: string) => slow(undefined, `X-Forwarded-For: ${address}\r\n`);
    const [one, two, three] = [await from('203.0.113.1'), await from('203.0.113.2'), await slow()];
    const again = await from('203.0.113.1');
    await until(() => one.isClosed, 'the first of the address to be closed');
    assert.deepEqual(refused(one), ['429', 'TOO_MANY_REQUESTS', '1']);
    assert.deepEqual([two.isClosed, three.isClosed, again.isClosed], [false, false, false]);
  });

  const timeouts = { headerTimeoutMs: 300, requestTimeoutMs: 600 };
  const pauses: [what: string, text: string][] = [
    ['in their headers', 'POST /held HTTP/1.1\r\nHost: x\r\n'],
    ['in their body', `POST /held HTTP/1.1\r\nHost: x\r\n${JSON_BODY}{`],
  ];
  for (const [what, text] of pauses) {
    test(`get an answer when they pause ${what}`, async () => {
      const { dial, metrics } = await setUp(timeouts);
      const sender = await dial(text);
      await until(() => sender.isClosed, 'the connection to be closed');
      assert.deepEqual(refused(sender), ['408', 'REQUEST_TIMEOUT', undefined]);
      assert.equal(await underWay(metrics), 0);
    });
  }
});

describe('overload', () => {
  test('starts with the first request above the limit, and health checks are exempt', async () => {
    const { ask, waiting, metrics } = await setUp({ inFlight: 2, addressPerSecond: 50 });
    const held = [ask('/held', { method: 'POST' }), ask('/held', { method: 'POST' })];
    await until(() => waiting.length === 2, 'two requests to be held');
    const refusal = await ask('/plain');
    assert.deepEqual([refusal.status, refusal.body.code], [503, 'OVERLOADED']);
    assert.equal(refusal.headers['retry-after'], '1');
    assert.equal((await ask('/held', { method: 'POST', address: '127.0.0.2' })).status, 503);
    assert.equal((await ask('/health/live')).status, 200);
    for (const go of waiting) go();
    for (const answer of held) assert.equal((await answer).status, 200);
    await until(async () => (await underWay(metrics)) === 0, 'nothing under way');
    assert.equal((await ask('/plain')).status, 200);
  });

  test('of one address is refused to that address only', async () => {
    const { ask, waiting } = await setUp({ openRequestsPerAddress: 2 });
    const held = [ask('/held', { method: 'POST' }), ask('/held', { method: 'POST' })];
    await until(() => waiting.length === 2, 'two requests to be held');
    const refusal = await ask('/plain');
    assert.deepEqual([refusal.status, refusal.body.code], [429, 'TOO_MANY_REQUESTS']);
    assert.equal(refusal.headers['retry-after'], '1');
    assert.equal(refusal.headers.connection, 'close');
    assert.equal((await ask('/health/live')).status, 200);
    assert.equal((await ask('/plain', { address: '127.0.0.2' })).status, 200);
    for (const go of waiting) go();
    await Promise.all(held);
    assert.equal((await ask('/plain')).status, 200);
  });
});

describe('connections', () => {
  test('of one address are closed for new ones, the longest idle first', async () => {
    const { dial, ask } = await setUp({ connectionsPerAddress: 3, openRequestsPerAddress: 2 });
    const idle = [await dial(), await dial(), await dial()] as [Raw, Raw, Raw];
    idle[0].socket.write('GET /plain HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => idle[0].text.includes(' 200 '), 'an answer');
    assert.equal((await ask('/plain', { address: '127.0.0.2' })).status, 200);
    assert.deepEqual(
      idle.map(({ isClosed }) => isClosed),
      [false, false, false],
    );
    assert.equal((await ask('/plain')).status, 200);
    await until(() => idle[1].isClosed, 'the one that never asked to be closed');
    assert.deepEqual([idle[0].isClosed, idle[2].isClosed], [false, false]);
  });

  test('are refused when all connections of the address are busy', async () => {
    const { ask, dial, waiting } = await setUp({
      connectionsPerAddress: 1,
      openRequestsPerAddress: 0,
    });
    const held = ask('/held', { method: 'POST' });
    await until(() => waiting.length === 1, 'a request to be held');
    const late = await dial();
    await until(() => late.isClosed, 'the connection to be closed');
    assert.deepEqual(refused(late), ['429', 'TOO_MANY_REQUESTS', '1']);
    for (const go of waiting) go();
    assert.equal((await held).status, 200);
  });
});
