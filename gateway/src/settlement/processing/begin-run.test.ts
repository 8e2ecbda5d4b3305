// Tests of runs that the operator asks for while another run of the merchant is in progress: that
// one is returned, and if it ends at this moment, a new one begins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft } from '../../journal/entry.ts';
import { groupCommit } from '../../journal/group-commit.ts';
import { createMemory } from '../../journal/testing/memory-committer.ts';
import type { SettlementParts } from '../parts.ts';
import { runs, type Run } from '../run.ts';
import type { RunStore } from '../run.store.ts';
import { beginRun } from './begin-run.ts';

const MERCHANT = '10000001';
const settings = { lanes: 1, batchSize: 4, defer: setImmediate };

/** `onConflict` is called after a run was refused; it returns the one in progress then. */
function place(onConflict: (runs: Runs) => Promise<Run | undefined>) {
  const clock = handClock();
  const memory = createMemory();
  const journal = groupCommit(memory.committer, settings);
  const all = (): Run[] => memory.rows<Run>(runs);
  const running = (): Run | undefined => all().find(({ finishedAt }) => finishedAt === null);
  const end = async (): Promise<void> => {
    const run = running();
    assert.ok(run);
    const ended = { ...run, version: run.version + 1, finishedAt: clock.now() };
    const result = await journal.commit(new Draft().change(runs, ended, run.version));
    assert.equal(result.kind, 'committed');
  };
  const runStore = {
    merchant: () => Promise.resolve({ merchantId: MERCHANT, rules: {}, cursor: undefined }),
    runningRun: () => onConflict({ running, end }),
  } as unknown as RunStore;
  const ids = createIds(clock, seededRandom(1));
  const parts = { clock, ids, journal, runStore } as unknown as SettlementParts;
  return { begin: () => beginRun(parts, MERCHANT), all };
}

interface Runs {
  readonly running: () => Run | undefined;
  readonly end: () => Promise<void>;
}

test('A run in progress is returned', async () => {
  const { begin, all } = place(({ running }) => Promise.resolve(running()));
  const first = await begin();
  assert.deepEqual(await begin(), first);
  assert.equal(all().length, 1);
});

test('If the run in progress ends at this moment, a new one begins', async () => {
  const { begin, all } = place(async ({ running, end }) => {
    await end();
    return running();
  });
  const first = await begin();
  const second = await begin();
  assert.notEqual(second.runId, first.runId);
  assert.deepEqual(
    all().map(({ runId, finishedAt }) => [runId, finishedAt === null]),
    [
      [first.runId, false],
      [second.runId, true],
    ],
  );
});

test('If runs of others begin and end before each try, it is refused after 20 tries', async () => {
  let tries = 0;
  const { begin, all } = place(() => {
    tries += 1;
    return Promise.resolve(undefined);
  });
  await begin();
  await assert.rejects(begin(), { code: 'CHANGED_MEANWHILE' });
  assert.equal(tries, 20);
  assert.equal(all().length, 1);
});
