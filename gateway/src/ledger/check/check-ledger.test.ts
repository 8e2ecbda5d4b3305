// Tests of the ledger check on both engines: correct books, planted differences, transfers that are
// made or committed late while it runs, two nodes, and the daily schedule.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { failingDatabase } from '@bramka/test/support/journal/failing-database.ts';
import { systemClock } from '../../core/clock.ts';
import { createIds, firstIdAt, type Ids } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { Draft } from '../../journal/entry.ts';
import { sqlCommitter } from '../../journal/sql-committer.ts';
import { addTransfer } from '../ledger.ts';
import { createLedgerChecker } from './check-ledger.ts';
import { ALL, newCheck, type LedgerCheck } from './ledger-check.ts';
import { findCheck, findRunning, insertCheck, updateCheck } from './ledger-check.store.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const [A, B] = ['1001', '1002'] as const;

test('the first id of a time is between the ids before and from then on', () => {
  for (const at of [0, 1, START, 2 ** 48 - 2]) {
    const idAt = (ms: number) => createIds({ now: () => ms }, seededRandom(1)).next();
    assert.ok(firstIdAt(at) < idAt(at), String(at));
    assert.ok(idAt(at) < firstIdAt(at + 1), String(at));
  }
  assert.equal(firstIdAt(-1), firstIdAt(0));
});

