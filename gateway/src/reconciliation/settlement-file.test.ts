// Tests of the settlement file: what is written is read back, every wrong line is refused by its
// number, and no text makes the reader fail in another way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { formatAmount } from '../core/money.ts';
import {
  BadLine,
  columnNames,
  hashLine,
  MAX_LINE_LENGTH,
  movementKinds,
  NO_LINES,
  readHeader,
  readLine,
  type FileHeader,
  type FileRow,
  type MovementKind,
} from './settlement-file.ts';

fc.configureGlobal({ seed });

const header: FileHeader = {
  provider: 'sandbox',
  from: Date.parse('2026-03-01T00:00:00.000Z'),
  to: Date.parse('2026-03-02T00:00:00.000Z'),
};
const attemptId = '019cb3d0-0000-7000-8000-000000000001';
const good = `${attemptId},SALE,12.34,PLN,2026-03-01T10:00:00.000Z,ref-1`;

test('reads the header', () => {
  const line = 'bramka-settlement,1,sandbox,2026-03-01T00:00:00.000Z,2026-03-02T00:00:00.000Z';
  assert.deepEqual(readHeader(line), header);
});

const time = '2026-03-01T00:00:00.000Z';
const headers: readonly (readonly [line: string, problem: RegExp])[] = [
  ['', /^line 1 is empty$/],
  ['attemptId,kind', /^line 1 must be the header bramka-settlement,1,<provider>,<from>,<to>$/],
  [`bramka-settlement,2,sandbox,${time},2026-03-02T00:00:00.000Z`, /must be the header/],
  [`bramka-settlement,1,sandbox,${time},2026-03-02T00:00:00.000Z,more`, /must be the header/],
  [`\ufeffbramka-settlement,1,sandbox,${time},2026-03-02T00:00:00.000Z`, /not text/],
  [`bramka-settlement,1,,${time},2026-03-02T00:00:00.000Z`, /must name the provider/],
  [`bramka-settlement,1,a:b,${time},2026-03-02T00:00:00.000Z`, /must name the provider/],
  [`bramka-settlement,1,sandbox,2026-03-01,2026-03-02T00:00:00.000Z`, /must have from as a time/],
  [`bramka-settlement,1,sandbox,0000-03-01T00:00:00.000Z,${time}`, /must have from as a time/],
  [`bramka-settlement,1,sandbox,${time},2026-02-30T00:00:00.000Z`, /must have to as a time/],
  [`bramka-settlement,1,sandbox,${time},${time}`, /ends before it starts/],
  [`bramka-settlement,1,sandbox,${time},2027-03-02T00:00:00.001Z`, /more than 366 days/],
];
for (const [line, problem] of headers) {
  test(`refuses the header ${JSON.stringify(line)}`, () => {
    assert.throws(() => readHeader(line), { message: problem });
  });
}

test('reads columns, rows and the end', () => {
  assert.deepEqual(readLine(columnNames.join(), 2, header), { is: 'columns' });
  assert.deepEqual(readLine(good, 3, header), {
    is: 'row',
    row: {
      attemptId,
      kind: 'SALE',
      amountMinor: 1234n,
      currency: 'PLN',
      movedAt: Date.parse('2026-03-01T10:00:00.000Z'),
      reference: 'ref-1',
    },
  });
  assert.deepEqual(readLine('end,0', 3, header), { is: 'end', rowCount: 0 });
  assert.deepEqual(readLine('end,4', 7, header), { is: 'end', rowCount: 4 });
});

