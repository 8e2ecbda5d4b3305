// Tests of the loop over the sandbox's jobs: the polling interval, a failing job, and stopping.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { startJobs } from './job-loop.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('polls at its interval, and sooner after it found work', async () => {
  const clock = handClock();
  let [runs, count] = [0, 1];
  const run = () => Promise.resolve(((runs += 1), count));
  const loop = startJobs([{ name: 'acs', everyMs: 500, run }], clock, () => undefined);
  const at: [ms: number, runs: number][] = [
    [0, 1],
    [50, 2],
  ];
  for (const [ms, expected] of at) {
    clock.advance(ms);
    await settle();
    equal(runs, expected);
  }
  count = 0;
  clock.advance(50);
  await settle();
  clock.advance(499);
  await settle();
  equal(runs, 3);
  clock.advance(1);
  await settle();
  equal(runs, 4);
  await loop.stop();
  equal(clock.sleeping(), 0);
});

test('a failing job is logged and run again', async () => {
  const clock = handClock();
  const told: unknown[] = [];
  const run = () => Promise.reject(new Error('away'));
  const loop = startJobs([{ name: 'acs', everyMs: 500, run }], clock, (job) => told.push(job));
  await settle();
  clock.advance(500);
  await settle();
  deepEqual(told, ['acs', 'acs']);
  await loop.stop();
});
