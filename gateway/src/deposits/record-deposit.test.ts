// Tests of deposits and withdrawals on both engines: exact balances, one record for each reference,
// and two nodes that record the same one, or together more than there is, at the same time.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Refusal } from '../core/refusals.ts';
import { systemClock } from '../core/clock.ts';
import { groupCommit } from '../journal/group-commit.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { readBalances } from '../ledger/ledger.store.ts';
import { checkLedger } from '@bramka/test/support/journal/check-ledger.ts';
import { demoMerchants } from '../merchants/demo.ts';
import type { Database } from '../storage/database.ts';
import { addDemoDeposits } from './demo-deposits.ts';
import type { DepositParts } from './deposit.ts';
import { listDeposits } from './deposit.store.ts';
import { recordDeposit, type NewDeposit } from './record-deposit.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const clock = { ...systemClock, now: () => START };
let seed = 0;

function partsOf(database: Database): DepositParts {
  const settings = { lanes: 2, batchSize: 8, defer: setImmediate };
  const journal = groupCommit(sqlCommitter(database), settings);
  return { database, journal, clock, ids: createIds(clock, seededRandom((seed += 1))) };
}

const code = (error: unknown): string =>
  error instanceof Refusal ? error.code : assert.fail(String(error));
const outcome = (work: Promise<{ depositId: string }>): Promise<string> =>
  work.then(({ depositId }) => depositId, code);

