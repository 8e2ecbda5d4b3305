// Tests of the server around an endpoint: which requests count as in flight, which address is
// trusted, and which field a refused body names.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { systemClock } from '../core/clock.ts';
import { testEndpoint, testRoute } from './testing/test-route.ts';
import { standardLimits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import type { ServerParts } from './server.ts';
import { bareServer } from './testing/bare-server.ts';

const metrics = createMetrics();
let isHeld = false;
let release = (): void => undefined;

const wait = testEndpoint({
  summary: 'Waits',
  access: 'open',
  reply: Type.Object({}),
  async answer() {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    return {};
  },
});
const tell = testEndpoint({
  summary: 'Tells what it was given',
  access: 'open',
  body: Type.Object({ size: Type.Optional(Type.Integer()) }),
  bodyOptional: true,
  reply: Type.Object({}),
  answer: ({ body, address }) => Promise.resolve({ body, address }),
});

const routes = [testRoute('GET', '/wait', wait), testRoute('POST', '/tell', tell)];
const serverWith = (other: Partial<ServerParts>): FastifyInstance =>
  bareServer(routes, { metrics, ...other });

async function underWay(): Promise<number> {
  return (await metrics.inFlight.get()).values[0]?.value ?? 0;
}

async function untilUnderWay(count: number): Promise<void> {
  while ((await underWay()) !== count) await new Promise((resolve) => setImmediate(resolve));
}

test('a silent connection is closed after a minute, never before the limit of a request', () => {
  const silentMs = (requestTimeoutMs: number): number =>
    serverWith({ limits: { ...standardLimits, requestTimeoutMs } }).server.timeout;
  assert.equal(silentMs(standardLimits.requestTimeoutMs), 60_000);
  assert.equal(silentMs(30_000), 60_000);
  assert.equal(silentMs(120_000), 240_000);
});

describe('the server', () => {
  let app: FastifyInstance;
  before(async () => {
    app = serverWith({});
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => app.close());

  test('stops counting a request whose client has disconnected', async () => {
    isHeld = true;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /wait HTTP/1.1\r\nHost: here\r\n\r\n');
    await untilUnderWay(1);
    socket.destroy();
    await once(socket, 'close');
    release();
    isHeld = false;
    await untilUnderWay(0);
  });

  test('stops counting a request that was answered', async () => {
    const { port } = app.server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${String(port)}/wait`)).text();
    await untilUnderWay(0);
  });

  test('accepts an optional body, and names the field of a wrong one', async () => {
    const bare = await app.inject({ method: 'POST', url: '/tell' });
    assert.deepEqual([bare.statusCode, bare.json<{ body: object }>().body], [200, {}]);
    const wrong = await app.inject({ method: 'POST', url: '/tell', payload: { size: 'big' } });
    const { message, details } = wrong.json<{ message: string; details: object[] }>();
    assert.equal(wrong.statusCode, 400);
    assert.match(message, /^size must be /);
    assert.equal(details.length, 1);
  });

  test('the header Date is the time of its clock, which a sandbox may move', async () => {
    const clock = { ...systemClock, now: () => Date.parse('2030-01-31T12:00:00.900Z') };
    const { headers } = await serverWith({ clock }).inject({ method: 'GET', url: '/wait' });
    assert.equal(headers['date'], 'Thu, 31 Jan 2030 12:00:00 GMT');
  });

  test('trusts its own proxy about the address, and nothing before it', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' };
    const asked = { method: 'POST', url: '/tell', headers } as const;
    const proxied = await serverWith({ trustProxy: true }).inject(asked);
    assert.equal(proxied.json<{ address: string }>().address, '203.0.113.2');
    const direct = await app.inject(asked);
    assert.equal(direct.json<{ address: string }>().address, '127.0.0.1');
  });
});
