// The routes about the house: what a stranger may send them and what they answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { docsFacts } from '../docs-facts.ts';
import type { Finding } from '../storage/availability/readiness.ts';
import { addHouseRoutes } from './house-routes.ts';
import { createMetrics } from './metrics.ts';

const rates = { merchantPerSecond: 1, addressPerSecond: 1, authFailuresPerSecond: 1 };
const facts = docsFacts({ environment: 'sandbox', acquirerUrl: null, ...rates });

function house(finding: Finding = 'ready') {
  const app = fastify();
  const readiness = { check: () => Promise.resolve(finding) };
  const metrics = createMetrics();
  addHouseRoutes(app, { routes: [], readiness, metrics, environment: 'sandbox', facts });
  return app;
}

const hosts: [host: string, shown: string][] = [
  ['127.0.0.1:8080', 'at http://127.0.0.1:8080.'],
  ['[::1]:8080', 'at http://[::1]:8080.'],
  ['pay.example', 'at http://pay.example.'],
  [`"><b>`, 'at http://localhost.'],
  ['a;rm$(x)', 'at http://localhost.'],
];

for (const [host, shown] of hosts) {
  test(`answers a reader who came to ${host} with a page ${shown}`, async () => {
    const { body } = await house().inject({ url: '/docs', headers: { host } });
    assert.ok(body.includes(shown));
  });
}

test('makes the page anew for another address', async () => {
  const app = house();
  const read = async (host: string) => (await app.inject({ url: '/docs', headers: { host } })).body;
  assert.ok((await read('one.test')).includes('http://one.test'));
  assert.ok(!(await read('two.test')).includes('http://one.test'));
});

test('lets the page load nothing from anywhere', async () => {
  const { headers } = await house().inject('/docs');
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-/,
  );
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
});

test('is ready while the journal can write, and says what is wrong when it cannot', async () => {
  const ready = await house().inject('/health/ready');
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ready' }]);
  for (const status of ['database unreachable', 'database read-only'] as const) {
    const lost = await house(status).inject('/health/ready');
    assert.deepEqual([lost.statusCode, lost.json()], [503, { status }]);
    assert.equal((await house(status).inject('/health/live')).statusCode, 200);
  }
});
