// Tests of the system routes (health, docs and metrics) for an unauthenticated caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { docsFacts } from '../../docs-facts.ts';
import type { ReadinessResult } from '../../storage/availability/readiness.ts';
import { systemRoutes } from './system-routes.ts';
import { standardLimits } from '../limits.ts';
import { createMetrics } from '../metrics.ts';

const rates = {
  ...standardLimits,
  merchantPerSecond: 1,
  addressPerSecond: 1,
  authFailuresPerSecond: 1,
};
const facts = docsFacts({ environment: 'sandbox', acquirerUrl: null, ...rates });

const everything = { docs: true, metrics: true };

function appWith(finding: ReadinessResult = 'ready', shown = everything, url = 'http://pay.test') {
  const app = fastify();
  const readiness = { check: () => Promise.resolve(finding) };
  const metrics = createMetrics();
  const parts = { routes: [], readiness, metrics, environment: 'sandbox', facts };
  systemRoutes({ ...parts, publicUrl: () => url })(app, shown);
  return app;
}

const urls: [publicUrl: string, shown: string][] = [
  ['http://127.0.0.1:8080', 'at http://127.0.0.1:8080.'],
  ['http://[::1]:8080', 'at http://[::1]:8080.'],
  ['https://pay.example/gateway', 'at https://pay.example/gateway.'],
];

for (const [publicUrl, shown] of urls) {
  test(`shows the public address ${publicUrl} on the docs page`, async () => {
    const { body } = await appWith('ready', everything, publicUrl).inject('/docs');
    assert.ok(body.includes(shown));
  });
}

test('generates the page once and uses nothing of the request in it', async () => {
  let asked = 0;
  const app = fastify();
  const readiness = { check: () => Promise.resolve('ready' as const) };
  const parts = { routes: [], readiness, metrics: createMetrics(), environment: 'sandbox', facts };
  const publicUrl = (): string => `http://pay${(asked += 1)}.test`;
  systemRoutes({ ...parts, publicUrl })(app, { docs: true, metrics: false });
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

const shownRows: [docs: boolean, metrics: boolean][] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

for (const [docs, metrics] of shownRows) {
  test(`publishes docs ${docs}, metrics ${metrics}`, async () => {
    const app = appWith('ready', { docs, metrics });
    const status = async (url: string) => (await app.inject(url)).statusCode;
    assert.equal(await status('/docs'), docs ? 200 : 404);
    assert.equal(await status('/openapi.json'), docs ? 200 : 404);
    assert.equal(await status('/docs/guides/payments'), docs ? 200 : 404);
    assert.equal(await status('/docs/examples/checkout/server.mjs'), docs ? 200 : 404);
    assert.equal(await status('/metrics'), metrics ? 200 : 404);
    assert.equal(await status('/health/live'), 200);
    assert.equal(await status('/icons/visa.svg'), 200);
  });
}

test('the policy lets the page load nothing from anywhere', async () => {
  for (const url of ['/docs', '/docs/guides/payments', '/docs/examples/checkout/checkout.js']) {
    const { headers } = await appWith().inject(url);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(policy, /unsafe/);
  }
});

test('is ready while the journal can write, and otherwise says what is wrong', async () => {
  const ready = await appWith().inject('/health/ready');
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ready' }]);
  for (const status of ['database unreachable', 'database read-only'] as const) {
    const lost = await appWith(status).inject('/health/ready');
    assert.deepEqual([lost.statusCode, lost.json()], [503, { status }]);
    assert.equal((await appWith(status).inject('/health/live')).statusCode, 200);
  }
});
