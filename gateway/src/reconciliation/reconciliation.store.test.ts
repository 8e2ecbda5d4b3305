// Tests of the statements of reconciliation: beside every row that is to be found or changed there
// are rows that differ in one condition only. Two senders or two nodes change an import once.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../core/clock.ts';
import { findNextMerchant, readLinesPage } from './compare.store.ts';
import {
  closeImport,
  comparisonsDue,
  countOpenItems,
  findImport,
  findImportOfFile,
  importsToCompare,
  listImports,
  storeLines,
} from './import.store.ts';
import { findItem, listItems, storeResolution } from './item.store.ts';
import { writePage } from './page.store.ts';
import type { Import } from './reconciliation.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const print = (byte: number): Buffer => Buffer.alloc(32, byte);
const tables = `reconciliation_imports, reconciliation_lines, reconciliation_items,
  reconciliation_totals, merchants, ledger_transfers`;

type Row = Readonly<Record<string, unknown>>;

describe('the statements of reconciliation', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, `truncate ${tables}`));
  const add = (table: string, row: Row) => addRow(opened.database, table, row);

  const comparing = { state: 'COMPARING', phase: 'LINES', is_complete: true };
  const rejected = { state: 'REJECTED', finished_at: isoTime(NOW) };
  const done = { state: 'DONE', is_complete: true, finished_at: isoTime(NOW) };
  async function addImport(place: number, changes: Row = {}): Promise<Import> {
    const file = { import_id: idOf(place), provider: 'plain', fingerprint: print(place) };
    const period = { period_from: isoTime(NOW - 1), period_to: isoTime(NOW) };
    const counts = { line_count: 3, row_count: 1, line_cursor: 0, compared: 0 };
    const row = { ...file, ...period, ...counts, state: 'LOADING', line_hash: print(place) };
    await add('reconciliation_imports', { ...row, ...changes });
    return (await findImport(opened.database, idOf(place))) ?? assert.fail();
  }
  const idsOf = (rows: readonly { readonly importId: string }[]): string[] =>
    rows.map(({ importId }) => importId);

  test('a file is found by its provider and content, unless it was rejected', async () => {
    const fingerprint = print(9);
    await addImport(1, { fingerprint, ...rejected });
    await addImport(2, { fingerprint, provider: 'second' });
    await addImport(3);
    const importOfFile = () => findImportOfFile(opened.database, 'plain', fingerprint);
    assert.equal(await importOfFile(), undefined);
    await addImport(4, { fingerprint });
    assert.equal((await importOfFile())?.importId, idOf(4));
  });

  test('a page of imports: of one provider if asked, older than the last one', async () => {
    for (const place of [1, 2, 3]) await addImport(place);
    await addImport(4, { provider: 'second' });
    const list = async (filter: { provider?: string; after?: string }, limit = 10) =>
      idsOf(await listImports(opened.database, filter, limit));
    assert.deepEqual(await list({}), [4, 3, 2, 1].map(idOf));
    assert.deepEqual(await list({ provider: 'plain' }), [3, 2, 1].map(idOf));
    assert.deepEqual(await list({ after: idOf(3) }), [2, 1].map(idOf));
    assert.deepEqual(await list({ provider: 'plain' }, 1), [idOf(3)]);
  });

  test('lines are added to this import, at this line, while it is loading', async () => {
    const wanted = await addImport(1);
    await addImport(2);
    const after = { lineCount: 4, rowCount: 2, lineHash: print(7), isComplete: true };
    const attempt = { attemptId: idOf(90), reference: null, result: null };
    const line = { lineNo: 4, kind: 'SALE', amountMinor: 1n, currency: 'PLN' } as const;
    const lines = [{ importId: wanted.importId, ...line, ...attempt, movedAt: NOW }];
    const store = (before: Import) => storeLines(opened.database, before, after, lines, NOW);
    assert.equal((await store(wanted))?.lineCount, 4);
    assert.equal(await store(wanted), undefined, 'another sender was faster');
    assert.equal((await findImport(opened.database, idOf(2)))?.lineCount, 3);
    const closed = await addImport(3, rejected);
    assert.equal(await store(closed), undefined);
    const text = 'select import_id as "importId" from reconciliation_lines';
    assert.deepEqual(await runSql(opened.database, text), [{ importId: wanted.importId }]);
  });

  test('an import is closed once, and only this one', async () => {
    const hash = { is_complete: true };
    const [first, second] = [await addImport(1, hash), await addImport(2, hash)];
    const compared = await closeImport(opened.database, first, 'COMPARING', NOW);
    const facts = (row: Import | undefined) => row && [row.state, row.phase, row.finishedAt];
    assert.deepEqual(facts(compared), ['COMPARING', 'LINES', null]);
    assert.equal(await closeImport(opened.database, first, 'REJECTED', NOW), undefined);
    assert.equal((await findImport(opened.database, second.importId))?.state, 'LOADING');
    const refused = await closeImport(opened.database, second, 'REJECTED', NOW);
    assert.deepEqual(facts(refused), ['REJECTED', null, NOW]);
  });

  test('only imports that are being compared are due', async () => {
    await addImport(1);
    await addImport(2, rejected);
    await addImport(3, done);
    const isDue = async () => (await opened.database.run(comparisonsDue)).length > 0;
    assert.deepEqual([idsOf(await importsToCompare(opened.database)), await isDue()], [[], false]);
    await addImport(4, comparing);
    assert.deepEqual(idsOf(await importsToCompare(opened.database)), [idOf(4)]);
    assert.equal(await isDue(), true);
  });

  const own = { own_minor: 1, payment_id: idOf(80) };
  const resolved = { resolved_at: isoTime(NOW), resolved_by: 'jan', note: 'n' };
  async function addItem(place: number, changes: Row = {}): Promise<void> {
    const item = { item_id: idOf(place), import_id: idOf(1), provider: 'plain', kind: 'MISSING' };
    await add('reconciliation_items', { ...item, ...own, attempt_id: idOf(place), ...changes });
  }

  test('items: of this import, provider and kind, open or not, after the last one', async () => {
    await addItem(1);
    await addItem(2, { import_id: idOf(2) });
    await addItem(3, { provider: 'second' });
    const extra = { kind: 'EXTRA', line_no: 3, file_minor: 1, own_minor: null, payment_id: null };
    await addItem(4, extra);
    await addItem(5, resolved);
    const list = async (filter: Parameters<typeof listItems>[1], limit = 10) =>
      (await listItems(opened.database, filter, limit)).map(({ itemId }) => itemId);
    assert.deepEqual(await list({}), [1, 2, 3, 4, 5].map(idOf));
    assert.deepEqual(await list({ importId: idOf(1) }), [1, 3, 4, 5].map(idOf));
    assert.deepEqual(await list({ provider: 'second' }), [idOf(3)]);
    assert.deepEqual(await list({ kind: 'EXTRA' }), [idOf(4)]);
    assert.deepEqual(await list({ isOpen: true }), [1, 2, 3, 4].map(idOf));
    assert.deepEqual(await list({ isOpen: false }), [idOf(5)]);
    assert.deepEqual(await list({ after: idOf(3) }), [4, 5].map(idOf));
    assert.deepEqual(await list({ after: idOf(3) }, 1), [idOf(4)]);
    assert.equal(await countOpenItems(opened.database, idOf(1)), 3);
    assert.equal((await findItem(opened.database, idOf(3)))?.provider, 'second');
  });

  test('an item is resolved once, and only this one', async () => {
    await addItem(1);
    await addItem(2);
    const resolve = (by: string) =>
      storeResolution(opened.database, idOf(1), { by, note: 'paid' }, NOW);
    assert.equal((await resolve('ewa'))?.resolvedBy, 'ewa');
    assert.equal(await resolve('jan'), undefined);
    assert.equal((await findItem(opened.database, idOf(1)))?.resolvedBy, 'ewa');
    assert.equal((await findItem(opened.database, idOf(2)))?.resolvedBy, null);
  });

  test('a movement is found later: missing, of this provider, in an earlier file', async () => {
    const now = await addImport(2, comparing);
    const [movement, unknown] = [idOf(70), idOf(71)];
    const attempt_id = movement;
    await addItem(11, { attempt_id });
    await addItem(12, { attempt_id, import_id: now.importId });
    await addItem(13, { attempt_id, import_id: idOf(3), provider: 'second' });
    await addItem(14, { attempt_id: unknown });
    const file = { line_no: 3, file_minor: 1, earlier_import_id: idOf(1), earlier_line_no: 3 };
    const none = { own_minor: null, payment_id: null };
    await addItem(15, { attempt_id, kind: 'DUPLICATE', ...file, ...none });
    const changes = { results: [], items: [], totals: [], found: [movement] };
    const next = { ...now, compared: 0 };
    const nothing = () => undefined;
    assert.ok(await writePage(opened.database, now, changes, next, NOW, nothing));
    assert.equal(await writePage(opened.database, now, changes, next, NOW, nothing), undefined);
    const text = `select right(item_id::text, 2) as item from reconciliation_items
      where found_import_id = $1`;
    assert.deepEqual(await runSql(opened.database, text, [now.importId]), [{ item: '11' }]);
  });

  test('a page changes its own import and lines', async () => {
    const now = await addImport(1, comparing);
    await addImport(2, { ...comparing, provider: 'second' });
    for (const import_id of [idOf(1), idOf(2)]) {
      for (const line_no of [3, 4]) await addLine(import_id, line_no, idOf(60 + line_no));
    }
    const result = { lineNo: 3, result: 'EXTRA' } as const;
    const changes = { results: [result], items: [], totals: [], found: [] };
    const next = { ...now, lineCursor: 3, compared: 1 };
    assert.ok(await writePage(opened.database, now, changes, next, NOW, () => undefined));
    assert.equal((await findImport(opened.database, idOf(2)))?.lineCursor, 0);
    const text = `select import_id as "importId", line_no as "lineNo" from reconciliation_lines
      where result is not null`;
    assert.deepEqual(await runSql(opened.database, text), [{ importId: idOf(1), lineNo: 3 }]);
  });

  async function addLine(
    import_id: string,
    line_no: number,
    attempt_id: string,
    result: string | null = null,
  ): Promise<void> {
    const line = { import_id, line_no, attempt_id, kind: 'SALE', currency: 'PLN', result };
    await add('reconciliation_lines', line);
  }

  test('an earlier line: of this file, or matched in another file of the provider', async () => {
    const now = await addImport(5, comparing);
    await addImport(1, done);
    await addImport(2, { ...done, provider: 'second' });
    const [matched, foreign, extra, twice] = [61, 62, 63, 64].map(idOf) as [
      string,
      string,
      string,
      string,
    ];
    await addLine(idOf(1), 7, matched, 'MATCHED');
    await addLine(idOf(2), 8, foreign, 'MATCHED');
    await addLine(idOf(1), 9, extra, 'EXTRA');
    await addLine(now.importId, 3, matched);
    await addLine(now.importId, 4, foreign);
    await addLine(now.importId, 5, extra);
    await addLine(now.importId, 6, twice, 'MATCHED');
    await addLine(now.importId, 7, twice);
    await addLine(idOf(1), 3, twice, 'EXTRA');
    const page = await readLinesPage(opened.database, now, 10);
    assert.deepEqual(
      page.map(({ lineNo, earlier }) => [lineNo, earlier]),
      [
        [3, { importId: idOf(1), lineNo: 7 }],
        [4, null],
        [5, null],
        [6, null],
        [7, { importId: now.importId, lineNo: 6 }],
      ],
    );
  });

  test('the next merchant has a transfer of its own within the range', async () => {
    const range = { after: idOf(10), before: idOf(20) };
    const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
    const accounts = { debit: 'RECEIVABLE:plain', credit: 'MERCHANT_PAYABLE', currency: 'PLN' };
    for (const [merchant_id, place] of [
      ['1001', 11],
      ['1002', 10],
      ['1003', 20],
      ['1004', null],
      ['1005', 19],
    ] as const) {
      await add('merchants', { ...merchant, merchant_id });
      const transfer = { transfer_id: idOf(place ?? 0), payment_id: idOf(1), trans_id: idOf(1) };
      const row = { merchant_id, ...transfer, kind: 'SALE', ...accounts };
      if (place !== null) await add('ledger_transfers', row);
    }
    assert.equal(await findNextMerchant(opened.database, '', range), '1001');
    assert.equal(await findNextMerchant(opened.database, '1001', range), '1005');
    assert.equal(await findNextMerchant(opened.database, '1005', range), undefined);
  });
});
