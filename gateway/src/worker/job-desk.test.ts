// The desk of the jobs: nothing runs before `work`, what is due can be worked off before and
// after, and what is to be done first is done while the jobs stand still.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../core/clock.ts';
import { jobDesk } from './job-desk.ts';
import type { Job } from './worker.ts';

function deskWith(...jobs: readonly Job[]) {
  const runs: string[] = [];
  const desk = jobDesk({
    jobs,
    underWay: () => [],
    clock: systemClock,
    onRun: (job, result) => void runs.push(`${job} ${result}`),
  });
  return { desk, runs };
}

test('works off what is due without having started, after what is to be done first', async () => {
  let due = 0;
  const end: Job = { name: 'end', everyMs: 1, run: () => Promise.resolve(due > 0 ? due-- : 0) };
  const { desk, runs } = deskWith(end);
  const done = await desk.workOff(() => {
    due = 2;
    return Promise.resolve();
  });
  assert.deepEqual(done, { fired: { end: 3 }, finished: true });
  assert.deepEqual(runs, ['end ok', 'end ok', 'end ok']);
});

test('starts no job while something is done first, and every run is told', async () => {
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
  const { desk, runs } = deskWith(end);
  desk.work();
  await first.promise;
  await desk.workOff(async () => {
    isMoving = true;
    await systemClock.sleep(20);
    isMoved = true;
    isMoving = false;
  });
  await desk.stop();
  assert.deepEqual([isMoved, runsWhileMoving], [true, []]);
  const told = runs.length;
  await systemClock.sleep(20);
  assert.ok(told >= 2);
  assert.equal(runs.length, told, 'it stopped');
});

test('stops without having started', async () => {
  const { desk, runs } = deskWith();
  await desk.stop();
  assert.deepEqual(runs, []);
});
