// Tests of fee rules in the database, on both engines: what a settlement loads, pages, and that two
// rules for the same payments never begin at the same time.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { groupCommit } from '../journal/group-commit.ts';
import type { Journal } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { ALL_MERCHANTS, feeOf, ruleFor, type FeeRule } from './fee.ts';
import { addFeeRule, feeSchedule, findSameStart, listFeeRules } from './fee-rule.store.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));

function rule(other: Partial<FeeRule> = {}): FeeRule {
  return {
    merchantId: ALL_MERCHANTS,
    ruleId: ids.next(),
    method: null,
    organization: null,
    currency: 'PLN',
    percentMillionths: 12_345,
    fixedMinor: 9_007_199_254_740_993n,
    minimumMinor: 50n,
    validFrom: START + 1,
    createdAt: START,
    ...other,
  };
}

for (const engine of engines) {
  describe(`fee rules on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let journal: Journal;
    before(async () => {
      opened = await engine.openWithTables();
      const settings = { lanes: 1, batchSize: 8, defer: setImmediate, onBatch: () => undefined };
      journal = groupCommit(sqlCommitter(opened.database), settings);
    });
    after(() => opened.close());

    test('a schedule has the rules of the merchant and those for all', async () => {
      const own = rule({ merchantId: '1001', method: 'CARD', organization: 'VISA' });
      const all = rule({ currency: 'KWD', percentMillionths: 0, fixedMinor: 7n, minimumMinor: 0n });
      const other = rule({ merchantId: '1002' });
      for (const one of [own, all, other]) assert.equal(await addFeeRule(journal, one), true);
      const fees = await feeSchedule(opened.database).feesFor('1001');
      const card = { method: 'CARD', organization: 'VISA', at: START + 1 };
      assert.deepEqual(ruleFor(fees, { ...card, currency: 'PLN' }), own);
      assert.deepEqual(ruleFor(fees, { ...card, currency: 'KWD' }), all);
      assert.equal(feeOf(fees, { ...card, currency: 'KWD', amountMinor: 1000n }), 7n);
      assert.equal(ruleFor(fees, { ...card, method: 'BLIK', currency: 'PLN' }), undefined);
    });

    test('a schedule loads a merchant once; a new schedule sees new rules', async () => {
      const schedule = feeSchedule(opened.database);
      const before = await schedule.feesFor('1003');
      assert.equal(await addFeeRule(journal, rule({ merchantId: '1003' })), true);
      assert.equal(await schedule.feesFor('1003'), before);
      assert.equal(before.get('PLN'), undefined);
      const after = await feeSchedule(opened.database).feesFor('1003');
      assert.equal(after.get('PLN')?.length, 1);
    });

    test('a schedule asks again after a failure', async () => {
      let isDown = true;
      const schedule = feeSchedule({
        run: (...call) =>
          isDown ? Promise.reject(new Error('down')) : opened.database.run(...call),
      });
      await assert.rejects(schedule.feesFor('1001'), /down/);
      isDown = false;
      assert.equal((await schedule.feesFor('1001')).get('PLN')?.length, 1);
    });

    test('of two rules for the same payments with the same start one is added', async () => {
      const scopes = [{}, { method: 'CARD' }, { organization: 'VISA' }];
      for (const [index, scope] of scopes.entries()) {
        const of = { merchantId: `200${index}`, ...scope };
        const both = [rule(of), rule({ ...of, percentMillionths: 1 })];
        const added = await Promise.all(both.map((one) => addFeeRule(journal, one)));
        assert.equal(added.filter(Boolean).length, 1, JSON.stringify(scope));
        const [winner] = both.filter((_, place) => added[place]);
        assert.ok(winner);
        assert.deepEqual(await findSameStart(opened.database, winner), winner);
        assert.equal(await addFeeRule(journal, rule({ ...of, validFrom: START + 2 })), true);
        assert.equal(await addFeeRule(journal, rule({ ...of, currency: 'EUR' })), true);
      }
    });

    test('the rule with the same start is for the same payments in every respect', async () => {
      const merchantId = '2101';
      const wanted = rule({ merchantId, method: 'CARD', organization: 'VISA' });
      const { ruleId: _ruleId, ...scope } = wanted;
      const others: Partial<FeeRule>[] = [
        { merchantId: '2102' },
        { currency: 'EUR' },
        { method: null },
        { organization: null },
        { validFrom: wanted.validFrom + 1 },
      ];
      for (const other of others) {
        assert.equal(await addFeeRule(journal, rule({ ...scope, ...other })), true);
      }
      assert.equal(await findSameStart(opened.database, wanted), undefined);
      assert.equal(await addFeeRule(journal, wanted), true);
      assert.deepEqual(await findSameStart(opened.database, wanted), wanted);
    });

    test('rules are listed in the order of adding, of one owner or of all', async () => {
      const added: FeeRule[] = [];
      for (const merchantId of ['3001', '3002', '3001']) {
        const one = rule({ merchantId, validFrom: START + 10 + added.length });
        assert.equal(await addFeeRule(journal, one), true);
        added.push(one);
      }
      const [first, second, third] = added as [FeeRule, FeeRule, FeeRule];
      const { database } = opened;
      const forAll = rule({ currency: 'JPY' });
      assert.equal(await addFeeRule(journal, forAll), true);
      const own = { merchantId: '3001', after: null, limit: 10 };
      const [earlier, ...rest] = await listFeeRules(database, own);
      assert.deepEqual([earlier?.merchantId, earlier?.currency], [ALL_MERCHANTS, 'KWD']);
      assert.deepEqual(rest, [first, third, forAll]);
      assert.deepEqual(await listFeeRules(database, { ...own, after: first.ruleId }), [
        third,
        forAll,
      ]);
      assert.deepEqual(await listFeeRules(database, { ...own, limit: 1 }), [earlier]);
      const every = { merchantId: null, after: first.ruleId, limit: 10 };
      assert.deepEqual(await listFeeRules(database, every), [second, third, forAll]);
    });

    test('a rule is never changed or removed, and never begins before it was added', async () => {
      const change = 'update fee_rules set percent_millionths = 0';
      for (const sql of [change, 'delete from fee_rules']) {
        await assert.rejects(runSql(opened.database, sql), /never changed/);
      }
      await assert.rejects(
        addFeeRule(journal, rule({ merchantId: '4001', validFrom: START - 1 })),
        /fee_rules_not_in_the_past/,
      );
    });
  });
}
