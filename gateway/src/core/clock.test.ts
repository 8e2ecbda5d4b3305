// Tests of the system clock: current time, minimum sleep time, and waking up on a signal.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { isoTime, systemClock } from './clock.ts';

/** Whether the sleep has ended by the next turn. */
function watch(sleep: Promise<void>): () => Promise<boolean> {
  let isAwake = false;
  void sleep.then(() => (isAwake = true));
  return () => new Promise((resolve) => setImmediate(() => resolve(isAwake)));
}

test('returns the time in milliseconds since 1970', () => {
  const before = Date.now();
  const now = systemClock.now();
  assert.ok(now >= before && now <= Date.now());
  assert.ok(Number.isInteger(now));
});

test('sleeps at least as long as asked, by the monotonic clock', async () => {
  const start = systemClock.monotonicMs();
  await systemClock.sleep(20);
  assert.ok(systemClock.monotonicMs() - start >= 19);
});

test('wakes up at once when the signal aborts, and leaves no listener behind', async () => {
  const controller = new AbortController();
  const isAwake = watch(systemClock.sleep(60_000, controller.signal));
  assert.equal(await isAwake(), false);
  controller.abort();
  assert.equal(await isAwake(), true);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
});

test('does not sleep when the signal has already aborted', async () => {
  assert.equal(await watch(systemClock.sleep(60_000, AbortSignal.abort()))(), true);
});

test('a sleep that ends by itself leaves no listener behind', async () => {
  const controller = new AbortController();
  await systemClock.sleep(1, controller.signal);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
});

test('formats times in UTC with milliseconds', () => {
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
  assert.equal(isoTime(Date.parse('2026-07-01T14:00:00.05+02:00')), '2026-07-01T12:00:00.050Z');
});
