// Tests of the routes of the documentation for an unauthenticated caller.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { Type } from 'typebox';
import { testEndpoint, testRoute } from '../http/testing/test-route.ts';
import { standardLimits } from '../http/limits.ts';
import { docsRoutes } from './docs-routes.ts';

const setting = {
  environment: 'sandbox',
  isSimulated: true,
  ...standardLimits,
  merchantPerSecond: 1,
  addressPerSecond: 1,
  authFailuresPerSecond: 1,
};

const call = testEndpoint({
  summary: 'Do it',
  access: 'open',
  reply: Type.Object({}),
  answer: async () => ({}),
});

function appWith(publicUrl = () => 'http://pay.test') {
  const app = fastify();
  docsRoutes([testRoute('POST', '/v1/do', call)], setting, publicUrl)(app);
  return app;
}

const published = [
  '/docs',
  '/openapi.json',
  '/docs/guides/payments',
  '/docs/reference/errors',
  '/docs/reference/endpoints/postDo',
  '/docs/search.json',
  '/docs/examples/shop/server.mjs',
];

for (const url of published) {
  test(`publishes ${url}`, async () => {
    assert.equal((await appWith().inject(url)).statusCode, 200);
  });
}

const urls: [publicUrl: string, shown: string][] = [
  ['http://127.0.0.1:8080', 'at http://127.0.0.1:8080.'],
  ['http://[::1]:8080', 'at http://[::1]:8080.'],
  ['https://pay.example/gateway', 'at https://pay.example/gateway.'],
];

for (const [publicUrl, shown] of urls) {
  test(`shows the public address ${publicUrl} on the docs page`, async () => {
    const { body } = await appWith(() => publicUrl).inject('/docs');
    assert.ok(body.includes(shown));
  });
}

test('generates the page once and uses nothing of the request in it', async () => {
  let asked = 0;
  const app = appWith(() => `http://pay${(asked += 1)}.test`);
  const hosts = ['evil.test', '"><b>', 'other.test'];
  const headers = (host: string) => ({ host, 'x-forwarded-host': host });
  const pages = await Promise.all(
    hosts.map((host) => app.inject({ url: '/docs', headers: headers(host) })),
  );
  assert.equal(asked, 1);
  assert.equal(new Set(pages.map(({ body }) => body)).size, 1);
  assert.ok(pages[0]?.body.includes('http://pay1.test'));
  assert.ok(!pages[0]?.body.includes('evil.test'));
});

test('the policy lets the pages load only their index', async () => {
  for (const url of ['/docs', '/docs/guides/payments', '/docs/examples/shop/shop.js']) {
    const { headers } = await appWith().inject(url);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /);
    assert.match(policy, /; connect-src 'self'; img-src data:; /);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

for (const url of ['/docs/guides/nothing', '/docs/reference/endpoints/getNothing', '/docs/none']) {
  test(`${url} is not found`, async () => {
    assert.equal((await appWith().inject(url)).statusCode, 404);
  });
}

test('a query changes nothing', async () => {
  const app = appWith();
  const [plain, queried] = [await app.inject('/docs'), await app.inject('/docs?from=mail')];
  assert.deepEqual([queried.statusCode, queried.body], [200, plain.body]);
});

const encodings: [accepted: string | undefined, isPacked: boolean][] = [
  [undefined, false],
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, br', false],
  ['br', false],
];

for (const [accepted, isPacked] of encodings) {
  test(`Accept-Encoding ${accepted} gets ${isPacked ? 'gzip' : 'plain bytes'}`, async () => {
    const app = appWith();
    const { body } = await app.inject('/docs');
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const reply = await app.inject({ url: '/docs', headers });
    assert.equal(reply.headers['content-encoding'], isPacked ? 'gzip' : undefined);
    assert.equal(reply.headers['vary'], 'accept-encoding');
    const bytes = isPacked ? gunzipSync(reply.rawPayload) : reply.rawPayload;
    assert.equal(bytes.toString(), body);
  });
}

test('serves the helper for browsers unchanged, as a script', async () => {
  const path = '/client/browser/encrypt-card.js';
  const { headers, body } = await appWith().inject(`/docs${path}`);
  assert.equal(body, readFileSync(new URL(`../../..${path}`, import.meta.url), 'utf8'));
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
});
