// Tests of CSV lines: one row per kind of cell.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { cellsOf } from './csv-line.ts';

fc.configureGlobal({ seed });

const cases: readonly (readonly [title: string, line: string, cells: string[] | undefined])[] = [
  ['plain cells', 'a,b,c', ['a', 'b', 'c']],
  ['one cell', 'a', ['a']],
  ['empty cells', ',,', ['', '', '']],
  ['blanks around cells', ' a ,\tb, c d ', ['a', 'b', 'c d']],
  ['a comma in quotes', '1,"Bank, Ltd",2', ['1', 'Bank, Ltd', '2']],
  ['a quote in quotes', '"the ""good"" bank",2', ['the "good" bank', '2']],
  ['all in quotes', '"a","b",""', ['a', 'b', '']],
  ['blanks around quotes', ' "a" , "b" ', ['a', 'b']],
  ['an empty cell at the end', '"a",', ['a', '']],
  ['a quote that is not closed', 'a,"b', undefined],
  ['a quote inside a cell', 'a,b"c"', undefined],
  ['text behind a quote', '"a"b,c', undefined],
];

for (const [title, line, cells] of cases) {
  test(`reads ${title}`, () => assert.deepEqual(cellsOf(line), cells));
}

test('reads back whatever is written in quotes', () => {
  const cell = fc.string().map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
      assert.deepEqual(cellsOf(line), cells);
    }),
  );
});
