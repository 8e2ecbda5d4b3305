// Tests of reading batches on both engines: who sees which batch, pages of batches, and pages of
// items that end between the share and the commission of one subpayment.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { balances } from '../ledger/ledger.ts';
import { batches, items, totals, type Batch, type Item } from './batch.ts';
import { sqlBatchStore, type BatchStore, type ItemPosition } from './batch.store.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const [MARKET, PAYEE, OTHER] = ['1001', '1002', '1003'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

function batchOf(
  place: number,
  merchantId: string,
  payeeId: string,
  settlementDate: string,
): Batch {
  const none = { account: null, payoutMinor: null, withheldMinor: null, closedAt: null };
  const key = { merchantId, batchId: idOf(place), payeeId, currency: 'PLN', settlementDate };
  return { ...key, ...none, version: 1, number: 1, status: 'OPEN', openedAt: AT };
}

const own = batchOf(1, MARKET, MARKET, '2026-03-03');
const owed = batchOf(2, MARKET, PAYEE, '2026-03-03');
const later = batchOf(3, PAYEE, PAYEE, '2026-03-04');
const foreign = batchOf(4, OTHER, OTHER, '2026-03-03');

/** Both items of a share are in one batch if the marketplace is the payee of the share. */
const itemsOfOwn: Item[] = [11, 12, 13].flatMap((place) =>
  (['COMMISSION', 'SHARE'] as const).map((kind) => ({
    merchantId: MARKET,
    itemId: idOf(place),
    kind,
    batchId: own.batchId,
    paymentId: idOf(10),
    subpaymentId: idOf(place),
    transId: idOf(10),
    method: 'CARD',
    capturedAt: AT,
    grossMinor: 100n,
    refundedMinor: 0n,
    feeMinor: 0n,
    commissionMinor: 0n,
    netMinor: 100n,
  })),
);

for (const engine of engines) {
  describe(`settlement batches on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let store: BatchStore;
    before(async () => {
      opened = await engine.openWithTables();
      store = sqlBatchStore(opened.database);
      const draft = new Draft();
      for (const batch of [own, owed, later, foreign]) {
        const { merchantId, batchId } = batch;
        draft.insert(batches, batch).increment(totals, { merchantId, batchId }, 'items', 1n);
      }
      for (const item of itemsOfOwn) draft.insert(items, item);
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.deepEqual(result, { kind: 'committed' });
    });
    after(() => opened.close());

    const all = { date: null, before: null, limit: 10 };
    const listed = async (merchantId: string, isOperator: boolean, page = {}) =>
      (await store.list({ merchantId, isOperator }, { ...all, ...page })).map((one) => one.batchId);

    test('a payee sees its own batches, the operator also those of the books', async () => {
      const rows: [merchantId: string, forPayee: Batch[], forOperator: Batch[]][] = [
        [MARKET, [own], [owed, own]],
        [PAYEE, [later, owed], [later, owed]],
        [OTHER, [foreign], [foreign]],
      ];
      for (const [merchantId, forPayee, forOperator] of rows) {
        for (const [isOperator, visible] of [
          [false, forPayee],
          [true, forOperator],
        ] as const) {
          const expected = visible.map(({ batchId }) => batchId);
          assert.deepEqual(await listed(merchantId, isOperator), expected, merchantId);
          for (const { batchId } of [own, owed, later, foreign]) {
            const found = await store.find({ merchantId, isOperator }, batchId);
            const isVisible = expected.includes(batchId);
            assert.equal(found?.batchId, isVisible ? batchId : undefined, merchantId);
          }
        }
      }
    });

    test('pages of batches go from the newest to the oldest, of one date if asked', async () => {
      assert.deepEqual(await listed(PAYEE, false, { limit: 1 }), [later.batchId]);
      assert.deepEqual(await listed(PAYEE, false, { before: later.batchId }), [owed.batchId]);
      assert.deepEqual(await listed(PAYEE, false, { before: owed.batchId }), []);
      assert.deepEqual(await listed(PAYEE, false, { date: '2026-03-03' }), [owed.batchId]);
      assert.deepEqual(await listed(PAYEE, true, { limit: 1 }), [later.batchId]);
      assert.deepEqual(await listed(MARKET, true, { limit: 1 }), [owed.batchId]);
      assert.deepEqual(await listed(MARKET, true, { before: owed.batchId }), [own.batchId]);
      const both = [owed.batchId, own.batchId];
      for (const [isOperator, date, expected] of [
        [true, '2026-03-03', both],
        [true, '2026-03-04', []],
        [false, '2026-03-03', [own.batchId]],
      ] as const) {
        assert.deepEqual(await listed(MARKET, isOperator, { date }), expected);
      }
      const page = { date: '2026-03-03', before: owed.batchId };
      assert.deepEqual(await listed(MARKET, true, page), [own.batchId]);
      assert.deepEqual(await listed(MARKET, true, { ...page, before: null, limit: 1 }), [
        owed.batchId,
      ]);
    });

    test('balances are of one merchant, account and currency; 0 without rows', async () => {
      const rows: [merchantId: string, account: string, currency: string, minor: bigint][] = [
        [MARKET, 'MERCHANT_PAYABLE', 'PLN', 1n],
        [MARKET, `PAYABLE_TO:${PAYEE}`, 'PLN', 2n],
        [MARKET, 'RETURNS_PENDING', 'PLN', 3n],
        [MARKET, 'FEES', 'PLN', 4n],
        [MARKET, 'MERCHANT_PAYABLE', 'EUR', 5n],
        [MARKET, 'RETURNS_PENDING', 'EUR', 6n],
        [OTHER, 'MERCHANT_PAYABLE', 'PLN', 7n],
        [OTHER, 'RETURNS_PENDING', 'PLN', 8n],
      ];
      const draft = new Draft();
      for (const [merchantId, account, currency, minor] of rows) {
        draft.increment(balances, { merchantId, account, currency }, 'balanceMinor', minor);
      }
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.deepEqual(result, { kind: 'committed' });
      for (const [merchantId, funds, currency, fundsMinor, returningMinor] of [
        [MARKET, 'MERCHANT_PAYABLE', 'PLN', 1n, 3n],
        [MARKET, `PAYABLE_TO:${PAYEE}`, 'PLN', 2n, 3n],
        [MARKET, 'MERCHANT_PAYABLE', 'EUR', 5n, 6n],
        [OTHER, 'MERCHANT_PAYABLE', 'PLN', 7n, 8n],
        [PAYEE, 'MERCHANT_PAYABLE', 'PLN', 0n, 0n],
      ] as const) {
        const found = await store.balances(merchantId, funds, currency);
        assert.deepEqual(found, { fundsMinor, returningMinor }, `${merchantId} ${currency}`);
      }
    });

    test('pages of items of any size have every item once', async () => {
      const expected = itemsOfOwn.map(({ itemId, kind }) => `${itemId} ${kind}`);
      for (const limit of [1, 2, 3, 5, 6, 7]) {
        const readItems: string[] = [];
        let last: ItemPosition | null = null;
        for (let pages = 0; pages < 10; pages += 1) {
          const page: ItemPosition[] = await store.items(own, last, limit);
          readItems.push(...page.map(({ itemId, kind }) => `${itemId} ${kind}`));
          last = page.at(-1) ?? last;
        }
        assert.deepEqual(readItems, expected, String(limit));
      }
      assert.deepEqual(await store.items(owed, null, 10), []);
    });
  });
}
