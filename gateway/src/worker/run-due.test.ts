// Tests of running due work at once: rounds until nothing is found, waiting for the calls that were
// started, a time limit, and paused job loops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../core/testing/hand-clock.ts';
import { systemClock } from '../core/clock.ts';
import { runDue, type RunDueParts } from './run-due.ts';
import { startWorker, type Job } from './worker.ts';

const never = new Promise<never>(() => undefined);

function partsWith(other: Partial<RunDueParts> = {}): RunDueParts {
  return {
    clock: systemClock,
    onRun: () => undefined,
    callsInProgress: () => [],
    limitMs: 3_600_000,
    ...other,
  };
}

/** Finds these amounts in turn, then nothing. */
function job(name: string, ...amounts: number[]): Job {
  return { name, everyMs: 1, run: () => Promise.resolve(amounts.shift() ?? 0) };
}

test('continues while any job finds work, and sums what each found', async () => {
  const done = await runDue([job('end', 3, 2), job('resolve', 0, 1, 1), job('purge')], partsWith());
  assert.deepEqual(done, { fired: { end: 5, resolve: 2, purge: 0 }, finished: true });
});

test('waits for the calls that the jobs start, and for no earlier one', async () => {
  const calls: Promise<unknown>[] = [never];
  let isAnswered = false;
  const release: Job = {
    name: 'end',
    everyMs: 1,
    run() {
      if (calls.length > 1) return Promise.resolve(0);
      calls.push(new Promise(setImmediate).then(() => (isAnswered = true)));
      return Promise.resolve(1);
    },
  };
  const done = await runDue([release], partsWith({ callsInProgress: () => calls }));
  assert.deepEqual([done.finished, isAnswered], [true, true]);
});

test('ends at the time limit, whatever a silent provider does', async () => {
  const clock = handClock();
  const silent: Job = { name: 'resolve', everyMs: 1, run: () => never };
  const done = runDue([job('end', 4), silent], partsWith({ clock, limitMs: 100 }));
  clock.advance(100);
  assert.equal((await done).finished, false);
});

test('a job that always finds work ends at the time limit', async () => {
  const clock = handClock();
  let runs = 0;
  const run = (): Promise<number> => {
    clock.advance(1);
    return Promise.resolve((runs += 1));
  };
  const endless: Job = { name: 'end', everyMs: 1, run };
  const { finished } = await runDue([endless], partsWith({ clock, limitMs: 30 }));
  assert.equal(finished, false);
  const seen = runs;
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.ok(seen >= 29 && runs <= seen + 1, `${runs} runs: it did not stop`);
});

test('a job that fails is reported and does not stop the others', async () => {
  const reported: string[] = [];
  const broken: Job = { name: 'purge', everyMs: 1, run: () => Promise.reject(new Error('no')) };
  const parts = partsWith({ onRun: (name, result) => void reported.push(`${name} ${result}`) });
  const done = await runDue([broken, job('end', 1)], parts);
  assert.deepEqual(done.fired, { purge: 0, end: 1 });
  assert.deepEqual(reported.slice(0, 2).sort(), ['end ok', 'purge failed']);
});

test('no job starts during exclusive work, and all continue afterwards', async () => {
  let runs = 0;
  const counter: Job = { name: 'end', everyMs: 1, run: () => ((runs += 1), Promise.resolve(0)) };
  const clock = handClock();
  const pass = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) {
      clock.advance(1000);
      await new Promise(setImmediate);
    }
  };
  const worker = startWorker([counter], { clock, onRun: () => undefined });
  await pass();
  const seen = await worker.runExclusively(async () => {
    const before = runs;
    await pass();
    return [before, runs];
  });
  assert.ok(runs > 0);
  assert.equal(seen[0], seen[1]);
  await pass();
  assert.ok(runs > (seen[1] ?? 0));
  await assert.rejects(
    worker.runExclusively(() => Promise.reject(new Error('refused'))),
    /refused/,
  );
  await worker.runExclusively(() => Promise.resolve());
  await worker.stop();
});
