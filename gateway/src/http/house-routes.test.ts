// The routes about the house: what a stranger may send them and what they answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { docsFacts } from '../docs-facts.ts';
import type { Database } from '../storage/database.ts';
import { addHouseRoutes } from './house-routes.ts';
import { createMetrics } from './metrics.ts';

const rates = { merchantPerSecond: 1, addressPerSecond: 1, authFailuresPerSecond: 1 };
const facts = docsFacts({ environment: 'sandbox', acquirerUrl: null, ...rates });

function house(run: () => Promise<never[]> = () => Promise.resolve([])) {
  const app = fastify();
  const database = { run } as unknown as Database;
  const metrics = createMetrics();
  addHouseRoutes(app, { routes: [], database, metrics, environment: 'sandbox', facts });
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

test('is ready while the database answers, and says so when it does not', async () => {
  assert.equal((await house().inject('/health/ready')).statusCode, 200);
  const lost = house(() => Promise.reject(new Error('gone')));
  assert.equal((await lost.inject('/health/ready')).statusCode, 503);
  assert.equal((await lost.inject('/health/live')).statusCode, 200);
});
