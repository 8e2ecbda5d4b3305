// The guard of the calls to Apple: refusals of one merchant's requests do not stop the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../http/metrics.ts';
import { guardedWallets } from './guard.ts';
import type { SessionAnswer, SessionRequest } from './wallet-services.ts';

const settings = {
  providerCalls: 10,
  providerFailures: 3,
  providerPauseMs: 5000,
  providerMaxInFlightMs: 60_000,
};
const request = {} as SessionRequest;

function guarded(answer: () => SessionAnswer) {
  let asked = 0;
  const apple = {
    roots: () => [],
    requestSession: () => {
      asked += 1;
      return Promise.resolve(answer());
    },
  };
  const clock = { monotonicMs: () => 0 };
  const log = { info: () => undefined, warn: () => undefined };
  const parts = { settings, clock, metrics: createMetrics(), log };
  const { apple: guard } = guardedWallets({ apple }, parts);
  assert.ok(guard);
  return { ask: () => guard.requestSession(request), asked: () => asked };
}

for (const [kind, expected] of [
  ['refused', 10],
  ['unknown', 3],
] as const) {
  test(`of ten calls that are ${kind}, ${String(expected)} reach Apple`, async () => {
    const { ask, asked } = guarded(() => ({ kind }));
    for (let count = 0; count < 10; count += 1) assert.deepEqual(await ask(), { kind });
    assert.equal(asked(), expected);
  });
}
