// Tests of the comparison on both engines, in small pages: merchants, providers, shares, times
// around the period, several files, and two nodes at once.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { failingDatabase } from '@bramka/test/support/journal/failing-database.ts';
import {
  book,
  DAY_MS,
  fileOf,
  movementAt,
  partsOn,
  type BookedMovement,
} from '@bramka/test/support/reconciliation/books.ts';
import { fingerprintOf } from '@bramka/test/support/reconciliation/settlement.ts';
import { compareImports, type CompareParts } from './compare-imports.ts';
import { findImport, totalsOf } from './import.store.ts';
import { addLines, finishImport, startImport, type ReconciliationParts } from './import-file.ts';
import { listItems } from './item.store.ts';
import type { Item } from './reconciliation.ts';

const HOUR_MS = 3_600_000;
const tables = ['imports', 'lines', 'totals', 'items'].map((name) => `reconciliation_${name}`);

for (const engine of engines) {
  describe(`comparisons on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let parts: ReconciliationParts & CompareParts;
    before(async () => {
      opened = await engine.openWithTables();
      parts = partsOn(opened.database);
    });
    after(() => opened.close());
    beforeEach(() =>
      runSql(opened.database, `truncate merchants, attempts, ledger_transfers, ${tables.join()}`),
    );

    async function load(lines: readonly string[]): Promise<string> {
      const { importId } = await startImport(parts, lines[0] ?? '', fingerprintOf(lines));
      await addLines(parts, importId, 2, lines.slice(1));
      await finishImport(parts, importId);
      return importId;
    }
    async function compare(pageSize: number): Promise<void> {
      while ((await compareImports({ ...parts, pageSize })) > 0);
    }
    async function resultOf(importId: string) {
      assert.equal((await findImport(opened.database, importId))?.state, 'DONE');
      const counts: Record<string, number> = {};
      for (const { result, itemCount } of await totalsOf(opened.database, importId)) {
        counts[result] = (counts[result] ?? 0) + itemCount;
      }
      return counts;
    }
    async function run(lines: readonly string[], pageSize = 3) {
      const importId = await load(lines);
      await compare(pageSize);
      return { importId, counts: await resultOf(importId) };
    }
    const itemsOf = (importId: string): Promise<Item[]> =>
      listItems(opened.database, { importId }, 1000);

    const manyMerchants = (): BookedMovement[] =>
      Array.from({ length: 60 }, (_, place) =>
        movementAt(place * 1000, {
          merchantId: String(2000 + (place % 55)),
          kind: (['SALE', 'CAPTURE', 'REVERSAL', 'REFUND'] as const)[place % 4] ?? 'SALE',
          currency: ['PLN', 'JPY', 'KWD'][place % 3] ?? 'PLN',
        }),
      );

    for (const pageSize of [1, 2, 7, 60, 500]) {
      test(`every movement of many merchants is matched in pages of ${pageSize}`, async () => {
        const movements = manyMerchants();
        await book(opened.database, movements);
        const { importId, counts } = await run(fileOf(movements), pageSize);
        assert.deepEqual(counts, { MATCHED: 60 });
        const found = await totalsOf(opened.database, importId);
        for (const { currency, fileMinor, ownMinor } of found) {
          const own = movements.filter((one) => one.currency === currency);
          const sum = own.reduce((total, { amountMinor }) => total + amountMinor, 0n);
          assert.deepEqual([fileMinor, ownMinor], [sum, sum], currency);
        }
        assert.deepEqual(await itemsOf(importId), []);
      });
    }

    test('shares of one charge are one movement, also over the end of a page', async () => {
      const shared = movementAt(HOUR_MS, { transfers: 7 });
      const missing = movementAt(2 * HOUR_MS, { transfers: 5 });
      await book(opened.database, [shared, missing]);
      const { importId, counts } = await run(fileOf([shared]), 2);
      assert.deepEqual(counts, { MATCHED: 1, MISSING: 1 });
      const [item] = await itemsOf(importId);
      assert.deepEqual([item?.attemptId, item?.ownMinor], [missing.attemptId, missing.amountMinor]);
    });

    test('money of another provider is extra, and not missing', async () => {
      const other = movementAt(HOUR_MS, { provider: 'blik' });
      await book(opened.database, [other]);
      const { importId, counts } = await run(fileOf([other]));
      assert.deepEqual(counts, { EXTRA: 1 });
      const [item] = await itemsOf(importId);
      assert.deepEqual([item?.kind, item?.paymentId], ['EXTRA', null]);
      // In the file of its own provider it is matched, not a duplicate.
      const own = await run(fileOf([other], 'blik'));
      assert.deepEqual(own.counts, { MATCHED: 1 });
    });

    test('an attempt that was not approved is extra', async () => {
      const open = movementAt(HOUR_MS);
      await book(opened.database, [open]);
      await runSql(opened.database, `update attempts set state = 'UNKNOWN', finished_at = null`);
      assert.deepEqual((await run(fileOf([open]))).counts, { EXTRA: 1 });
    });

    test('the first and the last moment belong to the period, others may match', async () => {
      const inside = [movementAt(0), movementAt(DAY_MS - 1)];
      const outside = [movementAt(-1), movementAt(DAY_MS)];
      await book(opened.database, [...inside, ...outside]);
      const empty = await run(fileOf([]));
      assert.deepEqual(empty.counts, { MISSING: 2 });
      const missing = (await itemsOf(empty.importId)).map(({ attemptId }) => attemptId);
      assert.deepEqual(missing.sort(), inside.map(({ attemptId }) => attemptId).sort());
    });

    test('the times of the provider may differ by a day, not by more', async () => {
      const reported = { movedAt: movementAt(HOUR_MS).movedAt };
      const early = movementAt(1 - DAY_MS);
      const late = movementAt(2 * DAY_MS - 1);
      const tooLate = movementAt(2 * DAY_MS + 10);
      const tooEarly = movementAt(-DAY_MS - 10);
      await book(opened.database, [early, late, tooLate, tooEarly]);
      const lines = [early, late, tooLate, tooEarly].map((one) => ({ ...one, ...reported }));
      const { importId, counts } = await run(fileOf(lines));
      assert.deepEqual(counts, { MATCHED: 2, EXTRA: 2 });
      const extra = (await itemsOf(importId)).map(({ attemptId }) => attemptId);
      assert.deepEqual(extra, [tooLate.attemptId, tooEarly.attemptId]);
    });

    test('what another file reported is not missing; what was missing is found', async () => {
      const [one, two] = [movementAt(HOUR_MS), movementAt(2 * HOUR_MS)];
      await book(opened.database, [one, two]);
      const first = await run(fileOf([one]));
      assert.deepEqual(first.counts, { MATCHED: 1, MISSING: 1 });
      const second = await run(fileOf([two]));
      assert.deepEqual(second.counts, { MATCHED: 1 });
      const [item] = await itemsOf(first.importId);
      assert.deepEqual([item?.foundImportId, item?.resolvedAt], [second.importId, null]);
      const third = await run(fileOf([two, one]));
      assert.deepEqual(third.counts, { DUPLICATE: 2 });
      const earlier = (await itemsOf(third.importId)).map(({ earlierImportId: id }) => id);
      assert.deepEqual(earlier, [second.importId, first.importId]);
    });

    test('the first file that contains what was missing stays the one that found it', async () => {
      const [one, two] = [movementAt(HOUR_MS), movementAt(2 * HOUR_MS)];
      await book(opened.database, [one, two]);
      const first = await run(fileOf([one]));
      const wrong = await run(fileOf([{ ...two, amountMinor: two.amountMinor + 1n }]));
      assert.deepEqual(wrong.counts, { DIFFERENT: 1 });
      const right = await run(fileOf([two]));
      assert.deepEqual(right.counts, { MATCHED: 1 });
      const resolvedItems = async ({ importId }: { readonly importId: string }) =>
        (await itemsOf(importId)).map((item) => [item.kind, item.foundImportId]);
      assert.deepEqual(await resolvedItems(first), [['MISSING', wrong.importId]]);
      // Only what was missing can be found.
      assert.deepEqual(await resolvedItems(wrong), [['DIFFERENT', null]]);
    });

    test('one minor unit, another currency or another kind is different', async () => {
      const own = Array.from({ length: 4 }, (_, place) =>
        movementAt(place * HOUR_MS, { amountMinor: 500n, currency: 'EUR', kind: 'SALE' }),
      );
      const changes = [
        {},
        { amountMinor: 501n },
        { currency: 'PLN' },
        { kind: 'CAPTURE' },
      ] as const;
      await book(opened.database, own);
      const { importId, counts } = await run(
        fileOf(own.map((one, place) => ({ ...one, ...changes[place] }))),
      );
      assert.deepEqual(counts, { MATCHED: 1, DIFFERENT: 3 });
      const items = (await itemsOf(importId)).map((item) => [
        [item.attemptId, item.kind],
        [item.ownMinor, item.ownCurrency, item.ownKind],
        [item.fileMinor, item.fileCurrency, item.fileKind],
      ]);
      const file = [
        [501n, 'EUR', 'SALE'],
        [500n, 'PLN', 'SALE'],
        [500n, 'EUR', 'CAPTURE'],
      ];
      assert.deepEqual(
        items,
        file.map((row, place) => [
          [own[place + 1]?.attemptId, 'DIFFERENT'],
          [500n, 'EUR', 'SALE'],
          row,
        ]),
      );
    });

    test('a corrected file matches what was different', async () => {
      const movement = movementAt(HOUR_MS);
      await book(opened.database, [movement]);
      const wrong = { ...movement, amountMinor: movement.amountMinor + 1n };
      const first = await run(fileOf([wrong, movement]));
      assert.deepEqual(first.counts, { DIFFERENT: 1, DUPLICATE: 1 });
      assert.deepEqual((await run(fileOf([movement]))).counts, { MATCHED: 1 });
    });

    test('one file of a provider is compared at a time', async () => {
      await load(fileOf([]));
      const other = fileOf([movementAt(1)]);
      await assert.rejects(load(other), { code: 'RECONCILIATION_RUNNING' });
      await load(fileOf([], 'blik'));
      await compare(3);
      assert.deepEqual((await run(other)).counts, { EXTRA: 1 });
    });

    for (const place of [0, 1]) {
      test(`a file that cannot be read stops no other one, as number ${place}`, async () => {
        const files = [await load(fileOf([])), await load(fileOf([], 'blik'))];
        const broken = files[place];
        const skipped: object[] = [];
        const fails = (_: unknown, values: readonly unknown[]) => values.includes(broken);
        const database = failingDatabase(opened.database, fails);
        const log = { error: (facts: object) => void skipped.push(facts) };
        for (let runs = 0; runs < 3; runs += 1) await compareImports({ ...parts, log, database });
        const { alarm, job, importId } = skipped[0] as Record<string, unknown>;
        assert.deepEqual([alarm, job, importId], ['job-skipped', 'reconcile', broken]);
        assert.deepEqual(await resultOf(files[1 - place] ?? ''), {});
      });
    }

    test('a node that is late with a page changes nothing', async () => {
      const movements = manyMerchants();
      await book(opened.database, movements.slice(5));
      const importId = await load(fileOf(movements.slice(0, 50)));
      let isFirst = true;
      const late = partsOn({
        ...opened.database,
        run: (...call) => opened.database.run(...call),
        async transaction(work) {
          const isLate = isFirst;
          isFirst = false;
          if (isLate) await compareImports({ ...parts, pageSize: 3 });
          return opened.database.transaction(work);
        },
      });
      const pages = await compareImports({ ...late, pageSize: 3 });
      assert.equal(pages, 0, 'the other node has done this page and the ones after it');
      while ((await compareImports({ ...parts, pageSize: 3 })) > 0);
      assert.deepEqual(await resultOf(importId), { MATCHED: 45, MISSING: 10, EXTRA: 5 });
    });

    test(
      'two nodes at once give the result of one',
      { skip: engine.name === 'embedded' },
      async () => {
        const movements = manyMerchants();
        await book(opened.database, movements.slice(5));
        const importId = await load(fileOf([...movements.slice(0, 50), ...movements.slice(0, 2)]));
        const nodes = [parts, partsOn(opened.node()), partsOn(opened.node())];
        await Promise.all(
          nodes.map(async (node) => {
            for (let tries = 0; tries < 200; tries += 1) {
              await compareImports({ ...node, pageSize: 3 });
            }
          }),
        );
        assert.deepEqual(await resultOf(importId), {
          MATCHED: 45,
          MISSING: 10,
          EXTRA: 5,
          DUPLICATE: 2,
        });
        assert.equal((await itemsOf(importId)).length, 17);
      },
    );
  });
}