const rows: readonly (readonly [title: string, line: string, problem: RegExp])[] = [
  ['an empty line', '', /^line 3 is empty$/],
  ['a line of blanks', ' \t'.slice(0, 1), /^line 3 is empty$/],
  ['too few cells', good.replace(',ref-1', ''), /has 5 cells instead of 6/],
  ['too many cells', `${good},`, /has 7 cells instead of 6/],
  ['an attempt id in capitals', good.replace(attemptId, attemptId.toUpperCase()), /./],
  ['no attempt id', good.replace(attemptId, ''), /attemptId that is not a UUID/],
  ['an unknown kind', good.replace('SALE', 'sale'), /kind SALE, CAPTURE, REVERSAL, REFUND/],
  ['a name of every object', good.replace('SALE', 'toString'), /must have the kind/],
  ['too few decimals', good.replace('12.34', '12.3'), /amount written as 12\.30/],
  ['too many decimals', good.replace('12.34', '12.340'), /at most 2 decimals for PLN/],
  ['an exponent', good.replace('12.34', '1.234e1'), /amount written as 12\.34|decimals/],
  ['no amount', good.replace('12.34', ''), /amount that must be a number/],
  ['zero', good.replace('12.34', '0.00'), /greater than zero/],
  ['a negative amount', good.replace('12.34', '-12.34'), /greater than zero/],
  ['a thousands separator', good.replace('12.34', '"1,012.34"'), /must be a number/],
  ['a huge amount', good.replace('12.34', '1000000000.00'), /must be at most 999999999\.99/],
  ['decimals of yen', good.replace('12.34,PLN', '12.00,JPY'), /no decimals for JPY/],
  ['two decimals of dinars', good.replace('12.34,PLN', '12.34,KWD'), /written as 12\.340/],
  ['an unknown currency', good.replace('PLN', 'XXX'), /active ISO 4217 currency/],
  ['a currency in small letters', good.replace('PLN', 'pln'), /active ISO 4217 currency/],
  ['a time zone', good.replace('10:00:00.000Z', '10:00:00.000+01:00'), /movedAt as a time/],
  ['a 30th of February', good.replace('03-01T', '02-30T'), /movedAt as a time/],
  ['a time before the period', good.replace('2026-03-01T10', '2026-02-28T10'), /outside the per/],
  ['the end of the period', good.replace('01T10:00', '02T00:00'), /outside the period/],
  ['a reference that is too long', good.replace('ref-1', 'r'.repeat(65)), /at most 64 printable/],
  ['a NUL', good.replace('ref-1', 'a\0b'), /characters that are not text/],
  ['a lone CR', good.replace('ref-1', 'a\rb'), /characters that are not text/],
  ['half a surrogate pair', good.replace('ref-1', 'a\ud800'), /characters that are not text/],
  ['a quote that is not closed', good.replace('ref-1', '"ref'), /double quote that is missing/],
  ['a quote inside a cell', good.replace('ref-1', 're"f"'), /double quote that is missing/],
  ['a long line', `${good}${'x'.repeat(MAX_LINE_LENGTH)}`, /is longer than 1000 characters/],
  ['a wrong number of rows', 'end,1', /says that there are 1 rows, but there are 0/],
  ['an end without a number', 'end', /must be end,<number of rows>/],
  ['an end with a strange number', 'end,+0', /must be end,<number of rows>/],
];
for (const [title, line, problem] of rows) {
  test(`refuses ${title} by the number of its line`, () => {
    assert.throws(
      () => readLine(line, 3, header),
      (error: unknown) => {
        assert.ok(error instanceof BadLine, String(error));
        assert.equal(error.lineNo, 3);
        assert.match(error.message, /^line 3 /);
        assert.match(error.message, problem);
        return true;
      },
    );
  });
}

test('reads the first and the last moment of the period, and quotes', () => {
  for (const at of ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z']) {
    const line = good.replace('2026-03-01T10:00:00.000Z', at);
    assert.equal(readLine(line, 3, header).is, 'row');
  }
  const quoted = readLine(good.replace('ref-1', '"a, ""b"" ż"'), 3, header);
  assert.equal(quoted.is === 'row' && quoted.row.reference, 'a, "b" ż');
  const none = readLine(good.replace('ref-1', ''), 3, header);
  assert.equal(none.is === 'row' && none.row.reference, null);
});

const reference = fc
  .string({ minLength: 1, maxLength: 64, unit: 'grapheme' })
  .map((text) => text.trim())
  .filter((text) => /^[^\p{C}]{1,64}$/u.test(text));
const anyRow: fc.Arbitrary<FileRow> = fc.record({
  attemptId: fc.uuid(),
  kind: fc.constantFrom(...(Object.keys(movementKinds) as MovementKind[])),
  amountMinor: fc.bigInt({ min: 1n, max: 999_999_999n }),
  currency: fc.constantFrom('PLN', 'JPY', 'KWD', 'CLF'),
  movedAt: fc.integer({ min: header.from, max: header.to - 1 }),
  reference: fc.option(reference, { nil: null }),
});

function lineOf({ attemptId: id, kind, amountMinor: minor, currency, ...row }: FileRow): string {
  const reference = row.reference === null ? '' : `"${row.reference.replaceAll('"', '""')}"`;
  const amount = formatAmount({ minor, currency });
  return [id, kind, amount, currency, new Date(row.movedAt).toISOString(), reference].join();
}

test('reads back every row that is written', () => {
  fc.assert(
    fc.property(anyRow, fc.integer({ min: 3, max: 1000 }), (row, lineNo) => {
      assert.deepEqual(readLine(lineOf(row), lineNo, header), { is: 'row', row: { ...row } });
    }),
  );
});

test('any text is a line or refused with its number', () => {
  const noise = fc.oneof(
    fc.string({ maxLength: 1100, unit: 'binary' }),
    fc.tuple(anyRow, fc.nat(200), fc.string({ unit: 'binary' })).map(([row, at, text]) => {
      const line = lineOf(row);
      return `${line.slice(0, at)}${text}${line.slice(at + 1)}`;
    }),
  );
  fc.assert(
    fc.property(noise, fc.integer({ min: 1, max: 5 }), (line, lineNo) => {
      try {
        if (lineNo === 1) readHeader(line);
        else readLine(line, lineNo, header);
      } catch (error) {
        assert.ok(error instanceof BadLine, String(error));
        assert.equal(error.lineNo, lineNo);
      }
    }),
  );
});

test('the fingerprint covers every line and their order', () => {
  const hash = (...lines: string[]) =>
    lines.reduce((before, line) => hashLine(before, line), NO_LINES as Buffer).toString('hex');
  assert.notEqual(hash('a', 'b'), hash('b', 'a'));
  assert.notEqual(hash('ab'), hash('a', 'b'));
  assert.equal(hash('a', 'b').length, 64);
});
