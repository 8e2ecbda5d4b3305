// Tests of estimates: what reading a sample of a table takes, for the whole table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../database.ts';
import { measureScan, secondsFor } from './estimate.ts';

const MB = 1024 * 1024;

async function measured(bytes: number) {
  let nowMs = 0;
  let asked = '';
  const run = ({ text }: { text: string }) => {
    asked = text;
    nowMs += 500;
    return Promise.resolve([]);
  };
  const clock = { monotonicMs: () => nowMs };
  const database = { run } as unknown as Queryable;
  const seconds = await measureScan({ database, clock }, 'boxes', { rows: 1, bytes });
  return [seconds, /system \((.*)\)/.exec(asked)?.[1]];
}

test('a small table is read whole, of a large one a sample', async () => {
  assert.deepEqual(await measured(0), [0.5, '100']);
  assert.deepEqual(await measured(32 * MB), [0.5, '100']);
  assert.deepEqual(await measured(64 * MB), [1, '50']);
  assert.deepEqual(await measured(320 * MB), [5, '10']);
});

test('work on a table takes a multiple of its scan; a backfill depends on its rows', () => {
  const size = { rows: 16_000, bytes: 1 };
  assert.equal(secondsFor('scan', 3, size), 12);
  assert.equal(secondsFor('index', 3, size), 24);
  assert.equal(secondsFor('backfill', 3, size), 2);
});
