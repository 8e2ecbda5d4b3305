// Tests of the resolver's intervals: short at first, then longer, without end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCheckAt } from './attempt.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('waits 2 s, 4 s, 8 s and so on, and 5 minutes at most', () => {
  const waits = Array.from({ length: 11 }, (_, checks) => (nextCheckAt(checks, NOW) - NOW) / 1000);
  assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('never stops and never overflows, however many checks there were', () => {
  for (const checks of [20, 21, 31, 32, 64, 1000, 2 ** 31 - 1]) {
    assert.equal(nextCheckAt(checks, NOW), NOW + 300_000);
  }
});
