// Tests of CSV against formulas: whatever separator the spreadsheet of the reader uses, no cell
// that comes from a text of ours begins like a formula. Polish spreadsheets separate by `;`.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { csvLine, csvText } from './csv.ts';

/** Separators that spreadsheets use: Polish, English, a paste from the clipboard, others. */
const separators = [';', ',', '\t', '|'];

/**
 * The cells as a spreadsheet with this separator reads them: quotes count only at the start of a
 * cell, and what follows a closing quote belongs to the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (char === separator || char === '\n' || char === '\r')) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

const isFormula = (cell: string): boolean =>
  /^[\s"\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u.test(cell);

function formulasIn(text: string, separator: string): string[] {
  return cellsOf(csvLine(['PAYMENT', text, '1.00']), separator).filter(isFormula);
}

describe('a text is no formula in any cell', () => {
  const texts = [
    '=1+1',
    'a;=1+1',
    'a; =1+1',
    'a;"=1+1"',
    '"a";=HYPERLINK("http://shop.example";"x")',
    'a\n=1+1',
    'a\r\n;@SUM(1)',
    'a,-1',
    'a\t+1',
    'a|=1',
    '\uff1d1+1',
    'a;\uff0b1',
    '\uff0d1',
    'a,\uff20SUM(1)',
    '\ufe661',
    '\u22121',
    '\u200b=1',
    'a;\u200b\u00a0=1',
    '\ufeff=1',
    ';;=1',
    '";=1',
  ];
  for (const text of texts) {
    for (const separator of separators) {
      test(`${JSON.stringify(text)} separated by ${JSON.stringify(separator)}`, () => {
        assert.deepEqual(formulasIn(text, separator), []);
      });
    }
  }

  test('whatever it is composed of', () => {
    const part = fc.constantFrom(...'=+-@;,|\t\r\n" \'a1\uff1d\uff0b\uff0d\uff20\u200b\u00a0');
    const text = fc.array(part, { maxLength: 12 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...separators), (one, separator) => {
        assert.deepEqual(formulasIn(one, separator), []);
      }),
      { numRuns: 5000 },
    );
  });
});

test('the apostrophe is at the start of the cell, and only of that one', () => {
  assert.equal(csvText('a;=1;b'), `"a;'=1;b"`);
  assert.equal(csvText('a; =1'), `"a;' =1"`);
  assert.equal(csvText('\uff1d1'), `'\uff1d1`);
  assert.equal(csvText('a;-1,+2'), `"a;'-1,'+2"`);
});

test('a text without a formula stays as it is', () => {
  for (const text of ['', 'order 1', '1-2', "it's", 'a=b', 'a - b', 'Łódź+1', 'a@b.example']) {
    assert.equal(csvText(text), text);
  }
  assert.equal(csvText('a;b'), '"a;b"');
  assert.equal(csvText('a\tb'), '"a\tb"');
});
