// Tests of the scheduler: no job runs before `work`; due work can be run at once before and after
// that, and the `first` step runs while no job is running.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock, type HandClock } from '../core/testing/hand-clock.ts';
import { createScheduler } from './scheduler.ts';
import type { Job } from './worker.ts';

function schedulerWith(...jobs: readonly Job[]) {
  const runs: string[] = [];
  const clock = handClock();
  const scheduler = createScheduler({
    jobs,
    callsInProgress: () => [],
    clock,
    database: { run: () => Promise.reject(new Error('no job has a check')) },
    defer: setImmediate,
    onRun: (job, result) => void runs.push(`${job} ${result}`),
  });
  return { scheduler, runs, clock };
}

/** Long enough for many runs of a job. */
async function pass(clock: HandClock): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    clock.advance(1000);
    await new Promise(setImmediate);
  }
}

test('runs due work without having started, after the first step', async () => {
  let due = 0;
  const end: Job = { name: 'end', everyMs: 1, run: () => Promise.resolve(due > 0 ? due-- : 0) };
  const { scheduler, runs } = schedulerWith(end);
  const done = await scheduler.runDue(() => {
    due = 2;
    return Promise.resolve();
  });
  assert.deepEqual(done, { fired: { end: 3 }, finished: true });
  assert.deepEqual(runs, ['end ok', 'end ok', 'end ok']);
});

test('starts no job during the first step, and reports every run', async () => {
  let isMoved = false;
  const runsWhileMoving: string[] = [];
  let isMoving = false;
  const first = Promise.withResolvers<undefined>();
  const end: Job = {
    name: 'end',
    everyMs: 1,
    run() {
      if (isMoving) runsWhileMoving.push('end');
      first.resolve(undefined);
      return Promise.resolve(0);
    },
  };
  const { scheduler, runs, clock } = schedulerWith(end);
  scheduler.start();
  await first.promise;
  await scheduler.runDue(async () => {
    isMoving = true;
    await pass(clock);
    isMoved = true;
    isMoving = false;
  });
  await scheduler.stop();
  assert.deepEqual([isMoved, runsWhileMoving], [true, []]);
  const told = runs.length;
  await pass(clock);
  assert.ok(told >= 2);
  assert.equal(runs.length, told, 'it stopped');
});

test('stops without having started', async () => {
  const { scheduler, runs } = schedulerWith();
  await scheduler.stop();
  assert.deepEqual(runs, []);
});
