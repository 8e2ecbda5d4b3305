// Tests of when the job looks at merchants, and of the one run that begins for each due time, also
// if two nodes look at the same moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../core/clock.ts';
import { noFailpoints } from '../../core/failpoint.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { groupCommit } from '../../journal/group-commit.ts';
import { createMemory } from '../../journal/testing/memory-committer.ts';
import { mergeSettlement } from '../../merchants/settlement-rules.ts';
import { lastDueTime, nextDueTime } from '../calendar/calendar.ts';
import type { SettlementParts } from '../parts.ts';
import { cursorRows, runs, type CursorRow, type Run } from '../run.ts';
import type { RunStore } from '../run.store.ts';
import { beginIfDue } from './begin-run.ts';
import { createSettler } from './settle-due.ts';

const MERCHANT = '10000001';
const rules = mergeSettlement({});
const DUE = nextDueTime(rules, Date.parse('2026-03-02T12:00:00Z'));

/** Nodes on one database; the wall clock can be moved without the monotonic one. */
function place(startAt: number, hasWork = true) {
  let now = startAt;
  let monotonicMs = 0;
  const clock = { ...systemClock, now: () => now, monotonicMs: () => monotonicMs };
  const memory = createMemory();
  const settings = { lanes: 1, batchSize: 4, defer: setImmediate };
  const journal = groupCommit(memory.committer, settings);
  let looks = 0;
  const cursor = (): CursorRow | undefined => memory.rows<CursorRow>(cursorRows)[0];
  const runStore = {
    merchants() {
      looks += 1;
      return Promise.resolve([{ merchantId: MERCHANT, rules: {}, cursor: cursor() }]);
    },
    hasWork: () => Promise.resolve(hasWork),
    freeRuns: () => Promise.resolve([]),
  } as unknown as RunStore;
  const ids = createIds(clock, seededRandom(1));
  const base = { clock, ids, journal, runStore, failpoints: noFailpoints };
  const parts = base as unknown as SettlementParts;
  return {
    parts,
    node: () => createSettler(parts),
    looks: () => looks,
    runs: () => memory.rows<Run>(runs),
    pass: (ms: number): void => {
      now += ms;
      monotonicMs += ms;
    },
    move: (ms: number): void => void (now += ms),
  };
}

test('the job looks at merchants when one is due, and every minute', async () => {
  const { node, looks, pass } = place(DUE - 30_000, false);
  const settle = node();
  const steps: [ms: number, looks: number][] = [
    [0, 1],
    [29_999, 1],
    [1, 2],
    [59_999, 2],
    [1, 3],
  ];
  for (const [ms, expected] of steps) {
    pass(ms);
    await settle();
    assert.equal(looks(), expected, `${String(ms)} ms later`);
  }
});

test('it looks at once after the clock of a sandbox was moved', async () => {
  for (const direction of [1, -1]) {
    const { node, looks, move } = place(DUE - 30_000, false);
    const settle = node();
    await settle();
    move(500 * direction);
    await settle();
    assert.equal(looks(), 1, 'clocks differ by a little');
    move(direction);
    await settle();
    assert.equal(looks(), 2);
  }
});

test('one run begins for each due time, whichever node looks and how often', async () => {
  const { node, runs: all, pass } = place(DUE);
  const [first, second] = [node(), node()];
  await Promise.all([first(), second()]);
  assert.deepEqual(
    all().map(({ until }) => until),
    [DUE],
  );
  pass(60_000);
  await Promise.all([first(), second()]);
  assert.equal(all().length, 1);
});

test('a due time is new until its run was noted, to the millisecond', async () => {
  const { parts, runs: all } = place(DUE);
  const until = lastDueTime(rules, DUE);
  const begin = (dueAt: number) => {
    const cursor = { merchantId: MERCHANT, dueAt, cursors: {} };
    return beginIfDue(parts, { merchantId: MERCHANT, rules: {}, cursor });
  };
  assert.equal(await begin(until), 'nothing');
  assert.equal(await begin(until + 1), 'nothing');
  assert.equal(all().length, 0);
  assert.equal(await begin(until - 1), 'begun');
  assert.equal(await begin(until - 1), 'busy', 'its run must end first');
});