for (const engine of engines) {
  describe(`the ledger check on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let now = START;
    let monotonicMs = 0;
    let ids: Ids;
    let alarms: object[] = [];
    let counted = 0;
    const clock = { ...systemClock, now: () => now, monotonicMs: () => monotonicMs };
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());
    beforeEach(async () => {
      await runSql(opened.database, 'truncate ledger_checks, ledger_balances, ledger_transfers');
      [now, monotonicMs, alarms, counted] = [START, 0, [], 0];
      ids = createIds({ now: () => now }, seededRandom(7));
    });

    const checker = (database = opened.database) =>
      createLedgerChecker({
        database,
        clock,
        ids,
        sliceSize: 3,
        metrics: { alarms: { inc: () => (counted += 1) } as never },
        log: { error: (facts) => alarms.push(facts) },
      });
    const deposit = async (merchantId: string, amountMinor: bigint, own: Ids = ids) => {
      const draft = new Draft();
      const of = { merchantId, paymentId: null, transId: own.next(), currency: 'PLN', at: now };
      addTransfer(draft, 'DEPOSIT', amountMinor, of, own);
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.deepEqual(result, { kind: 'committed' });
    };
    const fill = async (merchantId: string, count: number) => {
      for (let made = 0; made < count; made += 1) await deposit(merchantId, 10n);
    };
    const plant = (merchantId: string, account: string, by: number) =>
      runSql(
        opened.database,
        `update ledger_balances set balance_minor = balance_minor + $3
         where merchant_id = $1 and account = $2`,
        [merchantId, account, by],
      );
    const start = async (merchantId = ALL): Promise<string> => {
      const checkId = ids.next();
      const scope = { merchantId, startedBy: 'OPERATOR' } as const;
      assert.ok(await insertCheck(opened.database, newCheck(scope, checkId, now)));
      return checkId;
    };
    const finished = async (checkId: string, run = checker()): Promise<LedgerCheck> => {
      for (let runs = 0; runs < 50; runs += 1) {
        await run();
        const check = await findCheck(opened.database, checkId);
        if (check?.state === 'DONE') return check;
      }
      return assert.fail('the check does not end');
    };
    const later = () => (now += 60_000);

    test('finds nothing in correct books, and reads every transfer once', async () => {
      await fill(A, 10);
      await fill(B, 1);
      later();
      const { merchants, transfers, differences, finishedAt } = await finished(await start());
      assert.deepEqual(
        { merchants, transfers, differences },
        { merchants: 2, transfers: 11n, differences: [] },
      );
      assert.equal(finishedAt, now);
      assert.deepEqual([alarms, counted], [[], 0]);
    });

    test('a merchant that cannot be read is an alarm, and the next ones are compared', async () => {
      await fill(A, 4);
      await fill(B, 4);
      await plant(B, 'BANK', -1);
      later();
      const database = failingDatabase(
        opened.database,
        ({ name }, values) => name === 'ledger-checks.slice' && values.includes(A),
      );
      const skipping = checker(database);
      const checkId = await start();
      const check = await finished(checkId, skipping);
      const found = check.differences.map((one) => one.merchantId);
      assert.deepEqual([check.merchants, found], [1, [B]]);
      const skipped = alarms.filter((one) => 'job' in one);
      assert.deepEqual(
        skipped.map((one) => ({ ...one, err: undefined })),
        [{ alarm: 'job-skipped', err: undefined, job: 'check-ledger', merchantId: A, checkId }],
      );
    });

    test('finds a planted difference of each account, and reports it once', async () => {
      await fill(A, 10);
      await fill(B, 4);
      await plant(A, 'MERCHANT_PAYABLE', 1);
      await plant(A, 'BANK', -1);
      later();
      const expected = [
        { merchantId: A, account: 'BANK', currency: 'PLN', differenceMinor: '-1' },
        { merchantId: A, account: 'MERCHANT_PAYABLE', currency: 'PLN', differenceMinor: '1' },
      ];
      const run = checker();
      const check = await finished(await start(), run);
      assert.deepEqual([check.differences, check.merchants], [expected, 2]);
      assert.deepEqual(
        alarms,
        expected.map((one) => ({ alarm: 'ledger-difference', ...one })),
      );
      assert.equal(counted, 2);
      assert.deepEqual((await finished(await start(), run)).differences, expected);
      assert.equal(counted, 2);
      monotonicMs += 3_600_000;
      await finished(await start(), run);
      assert.equal(counted, 4);
    });

    test('finds a balance without transfers, and transfers without a balance', async () => {
      await fill(B, 1);
      const rows = 'insert into ledger_balances values';
      await runSql(
        opened.database,
        `${rows} ('1000', 'FEES', 'EUR', 5), ('1000', 'BANK', 'EUR', -5)`,
      );
      await runSql(opened.database, `delete from ledger_balances where merchant_id = '${B}'`);
      later();
      const { differences } = await finished(await start());
      assert.deepEqual(
        differences.map(({ merchantId, account, currency, differenceMinor }) =>
          [merchantId, account, currency, differenceMinor].join(' '),
        ),
        [
          '1000 BANK EUR -5',
          '1000 FEES EUR 5',
          `${B} BANK PLN 10`,
          `${B} MERCHANT_PAYABLE PLN -10`,
        ],
      );
    });

    test('finds balances that do not sum to zero in its first run, without a check', async () => {
      await fill(A, 2);
      await plant(A, 'BANK', 3);
      const run = checker();
      assert.equal(await run(), 1);
      const fact = { merchantId: A, account: ALL, currency: 'PLN', differenceMinor: '3' };
      assert.deepEqual(alarms, [{ alarm: 'ledger-difference', ...fact }]);
      assert.equal(await run(), 0);
      monotonicMs += 60_000;
      assert.equal(await run(), 1);
      assert.equal(counted, 1);
    });

    for (const [checked, wrong] of [
      [A, B],
      [B, A],
    ] as const) {
      test(`a check of merchant ${checked} reads no other`, async () => {
        await fill(A, 4);
        await fill(B, 4);
        await plant(wrong, 'BANK', 1);
        later();
        const { merchants, transfers, differences } = await finished(await start(checked));
        assert.deepEqual([merchants, transfers, differences], [1, 4n, []]);
      });
    }

    test('transfers that are made while it runs are no difference', async () => {
      await fill(A, 7);
      later();
      const checkId = await start();
      const run = checker();
      for (let runs = 0; runs < 200; runs += 1) {
        await deposit(A, 1n);
        // Without time for a second step.
        const before = monotonicMs;
        clock.monotonicMs = () => (monotonicMs += 500);
        await run();
        clock.monotonicMs = () => monotonicMs;
        monotonicMs = before;
        now += 5000;
        if ((await findCheck(opened.database, checkId))?.state === 'DONE') break;
      }
      const check = await findCheck(opened.database, checkId);
      assert.deepEqual([check?.state, check?.differences, alarms], ['DONE', [], []]);
    });

    test('many transfers made meanwhile are read in slices too, each once', async () => {
      await fill(A, 4);
      later();
      await fill(A, 31);
      const checkId = await start(A);
      clock.monotonicMs = () => (monotonicMs += 500);
      const run = checker();
      const ranges = new Set<string>();
      for (let runs = 0; runs < 50; runs += 1) {
        await run();
        const check = await findCheck(opened.database, checkId);
        if (check?.currentMerchant === A) ranges.add(check.untilId);
        if (check?.state === 'DONE') break;
        later();
      }
      clock.monotonicMs = () => monotonicMs;
      assert.equal(ranges.size, 2);
      const check = await findCheck(opened.database, checkId);
      assert.deepEqual([check?.state, check?.transfers, check?.differences], ['DONE', 35n, []]);
    });

    test('a transfer that is committed very late is no difference', async () => {
      await fill(A, 4);
      const late = createIds({ now: () => START - 1 }, seededRandom(9));
      later();
      const checkId = await start(A);
      const stop = () => (clock.monotonicMs = () => (monotonicMs += 500));
      stop();
      const run = checker();
      for (let runs = 0; runs < 3; runs += 1) await run();
      const half = await findCheck(opened.database, checkId);
      assert.ok(half && half.transfers > 0n && half.state === 'RUNNING');
      await deposit(A, 10n, late);
      clock.monotonicMs = () => monotonicMs;
      const { differences, transfers } = await finished(checkId, run);
      assert.deepEqual([differences, alarms], [[], []]);
      // It was read again from the start.
      assert.equal(transfers, 9n);
    });

    test('a step that another node has made meanwhile is not stored', async () => {
      const checkId = await start();
      const check = (await findCheck(opened.database, checkId)) ?? assert.fail();
      const done: LedgerCheck = { ...check, state: 'DONE', merchants: 2, finishedAt: now };
      assert.equal(await updateCheck(opened.database, done), true);
      assert.equal(await updateCheck(opened.database, { ...check, merchants: 1 }), false);
      assert.deepEqual(await findCheck(opened.database, checkId), { ...done, version: 2 });
    });

    test('two nodes that work on the same check count nothing twice', async () => {
      await fill(A, 20);
      later();
      const checkId = await start();
      const runs = [checker(), checker(), checker()];
      for (let round = 0; round < 20; round += 1) await Promise.all(runs.map((run) => run()));
      const check = await findCheck(opened.database, checkId);
      assert.deepEqual([check?.state, check?.transfers, check?.differences], ['DONE', 20n, []]);
    });

    test('checks all merchants once a day by itself, and the operator comes first', async () => {
      await fill(A, 1);
      later();
      const run = checker();
      await Promise.all([run(), checker()()]);
      const scheduled = await findRunning(opened.database);
      assert.deepEqual([scheduled?.startedBy, scheduled?.merchantId], ['SCHEDULE', ALL]);
      const checkId = await start();
      assert.equal((await findRunning(opened.database))?.checkId, checkId);
      await finished(checkId, run);
      await finished(scheduled?.checkId ?? '', run);
      await run();
      assert.equal(await findRunning(opened.database), undefined);
      now += DAY_MS;
      await run();
      assert.equal((await findRunning(opened.database))?.startedBy, 'SCHEDULE');
      const rows = await runSql(opened.database, 'select 1 from ledger_checks');
      assert.equal(rows.length, 3);
    });
  });
}
