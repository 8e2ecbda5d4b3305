// Tests of the system routes (health, docs and metrics) for an unauthenticated caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ReadinessResult } from '../../storage/availability/readiness.ts';
import { addSystemRoutes } from './system-routes.ts';
import { createMetrics } from '../metrics.ts';
import { bareServer } from '../testing/bare-server.ts';

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

test('health checks are logged at debug, other answers at info', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = bareServer([], { logger: pino({ level: 'debug' }, stream) });
  const readiness = { check: () => Promise.resolve('database unreachable' as const) };
  const parts = { readiness, metrics: createMetrics(), addDocs: () => undefined };
  addSystemRoutes(app, parts, { docs: false, metrics: true });
  for (const url of ['/health/live', '/health/ready', '/metrics']) await app.inject(url);
  await app.close();
  const told = lines.map((line) => JSON.parse(line) as { level: number; route: string });
  const { debug, info } = pino.levels.values;
  assert.deepEqual(
    told.filter(({ route }) => route).map(({ route, level }) => [route, level]),
    [
      ['/health/live', debug],
      ['/health/ready', debug],
      ['/metrics', info],
    ],
  );
});
