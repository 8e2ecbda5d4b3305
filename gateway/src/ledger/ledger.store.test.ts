// Tests of the ledger in the database, on both engines: the money at each provider is kept apart,
// and the checks find planted differences.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Draft, type CommitResult } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { addTransfer, type TransferKind } from './ledger.ts';
import { readBalances } from './ledger.store.ts';
import { checkLedger } from '@bramka/test/support/journal/check-ledger.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));

type Movement = readonly [kind: TransferKind, provider: string, amountMinor: bigint];

for (const engine of engines) {
  describe(`the ledger on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let merchants = 1000;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());

    async function move(merchantId: string, ...[kind, provider, minor]: Movement) {
      const draft = new Draft();
      const isOfPayment = kind !== 'PAYOUT' && kind !== 'DEPOSIT' && kind !== 'WITHDRAWAL';
      const paymentId = isOfPayment ? ids.next() : null;
      const of = { merchantId, paymentId, transId: ids.next(), currency: 'PLN' };
      addTransfer(draft, kind, minor, { ...of, provider, at: START }, ids);
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      return result as CommitResult;
    }
    async function moveAll(...movements: Movement[]): Promise<string> {
      const merchantId = String((merchants += 1));
      for (const one of movements) {
        assert.deepEqual(await move(merchantId, ...one), { kind: 'committed' }, one.join(' '));
      }
      return merchantId;
    }
    const balancesOf = async (merchantId: string) =>
      (await readBalances(opened.database, merchantId)).map(
        ({ account, balanceMinor }) => [account, balanceMinor] as const,
      );

    test('keeps the money of each provider apart, and sums the side of the merchant', async () => {
      const merchantId = await moveAll(
        ['SALE', 'plain', 1000n],
        ['SALE', 'blik', 300n],
        ['HOLD', 'plain', 700n],
        ['HOLD', 'sandbox', 50n],
        ['RELEASE', 'plain', 200n],
        ['RESERVE', 'blik', 250n],
        ['REVERSAL', 'blik', 100n],
        ['UNRESERVE', 'blik', 50n],
        ['LATE_SALE', 'blik', 40n],
        ['LATE_REVERSAL', 'blik', 30n],
        ['FEE', '', 7n],
        ['PAYOUT', '', 900n],
        ['DEPOSIT', '', 500n],
        ['WITHDRAWAL', '', 20n],
        ['REFUND', 'plain', 60n],
      );
      assert.deepEqual(await balancesOf(merchantId), [
        ['BANK', 420n],
        ['FEES', 7n],
        ['HELD_AT_ISSUER:plain', -500n],
        ['HELD_AT_ISSUER:sandbox', -50n],
        ['HELD_FOR_MERCHANT', 550n],
        ['LATE_CHARGES', 10n],
        ['MERCHANT_PAYABLE', 673n],
        ['RECEIVABLE:blik', -210n],
        ['RECEIVABLE:plain', -940n],
        ['RETURNS_PENDING', 40n],
      ]);
      assert.deepEqual(await checkLedger(opened.database), []);
    });

    const refused = { kind: 'conflict', constraint: 'ledger_balances_sign' };
    const excesses: [what: string, before: Movement[], excess: Movement][] = [
      [
        'a reversal of more than this provider has taken, although another has taken enough',
        [
          ['SALE', 'plain', 1000n],
          ['SALE', 'blik', 300n],
          ['RESERVE', 'blik', 500n],
        ],
        ['REVERSAL', 'blik', 301n],
      ],
      [
        'a release of more than this provider holds, although another holds enough',
        [
          ['HOLD', 'plain', 1000n],
          ['HOLD', 'sandbox', 300n],
        ],
        ['RELEASE', 'sandbox', 301n],
      ],
      [
        'a reversal at a provider that has taken nothing',
        [
          ['SALE', 'plain', 1000n],
          ['RESERVE', 'blik', 1n],
        ],
        ['REVERSAL', 'blik', 1n],
      ],
      [
        'a refund of more than was reserved',
        [
          ['SALE', 'plain', 1000n],
          ['RESERVE', 'plain', 100n],
        ],
        ['REFUND', 'plain', 101n],
      ],
      [
        'a reserve of more than the captured money and the deposits',
        [
          ['SALE', 'plain', 1000n],
          ['DEPOSIT', '', 50n],
          ['PAYOUT', '', 300n],
        ],
        ['RESERVE', 'plain', 751n],
      ],
      ['a withdrawal of more than was deposited', [['DEPOSIT', '', 50n]], ['WITHDRAWAL', '', 51n]],
      ['a payout of more than was taken', [['SALE', 'plain', 9n]], ['PAYOUT', '', 10n]],
      [
        'a return of more than was charged late',
        [
          ['SALE', 'plain', 100n],
          ['LATE_SALE', 'plain', 20n],
        ],
        ['LATE_REVERSAL', 'plain', 21n],
      ],
    ];
    for (const [what, earlier, excess] of excesses) {
      test(`refuses ${what}`, async () => {
        const merchantId = await moveAll(...earlier);
        const balances = await balancesOf(merchantId);
        assert.deepEqual(await move(merchantId, ...excess), refused);
        assert.deepEqual(await balancesOf(merchantId), balances);
        const [kind, provider, minor] = excess;
        if (minor > 1n) {
          assert.deepEqual(await move(merchantId, kind, provider, minor - 1n), {
            kind: 'committed',
          });
        }
      });
    }

    test('refuses a provider whose name cannot be part of an account', async () => {
      const merchantId = String((merchants += 1));
      for (const provider of ['', 'a:b', 'two words']) {
        const result = await move(merchantId, 'SALE', provider, 1n);
        assert.equal(result.kind, 'conflict', provider);
      }
    });

    test('finds money that was moved from one provider to another', async () => {
      const merchantId = await moveAll(['SALE', 'plain', 1000n], ['SALE', 'blik', 300n]);
      const shift = (by: number) =>
        runSql(
          opened.database,
          `update ledger_balances set balance_minor = balance_minor +
             case account when 'RECEIVABLE:blik' then $2::bigint else -$2::bigint end
           where merchant_id = $1 and account like 'RECEIVABLE:%'`,
          [merchantId, by],
        );
      await shift(5);
      const found = await checkLedger(opened.database);
      const byAccount = Object.fromEntries(
        found.map(({ account = 'all', differenceMinor }) => [account, differenceMinor]),
      );
      assert.deepEqual(byAccount, { 'RECEIVABLE:blik': 5n, 'RECEIVABLE:plain': -5n });
      await shift(-5);
      assert.deepEqual(await checkLedger(opened.database), []);
    });
  });
}
