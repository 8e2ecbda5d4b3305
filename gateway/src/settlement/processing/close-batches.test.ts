// Tests of closing batches on both engines: a refund that begins while a batch is being closed, and
// whose account and money a batch of a marketplace has.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { noFailpoints } from '../../core/failpoint.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft, type CommitResult } from '../../journal/entry.ts';
import { sqlCommitter } from '../../journal/sql-committer.ts';
import { addTransfer, type TransferKind } from '../../ledger/ledger.ts';
import type { Queryable, Statement } from '../../storage/database.ts';
import { batches, totals, type Batch } from '../batch.ts';
import { sqlBatchStore } from '../batch.store.ts';
import type { SettlementParts } from '../parts.ts';
import { fundsOf } from '../settled-items.ts';
import { closeBatches } from './close-batches.ts';

const [MARKET, PAYEE, OTHER, WITHOUT] = ['1001', '1002', '1003', '1004'] as const;
const accounts: Readonly<Record<string, string>> = {
  [MARKET]: 'PL-market',
  [PAYEE]: 'PL-payee',
  [OTHER]: 'PL-other',
};

for (const engine of engines) {
  describe(`closing batches on ${engine.name}`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, seededRandom(7));
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(() =>
      runSql(
        opened.database,
        'truncate settlement_batches, settlement_totals, ledger_transfers, ledger_balances',
      ),
    );

    async function commit(draft: Draft): Promise<CommitResult> {
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.ok(result && result.kind !== 'failed');
      return result;
    }
    async function move(kind: TransferKind, amountMinor: bigint, payeeId: string = MARKET) {
      const of = { merchantId: MARKET, paymentId: ids.next(), transId: ids.next() };
      const sides = { provider: 'sandbox', funds: fundsOf(MARKET, payeeId), currency: 'PLN' };
      const draft = new Draft();
      addTransfer(draft, kind, amountMinor, { ...of, ...sides, at: clock.now() }, ids);
      assert.deepEqual(await commit(draft), { kind: 'committed' });
    }
    /** An open batch of one settled payment, in the books of the marketplace. */
    async function openBatch(payeeId: string, netMinor: bigint): Promise<void> {
      const key = { merchantId: MARKET, batchId: ids.next() };
      const none = { account: null, payoutMinor: null, withheldMinor: null, closedAt: null };
      const day = { settlementDate: '2026-03-01', number: 1, openedAt: clock.now() };
      const own = { payeeId, currency: 'PLN', status: 'OPEN', version: 1 } as const;
      const batch: Batch = { ...key, ...own, ...day, ...none };
      const draft = new Draft().insert(batches, batch).increment(totals, key, 'items', 1n);
      draft.increment(totals, key, 'grossMinor', netMinor);
      draft.increment(totals, key, 'netMinor', netMinor);
      assert.deepEqual(await commit(draft), { kind: 'committed' });
      await move('SALE', netMinor, payeeId);
    }
    /** `afterBalance` runs once, after the first statement that reads a balance. */
    async function close(afterBalance?: () => Promise<void>): Promise<void> {
      let meanwhile = afterBalance;
      const database: Queryable = {
        async run<Row>(of: Statement, values?: readonly unknown[]): Promise<Row[]> {
          const rows = await opened.database.run<Row>(of, values);
          const work = of.text.includes('from ledger_balances') ? meanwhile : undefined;
          if (work) meanwhile = undefined;
          await work?.();
          return rows;
        },
      };
      const settings = (account: string | undefined) => ({ settings: { settlement: { account } } });
      const parts = {
        clock,
        ids,
        journal: { commit },
        failpoints: noFailpoints,
        batchStore: sqlBatchStore(database),
        merchants: { find: (id: string) => Promise.resolve(settings(accounts[id])) },
      };
      await closeBatches(parts as unknown as SettlementParts, MARKET);
    }
    const storedBatches = () =>
      runSql(
        opened.database,
        `select payee_id as payee, status, account, payout_minor as payout,
           withheld_minor as withheld from settlement_batches order by payee_id`,
      );

    for (const [end, payout, withheld] of [
      ['UNRESERVE', 100n, 0n],
      ['REFUND', 70n, 30n],
    ] as const) {
      test(`a refund begins while the balances are read, and ends with ${end}`, async () => {
        await openBatch(MARKET, 100n);
        await close(() => move('RESERVE', 30n));
        const open = { status: 'OPEN', account: null, payout: null, withheld: null };
        assert.deepEqual(await storedBatches(), [{ payee: MARKET, ...open }]);
        await move(end, 30n);
        await close();
        const closed = { status: 'CLOSED', account: 'PL-market', payout, withheld };
        assert.deepEqual(await storedBatches(), [{ payee: MARKET, ...closed }]);
      });
    }

    test('each payee gets its own money on its own account', async () => {
      for (const [payeeId, net] of [
        [MARKET, 500n],
        [PAYEE, 300n],
        [OTHER, 200n],
        [WITHOUT, 100n],
      ] as const) {
        await openBatch(payeeId, net);
      }
      // Returned from the money of one payee, for a payment that was paid out before.
      await move('RESERVE', 80n, OTHER);
      await move('REFUND', 80n, OTHER);
      await close();
      const rows = [
        [MARKET, 'PL-market', 500n, 0n],
        [PAYEE, 'PL-payee', 300n, 0n],
        [OTHER, 'PL-other', 120n, 80n],
        [WITHOUT, null, 100n, 0n],
      ] as const;
      assert.deepEqual(
        await storedBatches(),
        rows.map(([payee, account, payout, withheld]) => {
          return { payee, status: 'CLOSED', account, payout, withheld };
        }),
      );
    });
  });
}
