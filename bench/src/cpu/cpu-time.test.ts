// Tests of parsing /proc: a process's parent and its CPU times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineMs, parseStat } from './cpu-time.ts';

test('finds parent and times behind any program name', () => {
  const line = '77 (a) b (c)) S 12 77 77 0 -1 4194304 100 0 0 0 250 50 7 8 20 0 1 0 5';
  assert.deepEqual(parseStat(line), { parent: 12, ownMs: 3000, childrenMs: 150 });
});

test('counts time as busy if it is neither idle nor waiting for a disk', () => {
  assert.equal(machineMs('cpu  100 20 30 9999 777 4 6 0 0 0\ncpu0 1 1 1 1\n'), 1600);
});
