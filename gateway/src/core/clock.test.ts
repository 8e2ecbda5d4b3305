// The system clock: it tells the time, sleeps no less than asked, and wakes when it is told to.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { isoTime, systemClock } from './clock.ts';

test('tells the time in milliseconds since 1970', () => {
  const before = Date.now();
  const now = systemClock.now();
  assert.ok(now >= before && now <= Date.now());
  assert.ok(Number.isInteger(now));
});

test('sleeps at least as long as asked, by the clock that never goes back', async () => {
  const start = systemClock.monotonicMs();
  await systemClock.sleep(20);
  assert.ok(systemClock.monotonicMs() - start >= 19);
});

test('wakes at once when the signal comes, and leaves no listener behind', async () => {
  const controller = new AbortController();
  const start = systemClock.monotonicMs();
  const sleeping = systemClock.sleep(60_000, controller.signal);
  controller.abort();
  await sleeping;
  assert.ok(systemClock.monotonicMs() - start < 10_000);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
});

test('does not sleep at all when the signal has come already', async () => {
  const start = systemClock.monotonicMs();
  await systemClock.sleep(60_000, AbortSignal.abort());
  assert.ok(systemClock.monotonicMs() - start < 10_000);
});

test('a sleep that ends by itself leaves no listener behind', async () => {
  const controller = new AbortController();
  await systemClock.sleep(1, controller.signal);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
});

test('writes times in UTC with milliseconds', () => {
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
  assert.equal(isoTime(Date.parse('2026-07-01T14:00:00.05+02:00')), '2026-07-01T12:00:00.050Z');
});
