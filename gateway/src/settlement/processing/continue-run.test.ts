// Tests of the counts of a run: a payment that waits is found by the scan and again among those
// that wait, and counts once, also if several pages of payments wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFailpoints } from '../../core/failpoint.ts';
import { createIds, FIRST_ID } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft } from '../../journal/entry.ts';
import { groupCommit } from '../../journal/group-commit.ts';
import { createMemory } from '../../journal/testing/memory-committer.ts';
import type { SettlementParts } from '../parts.ts';
import { runs, waitingPayments, type Run, type WaitingPayment } from '../run.ts';
import { continueRun, PAGE } from './continue-run.ts';

const MERCHANT = '10000001';

/** The run that ends after these sales were found, of which all wait for an operation. */
async function endOfRun(count: number): Promise<Run | undefined> {
  const clock = handClock();
  const memory = createMemory();
  const journal = groupCommit(memory.committer, { lanes: 1, batchSize: 64, defer: setImmediate });
  const ids = createIds(clock, seededRandom(1));
  const sales = Array.from({ length: count }, () => {
    return { transferId: ids.next(), paymentId: ids.next(), capturedAt: 0, isDue: true };
  });
  const payment = { merchantId: MERCHANT, status: 'COMPLETED', capturedMinor: 1n };
  const parts = {
    clock,
    ids,
    journal,
    failpoints: noFailpoints,
    store: { load: () => Promise.resolve({ payment, attempts: [{ finishedAt: null }] }) },
    loadFees: () => ({}),
    batchStore: { openBatches: () => Promise.resolve([]) },
    runStore: {
      merchant: () => Promise.resolve(undefined),
      sales: (_merchant: string, _step: object, after: string, limit: number) =>
        Promise.resolve(sales.filter(({ transferId }) => transferId > after).slice(0, limit)),
      waiting: (_merchant: string, after: string, limit: number) =>
        Promise.resolve(
          memory
            .rows<WaitingPayment>(waitingPayments)
            .filter(({ paymentId }) => paymentId > after)
            .sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1))
            .slice(0, limit),
        ),
    },
  } as unknown as SettlementParts;
  const now = clock.now();
  const run: Run = {
    ...{ merchantId: MERCHANT, runId: ids.next(), version: 1, settlementDate: '2026-03-01' },
    ...{ steps: [{ methods: [], isRest: true, from: 0, before: now }], step: 0 },
    ...{ afterId: FIRST_ID, examined: 0, settled: 0, postponed: 0 },
    ...{ until: now, leaseUntil: now, startedAt: now, finishedAt: null },
  };
  assert.equal((await journal.commit(new Draft().insert(runs, run))).kind, 'committed');
  await continueRun(parts, run);
  return memory.find<Run>(runs, { ...run });
}

for (const count of [0, 1, PAGE, PAGE + 1]) {
  test(`a run that postpones ${count} payments counts ${count}`, async () => {
    const run = await endOfRun(count);
    assert.deepEqual(
      [run?.examined, run?.settled, run?.postponed, run?.finishedAt === null],
      [count, 0, count, false],
    );
  });
}
