// Every limit over HTTP, as a matrix over the route table: each endpoint has exactly its limits,
// and callers do not share them.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { readConfig } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { docsRoutes } from '@bramka/gateway/docs/docs-routes.ts';
import type { Authenticator } from '@bramka/gateway/http/caller.ts';
import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { testEndpoint, testRoute } from '@bramka/gateway/http/testing/test-route.ts';
import { addSystemRoutes } from '@bramka/gateway/http/system/system-routes.ts';
import { rateLimit, type RequestLimits } from '@bramka/gateway/http/limits.ts';
import { createMetrics } from '@bramka/gateway/http/metrics.ts';
import { bareServer, noRateLimits } from '@bramka/gateway/http/testing/bare-server.ts';
import { endpoints } from '@bramka/gateway/routes.ts';
import { addPaywall } from '@bramka/paywall/server/paywall.ts';
import { memoryBuilds } from '@bramka/paywall/testing/memory-builds.ts';

const LOGIN = '/v1/ecommerce/auth';
const OPERATOR_KEY = 'operator';
const BURST = 2;

/** No secret is valid, and the clock is frozen. */
const auth = {
  merchants: { read: () => Promise.resolve(undefined), find: () => Promise.resolve(undefined) },
  checker: { match: () => Promise.resolve(undefined), matches: () => Promise.resolve(false) },
  loginFailures: rateLimit(1, () => 0),
} as unknown as Parameters<(typeof endpoints)[number]['handle']>[0];

/** The bearer text names the caller: `merchant.1`, or `client.1.payment`. */
const authenticator: Authenticator = {
  merchantOrClient(bearer) {
    const [kind, merchantId, paymentId] = bearer.split('.');
    const rest = { generation: 1, agentId: null, resource: 'UNIVERSAL', channel: null };
    return Promise.resolve({ kind, merchantId, paymentId, ...rest } as never);
  },
  operator(bearer) {
    if (bearer !== OPERATOR_KEY) refuse('ADMIN_KEY_INVALID');
  },
};

/** The real endpoints with stubbed answers; authentication is unchanged. */
const table: readonly Route[] = endpoints.map(({ handle, ...facts }) => ({
  ...facts,
  answer: (call) => (facts.path === LOGIN ? handle(auth, call) : Promise.resolve({})),
}));

/** Paths outside the route table, served and not served. */
const others: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/docs'],
  ['GET', '/docs/guides/payments'],
  ['GET', '/openapi.json'],
  ['GET', '/metrics'],
  ['GET', '/icons/visa.svg'],
  ['GET', '/pay/10000001/01890000-0000-7000-8000-000000000000/key'],
  ['GET', '/nowhere'],
  ['POST', '/nowhere'],
  ['DELETE', LOGIN],
  ['QUERY', LOGIN],
  ['HEAD', '/docs'],
  ['POST', '/health/live'],
  ['GET', '/%zz'],
];
/** Overload protection applies only to served paths. */
const isServed = ({ method, path }: Call): boolean =>
  !others.slice(6).some(([other, at]) => other === method && at === path);
const health = ['/health/live', '/health/ready'];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: string;
  readonly address?: string;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