for (const engine of engines) {
  describe(`deposits on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let one: DepositParts;
    /** Another node, where the engine can have one. */
    let other: DepositParts;
    let merchants = 1000;
    before(async () => {
      opened = await engine.openWithTables();
      one = partsOf(opened.database);
      other = engine.name === 'postgres' ? partsOf(opened.node()) : partsOf(opened.database);
    });
    after(async () => {
      await Promise.all([one?.journal.idle(), other?.journal.idle()]);
      await opened.close();
    });

    const depositOf = (fields: Partial<NewDeposit> = {}): NewDeposit => ({
      merchantId: String((merchants += 1)),
      kind: 'DEPOSIT',
      reference: 'FT 1',
      currency: 'PLN',
      amountMinor: 10_000n,
      ...fields,
    });
    const balancesOf = async (merchantId: string) =>
      (await readBalances(opened.database, merchantId)).map(
        ({ account, currency, balanceMinor }) => `${account} ${balanceMinor} ${currency}`,
      );

    test('moves exactly the amount, in currencies with 0, 2 and 3 decimals', async () => {
      const { merchantId } = depositOf();
      const rows = [
        ['DEPOSIT', 'JPY', 500n],
        ['DEPOSIT', 'PLN', 999_999_999_99n],
        ['DEPOSIT', 'KWD', 1n],
        ['WITHDRAWAL', 'PLN', 999_999_999_98n],
      ] as const;
      for (const [kind, currency, amountMinor] of rows) {
        const reference = `${kind} ${currency}`;
        const asked = { merchantId, kind, currency, amountMinor, reference };
        const made = await recordDeposit(one, asked);
        assert.deepEqual(made, { ...asked, depositId: made.depositId, createdAt: START });
      }
      assert.deepEqual(await balancesOf(merchantId), [
        'BANK -500 JPY',
        'MERCHANT_PAYABLE 500 JPY',
        'BANK -1 KWD',
        'MERCHANT_PAYABLE 1 KWD',
        'BANK -1 PLN',
        'MERCHANT_PAYABLE 1 PLN',
      ]);
      const listed = await listDeposits(opened.database, merchantId, null, 10);
      assert.deepEqual(
        listed.map(({ kind, amountMinor }) => [kind, amountMinor]),
        rows.map(([kind, , amountMinor]) => [kind, amountMinor]),
      );
      const [first] = listed;
      const rest = await listDeposits(opened.database, merchantId, first?.depositId ?? '', 2);
      assert.deepEqual(rest, listed.slice(1, 3));
    });

    test('the same reference with the same content is the same record', async () => {
      const asked = depositOf();
      const made = await recordDeposit(one, asked);
      assert.deepEqual(await recordDeposit(other, asked), made);
      assert.deepEqual(await balancesOf(asked.merchantId), [
        'BANK -10000 PLN',
        'MERCHANT_PAYABLE 10000 PLN',
      ]);
    });

    const otherContents: Partial<NewDeposit>[] = [
      { amountMinor: 10_001n },
      { currency: 'EUR' },
      { kind: 'WITHDRAWAL' },
    ];
    for (const change of otherContents) {
      test(`the same reference with another ${Object.keys(change).join()} is refused`, async () => {
        const asked = depositOf();
        await recordDeposit(one, asked);
        assert.equal(await outcome(recordDeposit(one, { ...asked, ...change })), 'REFERENCE_USED');
        assert.equal((await balancesOf(asked.merchantId)).length, 2);
      });
    }

    test('the same reference belongs to each merchant separately', async () => {
      const [first, second] = [depositOf(), depositOf()];
      const made = [await recordDeposit(one, first), await recordDeposit(one, second)];
      assert.notEqual(made[0]?.depositId, made[1]?.depositId);
    });

    test('a withdrawal takes at most what there is, exactly', async () => {
      const deposit = depositOf();
      const { merchantId } = deposit;
      await recordDeposit(one, deposit);
      const draw = (amountMinor: bigint, reference: string, currency = 'PLN') => {
        const content = { kind: 'WITHDRAWAL', amountMinor, currency } as const;
        return outcome(recordDeposit(one, { merchantId, reference, ...content }));
      };
      assert.equal(await draw(10_001n, 'a'), 'INSUFFICIENT_FUNDS');
      assert.equal(await draw(1n, 'b', 'EUR'), 'INSUFFICIENT_FUNDS');
      assert.match(await draw(10_000n, 'c'), /-/);
      assert.equal(await draw(1n, 'd'), 'INSUFFICIENT_FUNDS');
      // Its own repeat is not a second withdrawal, although nothing is left.
      assert.match(await draw(10_000n, 'c'), /-/);
      assert.deepEqual(await balancesOf(merchantId), ['BANK 0 PLN', 'MERCHANT_PAYABLE 0 PLN']);
      // A refused reference was not used.
      const rows = await listDeposits(opened.database, merchantId, null, 10);
      assert.deepEqual(
        rows.map(({ reference }) => reference),
        ['FT 1', 'c'],
      );
    });

    test('equal requests on two nodes at once are one record', async () => {
      for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const) {
        const start = depositOf();
        await recordDeposit(one, start);
        const asked = { ...start, kind, reference: 'same' };
        const calls = Array.from({ length: 10 }, (_, index) =>
          outcome(recordDeposit(index % 2 === 0 ? one : other, asked)),
        );
        assert.equal(new Set(await Promise.all(calls)).size, 1, kind);
        const left = kind === 'DEPOSIT' ? 20_000n : 0n;
        const [, payable] = await balancesOf(start.merchantId);
        assert.equal(payable, `MERCHANT_PAYABLE ${left} PLN`);
      }
    });

    test('of different requests with one reference at once one is recorded', async () => {
      const start = depositOf();
      const calls = Array.from({ length: 10 }, (_, index) => {
        const amountMinor = BigInt(index + 1);
        return outcome(recordDeposit(index % 2 === 0 ? one : other, { ...start, amountMinor }));
      });
      const outcomes = await Promise.all(calls);
      assert.equal(outcomes.filter((text) => text === 'REFERENCE_USED').length, 9);
      assert.equal((await listDeposits(opened.database, start.merchantId, null, 10)).length, 1);
    });

    test('withdrawals on two nodes at once never take more than there is', async () => {
      const start = depositOf({ amountMinor: 1000n });
      await recordDeposit(one, start);
      const calls = Array.from({ length: 20 }, (_, index) => {
        const draw = { kind: 'WITHDRAWAL', reference: `w ${index}`, amountMinor: 150n } as const;
        return outcome(recordDeposit(index % 2 === 0 ? one : other, { ...start, ...draw }));
      });
      const outcomes = await Promise.all(calls);
      assert.equal(outcomes.filter((text) => text === 'INSUFFICIENT_FUNDS').length, 14);
      const [, payable] = await balancesOf(start.merchantId);
      assert.equal(payable, 'MERCHANT_PAYABLE 100 PLN');
    });

    test('the demo merchants get their deposits once, also from two nodes at once', async () => {
      await Promise.all([addDemoDeposits(one), addDemoDeposits(other)]);
      await addDemoDeposits(one);
      for (const { merchantId } of demoMerchants) {
        assert.deepEqual(
          await balancesOf(merchantId),
          ['EUR', 'PLN', 'USD'].flatMap((currency) => [
            `BANK -1000000 ${currency}`,
            `MERCHANT_PAYABLE 1000000 ${currency}`,
          ]),
        );
      }
    });

    test('the ledger is correct after all of this', async () => {
      assert.deepEqual(await checkLedger(opened.database), []);
    });
  });
}
