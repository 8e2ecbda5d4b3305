// Tests of the system routes (health, docs and metrics) for an unauthenticated caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { ReadinessResult } from '../../storage/availability/readiness.ts';
import { addSystemRoutes } from './system-routes.ts';
import { createMetrics } from '../metrics.ts';

function appWith(finding: ReadinessResult, shown = { docs: true, metrics: true }) {
  const app = fastify();
  const readiness = { check: () => Promise.resolve(finding) };
  const addDocs = (to: FastifyInstance) => void to.get('/docs', () => 'the docs');
  addSystemRoutes(app, { readiness, metrics: createMetrics(), addDocs }, shown);
  return app;
}

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
    assert.equal(await status('/metrics'), metrics ? 200 : 404);
    assert.equal(await status('/health/live'), 200);
    assert.equal(await status('/icons/visa.svg'), 200);
  });
}

test('is ready while the journal can write, and otherwise says what is wrong', async () => {
  const ready = await appWith('ready').inject('/health/ready');
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ready' }]);
  for (const status of ['database unreachable', 'database read-only'] as const) {
    const lost = await appWith(status).inject('/health/ready');
    assert.deepEqual([lost.statusCode, lost.json()], [503, { status }]);
    assert.equal((await appWith(status).inject('/health/live')).statusCode, 200);
  }
});