async function serve(limits: Partial<RequestLimits>) {
  const waiting: (() => void)[] = [];
  const hold = testEndpoint({
    summary: 'Waits',
    access: 'open',
    reply: Type.Object({}),
    answer: () => new Promise((resolve) => waiting.push(() => resolve({}))),
  });
  const app = bareServer([...table, testRoute('GET', '/hold', hold)], {
    authenticator,
    clock: { ...systemClock, monotonicMs: () => 0 },
    limits: { ...noRateLimits, ...limits },
  });
  const parts = {
    readiness: { check: () => Promise.resolve('ready' as const) },
    metrics: createMetrics(),
    addDocs: docsRoutes(table, readConfig({}), () => 'http://pay.test'),
  };
  addSystemRoutes(app, parts, { docs: true, metrics: true });
  const api = () => Promise.resolve({ status: 404, body: null });
  addPaywall(app, { api, builds: memoryBuilds(), now: () => 0, isSandbox: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  after(() => {
    for (const go of waiting) go();
    return app.close();
  });
  const call = ({ address = '127.0.0.1', ...rest }: Call) => send(port, address, rest);
  const times = async (count: number, one: Call): Promise<Answer[]> => {
    const found: Answer[] = [];
    while (found.length < count) found.push(await call(one));
    return found;
  };
  return { call, times, waiting };
}

function send(port: number, localAddress: string, call: Omit<Call, 'address'>): Promise<Answer> {
  const { method, path, token, body } = call;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const to = { port, host: '127.0.0.1', localAddress, method, path, headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(to, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const parsed = (isJson && text !== '' ? JSON.parse(text) : {}) as Partial<Answer>;
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          code: parsed.code,
          message: parsed.message,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const pathOf = (path: string): string =>
  path
    .replace(/\{merchantId\}/g, '10000001')
    .replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');

function callOf({ method, path, access, body }: Route, who: string): Call {
  const token = { open: undefined, operator: OPERATOR_KEY }[access as string];
  return {
    method,
    path: pathOf(path),
    token: access === 'open' || access === 'operator' ? token : `merchant.${who}`,
    ...(body ? { body: '{}' } : {}),
  };
}

/** Every call that a limit may apply to, each with its own address. */
const everyCall: readonly (Call & { address: string })[] = [
  ...table.map((one) => callOf(one, 'anyone')),
  ...others.map(([method, path]) => ({ method, path })),
].map((call, index) => ({ ...call, address: `127.0.1.${index + 1}` }));

function assertRefused(
  answer: Answer | undefined,
  status: number,
  code: string,
  about: string,
): void {
  const isHead = about.startsWith('HEAD');
  const expected = [status, isHead ? undefined : code, '1'];
  assert.deepEqual([answer?.status, answer?.code, answer?.retryAfter], expected, about);
}

const isForMerchants = ({ access }: Route): boolean =>
  access === 'merchant' || access === 'merchant-or-client';

test('every route except health checks has the limit per address', async () => {
  const { times, call } = await serve({ addressPerSecond: 1 });
  for (const one of everyCall) {
    const about = `${one.method} ${one.path}`;
    const answers = await times(BURST + 1, one);
    for (const { status } of answers.slice(0, BURST)) assert.notEqual(status, 429, about);
    assertRefused(answers[BURST], 429, 'TOO_MANY_REQUESTS', about);
  }
  for (const path of health) {
    const answers = await times(20, { method: 'GET', path, address: '127.0.1.1' });
    assert.ok(
      answers.every(({ status }) => status === 200),
      path,
    );
  }
  assert.notEqual((await call({ ...everyCall[0]!, address: '127.0.2.1' })).status, 429);
});

test('every merchant endpoint has the limit per merchant', async () => {
  const { times, call } = await serve({ merchantPerSecond: 1 });
  for (const [index, one] of table.entries()) {
    if (one.path === LOGIN) continue;
    const about = `${one.method} ${one.path}`;
    const answers = await times(BURST + 1, callOf(one, String(index)));
    for (const { status } of answers.slice(0, BURST)) assert.notEqual(status, 429, about);
    if (isForMerchants(one)) assertRefused(answers[BURST], 429, 'TOO_MANY_REQUESTS', about);
    else assert.notEqual(answers[BURST]?.status, 429, about);
    assert.notEqual((await call(callOf(one, `other${index}`))).status, 429, about);
  }
});

test("CLIENT tokens have a limit per payment that is separate from the merchant's", async () => {
  const { times, call } = await serve({ clientPerSecond: 1, merchantPerSecond: 1 });
  const forClients = table.filter(({ access }) => access === 'merchant-or-client');
  assert.ok(forClients.length > 5);
  for (const [index, one] of forClients.entries()) {
    const about = `${one.method} ${one.path}`;
    const asClient = (payment: string): Call => ({
      ...callOf(one, ''),
      token: `client.${index}.${index}${payment}`,
    });
    const answers = await times(BURST + 1, asClient('a'));
    for (const { status } of answers.slice(0, BURST)) assert.notEqual(status, 429, about);
    assertRefused(answers[BURST], 429, 'TOO_MANY_REQUESTS', about);
    assert.notEqual((await call(asClient('b'))).status, 429, about);
    for (const { status } of await times(BURST, callOf(one, String(index)))) {
      assert.notEqual(status, 429, about);
    }
  }
});

test('only card lookups have their own limit per merchant', async () => {
  const { times, call } = await serve({ cardLookupsPerSecond: 1 });
  const lookups = table.filter((one) => one.lookups === true);
  assert.deepEqual(
    lookups.map(({ path }) => path.replace('/v1/ecommerce', '')),
    [
      '/payment/binInfo',
      '/payment/{paymentId}/binInfo',
      '/payment/cardInfo',
      '/tokenizer/search',
      '/tokenizer/binInfo',
    ],
  );
  for (const [index, one] of table.entries()) {
    if (one.path === LOGIN) continue;
    const about = `${one.method} ${one.path}`;
    const [, , third] = await times(BURST + 1, callOf(one, String(index)));
    if (lookups.includes(one)) assertRefused(third, 429, 'TOO_MANY_REQUESTS', about);
    else assert.notEqual(third?.status, 429, about);
    assert.notEqual((await call(callOf(one, `other${index}`))).status, 429, about);
  }
});

test('failed merchant logins have a limit per address', async () => {
  const { times, call } = await serve({});
  const body = JSON.stringify({ merchant: { merchantId: '10000001' }, secret: 'wrong' });
  const login = { method: 'POST', path: LOGIN, body };
  const answers = await times(BURST + 1, login);
  const codes = answers.map(({ status, code }) => [status, code]);
  assert.deepEqual(codes.slice(0, BURST), Array(BURST).fill([401, 'CREDENTIALS_INVALID']));
  assertRefused(answers[BURST], 429, 'TOO_MANY_REQUESTS', 'a third login');
  assert.equal((await call({ ...login, address: '127.0.0.2' })).status, 401);
  const operator = table.find(({ access }) => access === 'operator') as Route;
  assert.ok(![401, 429].includes((await call(callOf(operator, ''))).status));
});

test('failed operator logins have a limit per address on every endpoint', async () => {
  const { times, call } = await serve({ authFailuresPerSecond: 1 });
  const forOperator = table.filter(({ access }) => access === 'operator');
  assert.ok(forOperator.length > 4);
  for (const [index, one] of forOperator.entries()) {
    const about = `${one.method} ${one.path}`;
    const right = { ...callOf(one, ''), address: `127.0.3.${index + 1}` };
    for (const { status } of await times(5, right)) assert.notEqual(status, 429, about);
    const answers = await times(BURST + 1, { ...right, token: 'wrong' });
    for (const { status } of answers.slice(0, BURST)) assert.equal(status, 401, about);
    assertRefused(answers[BURST], 429, 'TOO_MANY_REQUESTS', about);
    assertRefused(await call(right), 429, 'TOO_MANY_REQUESTS', `${about} with the right key`);
    const elsewhere = await call({ ...right, address: '127.0.4.1' });
    assert.ok(![401, 429].includes(elsewhere.status), about);
    const merchant = table.find(isForMerchants) as Route;
    const asMerchant = { ...callOf(merchant, 'm'), address: right.address };
    assert.notEqual((await call(asMerchant)).status, 429, about);
  }
});

test('every endpoint with a body has a size limit, and names it', async () => {
  const { call } = await serve({ bodyBytes: 1024 });
  const withBody = table.filter((one) => one.body !== undefined);
  assert.ok(withBody.length > 15);
  for (const one of withBody) {
    const about = `${one.method} ${one.path}`;
    const fits = await call({ ...callOf(one, 'm'), body: `{}${' '.repeat(1022)}` });
    assert.notEqual(fits.status, 413, about);
    const tooLarge = await call({ ...callOf(one, 'm'), body: `{}${' '.repeat(1023)}` });
    assert.deepEqual([tooLarge.status, tooLarge.code], [413, 'BODY_TOO_LARGE'], about);
    assert.match(String(tooLarge.message), /1024 bytes \(1 KiB\)/, about);
  }
});

test('every endpoint with a body has limits for depth and string length', async () => {
  const { call } = await serve({ jsonDepth: 8, jsonStringLength: 2048 });
  const nested = (depth: number): string =>
    `${'{"x":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  const long = (length: number): string => JSON.stringify({ x: 'a'.repeat(length) });
  for (const one of table.filter(({ body }) => body !== undefined)) {
    const message = async (body: string) =>
      (await call({ ...callOf(one, 'm'), body })).message ?? '';
    const about = `${one.method} ${one.path}`;
    assert.doesNotMatch(await message(nested(8)), /levels/, about);
    assert.match(await message(nested(9)), /8 levels/, about);
    const longest = one.maxTextLength ?? 2048;
    assert.doesNotMatch(await message(long(longest)), /characters/, about);
    assert.match(await message(long(longest + 1)), new RegExp(`${longest} characters`), about);
  }
});

const crowded: [name: string, limits: Partial<RequestLimits>, status: number, code: string][] = [
  ['in flight', { inFlight: 1 }, 503, 'OVERLOADED'],
  ['open of an address', { openRequestsPerAddress: 1 }, 429, 'TOO_MANY_REQUESTS'],
];

for (const [name, limits, status, code] of crowded) {
  test(`every route except health checks has the limit of requests ${name}`, async () => {
    const { call, waiting } = await serve(limits);
    const held = call({ method: 'GET', path: '/hold' });
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const one of everyCall.filter((each) => status === 429 || isServed(each))) {
      const about = `${one.method} ${one.path}`;
      assertRefused(await call({ ...one, address: '127.0.0.1' }), status, code, about);
      if (status === 429) assert.notEqual((await call(one)).status, 429, about);
    }
    for (const path of health)
      assert.equal((await call({ method: 'GET', path })).status, 200, path);
    for (const go of waiting) go();
    assert.equal((await held).status, 200);
    for (const one of everyCall) {
      const { status: later } = await call({ ...one, address: '127.0.0.1' });
      assert.notEqual(later, status, `${one.method} ${one.path} later`);
    }
  });
}
