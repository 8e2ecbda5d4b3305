// Tests of the warm-up: it ends after two windows in a row that are not clearly cheaper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWarm, warmUp } from './warm-up.ts';

test('a warm-up has at least four windows', () => {
  assert.equal(isWarm([]), false);
  assert.equal(isWarm([0.4, 0.4, 0.4]), false);
  assert.equal(isWarm([0.4, 0.4, 0.4, 0.4]), true);
});

test('it continues while one of the last two windows is clearly cheaper', () => {
  assert.equal(isWarm([0.5, 0.4, 0.3, 0.31]), false);
  assert.equal(isWarm([0.5, 0.4, 0.41, 0.3]), false);
  assert.equal(isWarm([0.5, 0.4, 0.3, 0.31, 0.29]), true);
});

test('less than five percent is no progress', () => {
  assert.equal(isWarm([100, 100, 94, 94]), false);
  assert.equal(isWarm([100, 100, 96, 96]), true);
});

const costing = (gatewayMs: number) => ({
  cpu: { gatewayMs, postgresMs: 9, driverMs: 9, busy: 1, othersBusy: 0 },
});

test('it runs windows until the time in the gateway is stable', async () => {
  const costs = [0.9, 0.7, 0.5, 0.4, 0.41, 0.42, 0.1];
  let windows = 0;
  await warmUp(() => Promise.resolve(costing(costs[windows++] ?? 0)));
  assert.equal(windows, 6);
});

test('it ends after twelve windows, and after four if processor time is unknown', async () => {
  let windows = 0;
  await warmUp(() => Promise.resolve(costing(1 / (windows += 1))));
  assert.equal(windows, 12);
  let unknown = 0;
  await warmUp(() => {
    unknown += 1;
    return Promise.resolve({ cpu: undefined });
  });
  assert.equal(unknown, 4);
});
