// Tests of the settlement job: a merchant whose rules cannot be read, or whose run fails, is an
// alarm, and all others are settled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFailpoints } from '../../core/failpoint.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { groupCommit } from '../../journal/group-commit.ts';
import { createMemory } from '../../journal/testing/memory-committer.ts';
import type { SettlementChange } from '../../merchants/settlement-rules.ts';
import { ConnectionLost } from '../../storage/errors.ts';
import type { SettlementParts } from '../parts.ts';
import { runs, type Run } from '../run.ts';
import type { RunStore, SettledMerchant } from '../run.store.ts';
import { createSettler } from './settle-due.ts';

const unreadable: Readonly<Record<string, unknown>> = {
  'a time zone that does not exist': { timeZone: 'Europe/Atlantis' },
  'a time of day that is none': { cutOff: null },
  'a method without an object': { methods: { CARD: null } },
};

function place(merchants: readonly SettledMerchant[], store: Partial<RunStore> = {}) {
  const clock = handClock();
  const memory = createMemory();
  const journal = groupCommit(memory.committer, { lanes: 1, batchSize: 4, defer: setImmediate });
  const all = (): Run[] => memory.rows<Run>(runs);
  const alarms: object[] = [];
  const runStore = {
    merchants: (after: string, limit: number) =>
      Promise.resolve(merchants.filter((one) => one.merchantId > after).slice(0, limit)),
    hasWork: () => Promise.resolve(true),
    freeRuns: () => Promise.resolve([]),
    ...store,
  } as unknown as RunStore;
  const parts = {
    clock,
    journal,
    runStore,
    ids: createIds(clock, seededRandom(1)),
    failpoints: noFailpoints,
    metrics: { alarms: { inc: () => undefined } },
    log: { error: (facts: object) => void alarms.push(facts) },
  } as unknown as SettlementParts;
  return { clock, all, alarms, settle: createSettler(parts), parts };
}

const merchantOf = (merchantId: string, rules: unknown = {}): SettledMerchant => ({
  merchantId,
  rules: rules as SettlementChange,
  cursor: undefined,
});

const skippedOf = (alarms: readonly object[]) =>
  alarms.map((facts) => {
    const { alarm, job, merchantId } = facts as Record<string, unknown>;
    return { alarm, job, merchantId };
  });

for (const [what, rules] of Object.entries(unreadable)) {
  test(`${what} stops only the settlement of its merchant`, async () => {
    const list = [merchantOf('1001'), merchantOf('1002', rules), merchantOf('1003')];
    const { settle, all, alarms } = place(list);
    assert.equal(await settle(), 2);
    assert.deepEqual(
      all().map(({ merchantId }) => merchantId),
      ['1001', '1003'],
    );
    const skipped = { alarm: 'job-skipped', job: 'settle', merchantId: '1002' };
    assert.deepEqual(skippedOf(alarms), [skipped]);
    await settle();
    assert.equal(alarms.length, 1, 'it is looked at again with the others, not at once');
  });
}

test('a run that fails does not stop the others', async () => {
  const run = (merchantId: string) => ({ merchantId, runId: `run-${merchantId}` }) as Run;
  const { settle, alarms, parts } = place([], {
    freeRuns: () => Promise.resolve([run('1001'), run('1002')]),
  });
  const tried: string[] = [];
  const commit: SettlementParts['journal']['commit'] = ({ changes }) => {
    const merchantId = changes[0]?.row['merchantId'] as string;
    tried.push(merchantId);
    if (merchantId === '1001') return Promise.reject(new Error('unreadable'));
    return Promise.resolve({ kind: 'stale' });
  };
  Object.assign(parts.journal, { commit });
  assert.equal(await settle(), 0);
  assert.deepEqual(tried, ['1001', '1002']);
  assert.deepEqual(skippedOf(alarms), [
    { alarm: 'job-skipped', job: 'settle', merchantId: '1001' },
  ]);
});

test('during an outage nobody is skipped', async () => {
  const lost = new ConnectionLost(new Error('gone'), false);
  const { settle, alarms } = place([merchantOf('1001'), merchantOf('1002')], {
    hasWork: () => Promise.reject(lost),
  });
  await assert.rejects(settle(), lost);
  assert.deepEqual(alarms, []);
});
