// Tests of the shared look-up of due work: jobs that wake up together share one statement, each
// gets its own answer, and the time is that of the statement.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../core/clock.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import type { Queryable, Statement } from '../storage/database.ts';
import { createDueLookup } from './due.store.ts';
import { createScheduler } from './scheduler.ts';
import type { Job } from './worker.ts';

const end = { name: 'end', text: 'select 1 from deadlines where due_at <= $1 order by due_at' };
const resolve = { name: 'resolve', text: 'select 1 from attempts where a = $2 and b <= $1' };

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A database that records what it is asked, and answers in the order of the checks. */
function recordingDatabase(...answers: readonly (readonly boolean[])[]) {
  const asked: Asked[] = [];
  const run = ({ text }: Statement, values: readonly unknown[] = []) => {
    const answer = answers[asked.length] ?? [];
    asked.push({ text, values });
    return Promise.resolve([
      Object.fromEntries(answer.map((isDue, place) => [`due_${String(place)}`, isDue])),
    ]);
  };
  return { asked, database: { run } as Queryable };
}

test('questions of one turn share a statement, and each gets its own answer', async () => {
  const { asked, database } = recordingDatabase([true, false, true], [false, true, false]);
  let now = 0;
  const clock = { ...systemClock, now: () => now };
  const one = { ...resolve, values: ['acquirer'] };
  const other = { ...resolve, values: ['blik'] };
  const checks = [one, end, other];
  const isDue = createDueLookup(checks, { database, clock, defer: setImmediate });
  const first = Promise.all(checks.map(isDue));
  now = 5;
  assert.deepEqual(await first, [true, false, true]);
  assert.deepEqual(await Promise.all(checks.map(isDue)), [false, true, false]);
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[0]?.values, ['1970-01-01T00:00:00.005Z', 'acquirer', 'blik']);
  const column = (text: string, place: number): string =>
    `(${text} limit 1) is not null as due_${String(place)}`;
  assert.equal(
    asked[0]?.text,
    `select ${[
      column('select 1 from attempts where a = $2 and b <= $1::timestamptz', 0),
      column('select 1 from deadlines where due_at <= $1::timestamptz order by due_at', 1),
      column('select 1 from attempts where a = $3 and b <= $1::timestamptz', 2),
    ].join(',\n')}`,
  );
});

test('a question after the statement was sent is answered by another one', async () => {
  const { asked, database } = recordingDatabase([false], [true]);
  const sent = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const slowly: Queryable = {
    async run(statement, values) {
      const rows = await database.run(statement, values);
      sent.resolve(undefined);
      await answered.promise;
      return rows as never;
    },
  };
  const parts = { database: slowly, clock: systemClock, defer: setImmediate };
  const isDue = createDueLookup([end], parts);
  const early = isDue(end);
  await sent.promise;
  const late = isDue(end);
  answered.resolve(undefined);
  assert.deepEqual([await early, await late, asked.length], [false, true, 2]);
  await assert.rejects(isDue(resolve), /resolve is not one of the checks/);
});

test('a job without due work does not run; a failed look-up is a failed run', async () => {
  const ran: string[] = [];
  const told: string[] = [];
  const job = (name: string, due?: Job['due']): Job => {
    const run = () => Promise.resolve(ran.push(name) && 0);
    return { name, everyMs: 500, run, ...(due && { due }) };
  };
  const { asked, database } = recordingDatabase([true, false]);
  const parts = {
    jobs: [job('end', end), job('resolve', resolve), job('purge')],
    callsInProgress: () => [],
    clock: systemClock,
    defer: setImmediate,
    onRun: (name: string, result: string) => void told.push(`${name} ${result}`),
  };
  await createScheduler({ ...parts, database }).runDue();
  assert.deepEqual(ran.sort(), ['end', 'purge']);
  assert.deepEqual(told.sort(), ['end ok', 'purge ok', 'resolve ok']);
  assert.equal(asked.length, 1);
  ran.length = told.length = 0;
  const lost = { run: () => Promise.reject(new Error('the database is gone')) };
  await createScheduler({ ...parts, database: lost }).runDue();
  assert.deepEqual(ran, ['purge']);
  assert.deepEqual(told.sort(), ['end failed', 'purge ok', 'resolve failed']);
});

test('jobs that found nothing wake up together, however long each of them ran', async () => {
  const { asked, database } = recordingDatabase(...Array<boolean[]>(100).fill([true, true, true]));
  const clock = handClock();
  const jobs = [0, 20, 40].map((takesMs): Job => {
    const due = { ...end, name: `takes ${String(takesMs)}` };
    return { name: 'end', everyMs: 400, due, run: () => clock.sleep(takesMs).then(() => 0) };
  });
  let runs = 0;
  const onRun = (): void => void (runs += 1);
  const parts = { callsInProgress: () => [], clock, defer: setImmediate, database };
  const scheduler = createScheduler({ ...parts, jobs, onRun });
  scheduler.start();
  for (let ms = 0; ms < 1000; ms += 10) {
    clock.advance(10);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }
  await scheduler.stop();
  assert.deepEqual([asked.length, runs], [3, 9]);
});
