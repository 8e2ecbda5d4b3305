// Tests of the card look-up limit: per merchant, in addition to the general limit, only for
// endpoints that ask for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { systemClock } from '../core/clock.ts';
import type { Authenticator, MerchantCaller } from './caller.ts';
import { testEndpoint, testRoute, type TestEndpoint } from './testing/test-route.ts';
import type { RequestLimits } from './limits.ts';
import { bareServer, noRateLimits } from './testing/bare-server.ts';

const read: TestEndpoint = {
  summary: 'Read',
  access: 'merchant',
  resource: 'PAYMENT',
  reply: Type.Object({}),
  answer: () => Promise.resolve({}),
};
const caller = (merchantId: string): MerchantCaller => {
  const token = {
    agentId: null,
    resource: 'UNIVERSAL',
    channel: null,
    isSuspended: false,
  } as const;
  return { kind: 'merchant', merchantId, ...token };
};
const authenticator = {
  merchantOrClient: (bearer: string) => Promise.resolve(caller(bearer)),
} as unknown as Authenticator;

function setUp(limits: RequestLimits) {
  let nowMs = 0;
  const routes = [
    testRoute('GET', '/card', testEndpoint({ ...read, lookups: true })),
    testRoute('GET', '/payment', testEndpoint(read)),
  ];
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const app = bareServer(routes, { authenticator, clock, limits });
  const ask = (url: string, merchant: string) =>
    app.inject({ url, headers: { authorization: `Bearer ${merchant}` } });
  const statuses = async (url: string, merchant: string, times: number) => {
    const found: number[] = [];
    while (found.length < times) found.push((await ask(url, merchant)).statusCode);
    return found;
  };
  return { ask, statuses, pass: (ms: number) => (nowMs += ms) };
}

const limits = noRateLimits;

test('refuses card lookups above the limit, and nothing else', async () => {
  const { ask, statuses } = setUp({ ...limits, cardLookupsPerSecond: 1 });
  assert.deepEqual(await statuses('/card', 'one', 3), [200, 200, 429]);
  const refused = await ask('/card', 'one');
  assert.equal(refused.json<{ code: string }>().code, 'TOO_MANY_REQUESTS');
  assert.equal(refused.headers['retry-after'], '1');
  assert.deepEqual(await statuses('/payment', 'one', 5), [200, 200, 200, 200, 200]);
  assert.deepEqual(await statuses('/card', 'two', 3), [200, 200, 429]);
});

test('admits lookups again after the time it named', async () => {
  const { statuses, pass } = setUp({ ...limits, cardLookupsPerSecond: 1 });
  await statuses('/card', 'one', 3);
  pass(1000);
  assert.deepEqual(await statuses('/card', 'one', 2), [200, 429]);
});

test('also counts a lookup as a request of the merchant', async () => {
  const { statuses } = setUp({ ...limits, merchantPerSecond: 1, cardLookupsPerSecond: 50 });
  assert.deepEqual(await statuses('/card', 'one', 2), [200, 200]);
  assert.deepEqual(await statuses('/payment', 'one', 1), [429]);
});

test('has no limit when none is given', async () => {
  const { statuses } = setUp(limits);
  assert.equal(
    (await statuses('/card', 'one', 50)).every((status) => status === 200),
    true,
  );
});
