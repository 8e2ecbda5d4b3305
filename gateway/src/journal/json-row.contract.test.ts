// Rows read as JSON equal the rows written, for every kind of column, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import { kinds, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import { builders, notes, type Note } from '@bramka/test/support/journal/tables.ts';
import { Draft } from './entry.ts';
import { jsonRow, jsonRowReader } from './json-row.ts';

const texts = [
  '',
  'null',
  '"',
  '\\ \\" \\u0041',
  'tab\tline\nreturn\r',
  'zażółć 🧾\u{10FFFF}\u2028',
];
const details = {
  text: 'zażółć " \\ 🧾',
  big: 9_007_199_254_740_991,
  small: 0.1,
  nested: [null, true, { a: [] }],
};

for (const kind of kinds.filter(({ name }) => name !== 'memory')) {
  describe(`JSON rows on ${kind.name}`, { skip: kind.skip }, () => {
    let rig: JournalFixture;
    const { note } = builders();
    before(async () => {
      rig = await kind.open();
    });
    after(() => rig.close());

    const same = async (written: Note): Promise<void> => {
      await rig.journal().commit(new Draft().insert(notes, written));
      const database = rig.engine?.database;
      assert.ok(database);
      const [found] = await runSql<{ row: string }>(
        database,
        `select ${jsonRow(notes, 'n')}::text as row from notes n where note_id = $1`,
        [written.noteId],
      );
      assert.ok(found);
      const values = JSON.parse(found.row) as Parameters<ReturnType<typeof jsonRowReader>>[0];
      const read = jsonRowReader<Note>(notes)(values);
      assert.deepEqual(read, written);
      assert.deepEqual(Object.keys(read), Object.keys(notes.columns));
    };

    test('keeps the digits of large numbers', async () => {
      for (const size of [0n, -1n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)]) {
        await same(note({ size }));
      }
    });

    test('keeps times to the millisecond', async () => {
      for (const text of [
        '2026-03-29T00:59:59.999Z',
        '1970-01-01T00:00:00Z',
        '2099-12-31T23:00Z',
      ]) {
        await same(note({ writtenAt: Date.parse(text) }));
      }
    });

    test('keeps texts, JSON and bytes', async () => {
      for (const body of texts) await same(note({ body }));
      await same(note({ details }));
      await same(note({ bytes: Buffer.from([0, 255, 10, 92]) }));
    });

    test('keeps what is null, false or zero', async () => {
      await same(note({ about: null, open: null, details: null, bytes: null }));
      await same(note({ open: false, count: 0, size: 0n }));
    });
  });
}
