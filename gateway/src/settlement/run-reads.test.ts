// Tests of what a run reads besides sales: beside every row that is to be found there are rows that
// differ in one condition only. Merchant, payee and currency are different everywhere.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../core/clock.ts';
import { FIRST_ID, firstIdAt } from '../core/id.ts';
import { sqlBatchStore } from './batch.store.ts';
import type { ScanStep } from './run.ts';
import { sqlRunStore } from './run.store.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-02T12:00:00Z');
const DATE = '2026-03-02';
const [MARKET, PAYEE, OTHER] = ['1001', '1002', '1003'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const tables = `settlement_batches, settlement_totals, settlement_items, settlement_runs,
  settlement_cursors, settlement_waiting, ledger_transfers, ledger_balances, payments, merchants`;

type Row = Readonly<Record<string, unknown>>;

describe('what a settlement run reads', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, `truncate ${tables}`));
  const add = (table: string, row: Row) => addRow(opened.database, table, row);
  const batchStore = () => sqlBatchStore(opened.database);
  const runStore = () => sqlRunStore(opened.database);

  /** An open batch of the payee in the books of the marketplace, with this number of items. */
  async function addBatch(place: number, changes: Row = {}): Promise<void> {
    const batch = { merchant_id: MARKET, batch_id: idOf(place), payee_id: PAYEE, currency: 'PLN' };
    const day = { settlement_date: DATE, number: 1, status: 'OPEN' };
    const row: Row = { ...batch, ...day, ...changes };
    await add('settlement_batches', row);
    const { merchant_id, batch_id } = row;
    await add('settlement_totals', { merchant_id, batch_id, items: place });
  }
  const closed = { status: 'CLOSED', payout_minor: 1, withheld_minor: 0, closed_at: isoTime(NOW) };

  test('the open batch: of these books, this payee and this currency', async () => {
    await addBatch(1, { merchant_id: OTHER });
    await addBatch(2, { payee_id: MARKET });
    await addBatch(3, { currency: 'EUR' });
    await addBatch(4, { number: 2, ...closed });
    const key = { merchantId: MARKET, payeeId: PAYEE, currency: 'PLN' };
    assert.equal(await batchStore().openBatch(key), undefined);
    await addBatch(5);
    assert.equal((await batchStore().openBatch(key))?.batchId, idOf(5));
    const all = await batchStore().openBatches(MARKET);
    assert.deepEqual(
      all.map(({ batchId }) => batchId),
      [idOf(2), idOf(3), idOf(5)],
    );
  });

  test('the last number: of these books, this payee, currency and date', async () => {
    await addBatch(1, { merchant_id: OTHER, number: 9 });
    await addBatch(2, { payee_id: MARKET, number: 8 });
    await addBatch(3, { currency: 'EUR', number: 7 });
    await addBatch(4, { settlement_date: '2026-03-03', number: 6, ...closed });
    const key = { merchantId: MARKET, payeeId: PAYEE, currency: 'PLN' };
    assert.equal(await batchStore().lastNumber(key, DATE), 0);
    await addBatch(5, { number: 1, ...closed });
    await addBatch(6, { number: 2 });
    assert.equal(await batchStore().lastNumber(key, DATE), 2);
  });

  test('the totals of a batch are its own, also if another merchant has its id', async () => {
    await addBatch(1);
    await addBatch(2, { currency: 'EUR' });
    await addBatch(3, { merchant_id: OTHER, batch_id: idOf(1) });
    const reader = { merchantId: MARKET, isOperator: true };
    const items = (rows: readonly { readonly batchId: string; readonly items: bigint }[]) =>
      rows.map(({ batchId, items: count }) => [batchId, count]);
    const expected = [
      [idOf(1), 1n],
      [idOf(2), 2n],
    ];
    assert.deepEqual(items(await batchStore().openBatches(MARKET)), expected);
    const page = { date: null, before: null, limit: 10 };
    assert.deepEqual(items(await batchStore().list(reader, page)), expected.toReversed());
    assert.equal((await batchStore().find(reader, idOf(1)))?.items, 1n);
    const other = { merchantId: OTHER, isOperator: true };
    assert.equal((await batchStore().find(other, idOf(1)))?.items, 3n);
  });

  test('the items of a batch, with the order of their own payment', async () => {
    await addBatch(1);
    await addBatch(2, { merchant_id: OTHER, batch_id: idOf(1) });
    const payment = { status: 'SETTLED', channel: 'WEBAPI', trans_kind: 'AUTH', currency: 'PLN' };
    for (const [merchant_id, place] of [
      [MARKET, 11],
      [MARKET, 12],
      [OTHER, 11],
    ] as const) {
      const key = { merchant_id, payment_id: idOf(place) };
      const ext_order_id = `${merchant_id} ${String(place)}`;
      await add('payments', { ...key, ...payment, trans_type: 'STANDARD', ext_order_id });
      const item = { kind: 'PAYMENT', item_id: idOf(place), batch_id: idOf(1), gross_minor: 1 };
      const none = { refunded_minor: 0, fee_minor: 0, commission_minor: 0, net_minor: 1 };
      await add('settlement_items', { ...key, ...item, ...none });
    }
    const [batch = assert.fail()] = await batchStore().openBatches(MARKET);
    const found = await batchStore().items(batch, null, 10);
    assert.deepEqual(
      found.map(({ extOrderId }) => extOrderId),
      [`${MARKET} 11`, `${MARKET} 12`],
    );
  });

  const step: ScanStep = { methods: [], isRest: true, from: NOW, before: NOW + HOUR_MS };
  const hasWork = () => runStore().hasWork(MARKET, [step]);
  async function addTransfer(transfer_id: string, changes: Row = {}): Promise<void> {
    const row = { merchant_id: MARKET, transfer_id, payment_id: idOf(1), trans_id: idOf(1) };
    const sale = { kind: 'SALE', debit: 'RECEIVABLE:plain', credit: 'MERCHANT_PAYABLE' };
    await add('ledger_transfers', { ...row, ...sale, currency: 'PLN', ...changes });
  }
  const [first, end] = [firstIdAt(NOW - 24 * HOUR_MS), firstIdAt(NOW + 2 * HOUR_MS)];

  test('there is work: a sale of this merchant within the step', async () => {
    await addTransfer(end);
    await addTransfer(first, { merchant_id: OTHER });
    const hold = { kind: 'HOLD', debit: 'HELD_AT_ISSUER:plain', credit: 'HELD_FOR_MERCHANT' };
    await addTransfer(firstIdAt(NOW), hold);
    await addTransfer(firstIdAt(NOW - 24 * HOUR_MS - 1));
    assert.equal(await hasWork(), false);
    assert.deepEqual(await runStore().sales(MARKET, step, FIRST_ID, 10), []);
    await addTransfer(first);
    assert.equal(await hasWork(), true);
    const found = await runStore().sales(MARKET, step, FIRST_ID, 10);
    assert.deepEqual(
      found.map(({ transferId }) => transferId),
      [first],
    );
  });

  test("a sale is due if its own payment is, not another merchant's of the same id", async () => {
    const [payment_id, at] = [idOf(1), isoTime(NOW)];
    await addTransfer(first, { payment_id, created_at: at });
    const kind = { channel: 'WEBAPI', trans_kind: 'AUTH', trans_type: 'STANDARD', currency: 'PLN' };
    await add('payments', { merchant_id: MARKET, payment_id, ...kind, status: 'SETTLED' });
    await add('payments', { merchant_id: OTHER, payment_id, ...kind, status: 'COMPLETED' });
    const [sale] = await runStore().sales(MARKET, step, FIRST_ID, 10);
    assert.equal(sale?.isDue, false);
  });

  test('there is work: a payment of this merchant that waits', async () => {
    await add('settlement_waiting', { merchant_id: OTHER, reason: 'FUNDS' });
    assert.equal(await hasWork(), false);
    for (const place of [2, 1, 3]) {
      const key = { merchant_id: MARKET, payment_id: idOf(place) };
      await add('settlement_waiting', { ...key, reason: 'FUNDS' });
    }
    assert.equal(await hasWork(), true);
    const waiting = await runStore().waiting(MARKET, idOf(1), 10);
    assert.deepEqual(
      waiting.map(({ paymentId }) => paymentId),
      [idOf(2), idOf(3)],
    );
    assert.equal((await runStore().waiting(MARKET, FIRST_ID, 2)).length, 2);
  });

  test('there is work: an open batch in the books of this merchant', async () => {
    await addBatch(1, { merchant_id: OTHER });
    await addBatch(2, { number: 2, ...closed });
    assert.equal(await hasWork(), false);
    await addBatch(3);
    assert.equal(await hasWork(), true);
  });

  test('a merchant has its own rules and cursor', async () => {
    const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
    for (const [merchant_id, dueAt] of [
      [MARKET, NOW],
      [PAYEE, NOW + 1],
    ] as const) {
      const settings = JSON.stringify({ settlement: { account: merchant_id } });
      await add('merchants', { ...merchant, merchant_id, settings });
      await add('settlement_cursors', { merchant_id, due_at: isoTime(dueAt) });
    }
    await add('merchants', { ...merchant, merchant_id: OTHER });
    const expected = [
      [MARKET, { account: MARKET }, NOW],
      [PAYEE, { account: PAYEE }, NOW + 1],
      [OTHER, {}, undefined],
    ] as const;
    const facts = (row: Awaited<ReturnType<ReturnType<typeof runStore>['merchant']>>) =>
      row && [row.merchantId, row.rules, row.cursor?.dueAt];
    for (const one of expected) assert.deepEqual(facts(await runStore().merchant(one[0])), one);
    assert.deepEqual((await runStore().merchants('', 10)).map(facts), expected);
    assert.deepEqual((await runStore().merchants(MARKET, 1)).map(facts), [expected[1]]);
  });

  test('a run is free at the end of its lease until it has finished', async () => {
    const run = { settlement_date: DATE, lease_until: isoTime(NOW), steps: '[]' };
    const finished = { finished_at: isoTime(NOW - 1) };
    await add('settlement_runs', { ...run, merchant_id: MARKET, run_id: idOf(1), ...finished });
    const late = { lease_until: isoTime(NOW + 1) };
    await add('settlement_runs', { ...run, merchant_id: OTHER, run_id: idOf(1), ...late });
    await add('settlement_runs', { ...run, merchant_id: MARKET, run_id: idOf(2) });
    const free = async (now: number) =>
      (await runStore().freeRuns(now, 10)).map(({ merchantId, runId }) => [merchantId, runId]);
    assert.deepEqual(await free(NOW - 1), []);
    assert.deepEqual(await free(NOW), [[MARKET, idOf(2)]]);
    assert.deepEqual(await free(NOW + 1), [
      [MARKET, idOf(2)],
      [OTHER, idOf(1)],
    ]);
    assert.equal((await runStore().freeRuns(NOW + 1, 1)).length, 1);
    assert.equal((await runStore().runningRun(MARKET))?.runId, idOf(2));
    assert.equal((await runStore().runningRun(OTHER))?.runId, idOf(1));
    assert.equal((await runStore().findRun(MARKET, idOf(1)))?.finishedAt, NOW - 1);
    assert.equal((await runStore().findRun(OTHER, idOf(1)))?.finishedAt, null);
    assert.equal(await runStore().findRun(OTHER, idOf(2)), undefined);
  });
});
