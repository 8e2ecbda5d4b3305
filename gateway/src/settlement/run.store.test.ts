// Tests of finding sales on both engines: what is due to the millisecond, by method and status, and
// the day before the cursor, in which sales that were committed late are found.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds, FIRST_ID } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { addTransfer } from '../ledger/ledger.ts';
import { registerPayment } from '../payments/model/advance.ts';
import { freshPayment } from '../payments/decisions/testing/fresh-payment.ts';
import { payments, type Payment } from '../payments/model/payment.ts';
import type { ScanStep } from './run.ts';
import { sqlRunStore, type RunStore } from './run.store.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.parse('2026-03-02T23:00:00Z');
const BEFORE = FROM + 24 * HOUR_MS;
const all: ScanStep = { methods: [], isRest: true, from: FROM, before: BEFORE };

for (const engine of engines) {
  describe(`sales to be settled on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let store: RunStore;
    let merchantId = '';
    const random = seededRandom(5);
    before(async () => {
      opened = await engine.openWithTables();
      store = sqlRunStore(opened.database);
    });
    after(() => opened.close());
    beforeEach(() =>
      runSql(opened.database, 'truncate payments, ledger_transfers, ledger_balances'),
    );

    /** A payment with a sale at this time; the id of the sale may be made later. */
    async function sell(at: number, fields: Partial<Payment> = {}, idAt = at): Promise<string> {
      const ids = createIds({ now: () => idAt }, random);
      const fresh = freshPayment({ at, ids });
      const registered = registerPayment(fresh, ids.next()).payment;
      const { amountMinor, currency, paymentId } = registered;
      const money = { authorizedMinor: amountMinor, capturedMinor: amountMinor };
      const status = { status: 'COMPLETED', method: 'CARD' } as const;
      const payment: Payment = { ...registered, ...money, ...status, ...fields };
      const draft = new Draft().insert(payments, payment);
      merchantId = payment.merchantId;
      const of = { merchantId, paymentId, transId: ids.next(), provider: 'sandbox', currency, at };
      addTransfer(draft, 'SALE', amountMinor, of, ids);
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.deepEqual(result, { kind: 'committed' });
      return paymentId;
    }
    const due = async (step: ScanStep = all): Promise<string[]> => {
      const found = await store.sales(merchantId, step, FIRST_ID, 100);
      return found.filter(({ isDue }) => isDue).map(({ paymentId }) => paymentId);
    };
    const hasWork = () => store.hasWork(merchantId, [all]);

    test('a sale is due before the end of the step, and not at it', async () => {
      const last = await sell(BEFORE - 1);
      await sell(BEFORE);
      assert.deepEqual(await due(), [last]);
    });

    test('sales of the day before the cursor are found again, earlier ones are not', async () => {
      await sell(FROM - 24 * HOUR_MS - 1);
      assert.equal(await hasWork(), false);
      const late = await sell(FROM - 24 * HOUR_MS);
      assert.equal(await hasWork(), true);
      assert.deepEqual(await due(), [late]);
    });

    test('a sale whose id was made up to an hour after it is found', async () => {
      const slow = await sell(BEFORE - 1, {}, BEFORE + HOUR_MS - 1);
      assert.equal(await hasWork(), true);
      assert.deepEqual(await due(), [slow]);
    });

    test('only completed payments with captured money are due', async () => {
      const completed = await sell(FROM);
      await sell(FROM + 1, { status: 'SETTLED' });
      await sell(FROM + 2, { status: 'CANCELLED' });
      await sell(FROM + 3, { capturedMinor: 0n });
      assert.deepEqual(await due(), [completed]);
    });

    test('a step has its methods, or all except them', async () => {
      const card = await sell(FROM);
      const blik = await sell(FROM + 1, { method: 'BLIK' });
      const step = { ...all, methods: ['BLIK'] };
      assert.deepEqual(await due({ ...step, isRest: true }), [card]);
      assert.deepEqual(await due({ ...step, isRest: false }), [blik]);
      assert.deepEqual(await due(), [card, blik]);
    });

    test('pages continue after the last sale that was read, due or not', async () => {
      const paymentIds: string[] = [];
      for (let place = 0; place < 5; place += 1) {
        const status = place % 2 === 0 ? 'COMPLETED' : 'SETTLED';
        paymentIds.push(await sell(FROM + place, { status }));
      }
      const readSales: [paymentId: string, isDue: boolean][] = [];
      let afterId = FIRST_ID;
      for (let pages = 0; pages < 6; pages += 1) {
        const [sale, ...others] = await store.sales(merchantId, all, afterId, 1);
        assert.deepEqual(others, []);
        if (!sale) break;
        readSales.push([sale.paymentId, sale.isDue]);
        afterId = sale.transferId;
      }
      assert.deepEqual(
        readSales,
        paymentIds.map((id, place) => [id, place % 2 === 0]),
      );
    });
  });
}
