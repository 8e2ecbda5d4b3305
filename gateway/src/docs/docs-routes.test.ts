// Tests of the routes of the documentation for an unauthenticated caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { standardLimits } from '../http/limits.ts';
import { docsRoutes } from './docs-routes.ts';

const setting = {
  environment: 'sandbox',
  acquirerUrl: null,
  ...standardLimits,
  merchantPerSecond: 1,
  addressPerSecond: 1,
  authFailuresPerSecond: 1,
};

function appWith(publicUrl = () => 'http://pay.test') {
  const app = fastify();
  docsRoutes([], setting, publicUrl)(app);
  return app;
}

const published = [
  '/docs',
  '/openapi.json',
  '/docs/guides/payments',
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

test('the policy lets the page load nothing from anywhere', async () => {
  for (const url of ['/docs', '/docs/guides/payments', '/docs/examples/shop/shop.js']) {
    const { headers } = await appWith().inject(url);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(policy, /unsafe/);
  }
});
