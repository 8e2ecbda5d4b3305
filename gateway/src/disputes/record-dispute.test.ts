// Tests of disputes in the database, on both engines: each is recorded once whoever reports it, and
// only the first report is an alarm; the pages of the operator's list.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { money } from '../core/money.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { groupCommit } from '../journal/group-commit.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import type { DisputeNews } from '../providers/provider-message.ts';
import { listDisputes, sqlDisputeStore } from './dispute.store.ts';
import { recordDispute, type DisputeParts } from './record-dispute.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const [PAYMENT, OTHER_PAYMENT, ATTEMPT] = ['1', '2', '3'].map(
  (end) => `0198c5d1-7b2a-7000-8000-00000000000${end}`,
) as [string, string, string];
const news: DisputeNews = {
  merchantId: '10000001',
  paymentId: PAYMENT,
  attemptId: ATTEMPT,
  reference: 'dp_1',
  stage: 'OPENED',
  amount: money(9_007_199_254_740_993n, 'PLN'),
  reason: '10.4',
  respondUntil: START + 9_000,
  at: START,
};

for (const engine of engines) {
  describe(`disputes on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let parts: DisputeParts;
    const alarms: object[] = [];
    before(async () => {
      opened = await engine.openWithTables();
      const { database } = opened;
      const clock = handClock();
      const settings = { lanes: 1, batchSize: 8, defer: setImmediate };
      parts = {
        journal: groupCommit(sqlCommitter(database), settings),
        disputes: sqlDisputeStore(database),
        clock,
        ids: createIds(clock, seededRandom(1)),
        metrics: { alarms: { inc: (labels: object) => void alarms.push(labels) } },
        log: { info: () => undefined, warn: assert.fail, error: (one: object) => alarms.push(one) },
      } as unknown as DisputeParts;
    });
    after(() => opened?.close());
    beforeEach(async () => {
      alarms.length = 0;
      await runSql(opened.database, 'truncate disputes');
    });
    const report = (change: Partial<DisputeNews> = {}, provider = 'adyen') =>
      recordDispute(parts, provider, { ...news, ...change });
    const list = (filter: Parameters<typeof listDisputes>[1] = {}, limit = 100) =>
      listDisputes(opened.database, filter, limit);

    test('a new dispute is stored exactly, counted and logged', async () => {
      await report();
      const [dispute, ...others] = await list();
      assert.deepEqual(others, []);
      const key = { merchantId: '10000001', paymentId: PAYMENT };
      const found = await parts.disputes.find({ ...key, provider: 'adyen', reference: 'dp_1' });
      assert.deepEqual(found, dispute);
      assert.equal(dispute?.amountMinor, 9_007_199_254_740_993n);
      assert.equal(dispute.history[0]?.amountMinor, '9007199254740993');
      assert.deepEqual([dispute.respondUntil, dispute.happenedAt], [START + 9_000, START]);
      const { merchantId, paymentId, attemptId, reference, stage } = news;
      const facts = { merchantId, paymentId, attemptId, provider: 'adyen', reference, stage };
      assert.deepEqual(alarms, [{ alarm: 'dispute' }, { alarm: 'dispute', ...facts }]);
    });

    test('repeated news change nothing, older news only the history', async () => {
      await report();
      await report();
      assert.equal((await list())[0]?.version, 1);
      await report({ stage: 'CHARGED_BACK', at: START + 2_000, respondUntil: null, reason: null });
      await report({ stage: 'INQUIRY', at: START + 1_000 });
      await report({ stage: 'CHARGED_BACK', at: START + 2_000, respondUntil: null, reason: null });
      const [dispute] = await list();
      assert.deepEqual([dispute?.stage, dispute?.version], ['CHARGED_BACK', 3]);
      const stages = dispute?.history.map(({ stage }) => stage);
      assert.deepEqual(stages, ['OPENED', 'INQUIRY', 'CHARGED_BACK']);
      assert.equal(alarms.length, 2, 'only the first is an alarm');
    });

    test('merchant, payment, provider and reference tell disputes apart', async () => {
      await report();
      await report({ merchantId: '10000002' });
      await report({ paymentId: OTHER_PAYMENT });
      await report({ reference: 'dp_2' });
      await report({}, 'stripe');
      assert.equal((await list()).length, 5);
      assert.ok((await list()).every(({ history }) => history.length === 1));
    });

    test('equal and different news at the same time are each recorded once', async () => {
      const stages = ['INQUIRY', 'OPENED', 'CHARGED_BACK', 'RETURNED', 'WON'] as const;
      const all = [...stages, ...stages].map((stage, place) =>
        report({ stage, at: START + (place % stages.length) * 1_000 }),
      );
      await Promise.all(all);
      const [dispute, ...others] = await list();
      assert.deepEqual(others, []);
      assert.deepEqual([dispute?.stage, dispute?.version], ['WON', 5]);
      assert.deepEqual(
        dispute?.history.map(({ stage }) => stage),
        stages,
      );
      assert.equal(alarms.length, 2);
    });

    test('a page of disputes: of a merchant, at a stage, older than the last one', async () => {
      await report({ reference: 'a' });
      await report({ reference: 'b', stage: 'LOST' });
      await report({ reference: 'c', merchantId: '10000002', stage: 'LOST' });
      await report({ reference: 'd' });
      const all = await list();
      const of = async (...args: Parameters<typeof list>) =>
        (await list(...args)).map(({ reference }) => reference).join('');
      assert.equal(await of(), 'dcba');
      assert.equal(await of({}, 3), 'dcb');
      assert.equal(await of({ after: all[1]?.disputeId }), 'ba');
      assert.equal(await of({ merchantId: '10000001' }), 'dba');
      assert.equal(await of({ stage: 'LOST' }), 'cb');
      assert.equal(await of({ merchantId: '10000001', stage: 'LOST' }), 'b');
      assert.equal(await of({ stage: 'LOST', after: all[1]?.disputeId }), 'b');
    });
  });
}
