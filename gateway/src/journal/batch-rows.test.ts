// Tests of rows as JSON: every type of value, what is left out, and values that must not change
// the meaning of the text around them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { builders, notes, type Note } from '@bramka/test/support/journal/tables.ts';
import { columnsOf, rowsText } from './batch-rows.ts';
import { collectSections } from './batch-sections.ts';
import { batchStatement } from './batch-sql.ts';
import { Draft } from './entry.ts';

const { note } = builders();

function textOf(...rows: Note[]): string {
  const drafts = rows.map((row) => new Draft().insert(notes, row));
  const [section] = collectSections(drafts);
  assert.ok(section);
  return rowsText(section, columnsOf(section));
}
const rowsOf = (...rows: Note[]) => JSON.parse(textOf(...rows)) as Record<string, unknown>[];

test('each row has the number of its entry and its values by column', () => {
  const first = note({
    body: 'a "quoted" \\ text\n',
    size: 9_007_199_254_740_993n,
    count: -5,
    open: false,
    writtenAt: Date.parse('2026-12-31T23:59:59.999Z'),
    details: { a: ['"', null] },
    bytes: Buffer.from([0, 34, 92, 255]),
  });
  const [one, two] = rowsOf(first, note({ count: 7 }));
  assert.equal(one?.['entry'], 0);
  assert.equal(one['note_id'], first.noteId);
  assert.equal(one['body'], first.body);
  assert.match(textOf(first), /"size":9007199254740993,/);
  assert.equal(one['count'], -5);
  assert.equal(one['open'], false);
  assert.equal(one['written_at'], '2026-12-31T23:59:59.999Z');
  assert.deepEqual(one['details'], first.details);
  assert.equal(one['bytes'], '\\x00225cff');
  assert.equal(two?.['entry'], 1);
  assert.equal(two['count'], 7);
});

test('null is left out', () => {
  const [row] = rowsOf(note({ about: null, bytes: null }));
  assert.ok(row && !('about' in row) && !('bytes' in row));
});

test('half of a surrogate pair is replaced, and a pair is kept', () => {
  const [row] = rowsOf(note({ body: 'a\ud800b\udc00 🧾' }));
  assert.equal(row?.['body'], 'a\ufffdb\ufffd 🧾');
});

test('no value ends its text early', () => {
  const about = 'x","count":7,"y":"';
  const [row, ...more] = rowsOf(note({ about, count: 1 }));
  assert.equal(row?.['about'], about);
  assert.equal(row['count'], 1);
  assert.deepEqual(more, []);
});

test('a number that is none is no JSON, so that the database refuses it', () => {
  assert.throws(() => rowsOf(note({ count: NaN })), SyntaxError);
});

test('a statement with another text has another name', () => {
  const { name, text } = batchStatement([new Draft().insert(notes, note())]).statement;
  assert.equal(name, `journal.${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
});
