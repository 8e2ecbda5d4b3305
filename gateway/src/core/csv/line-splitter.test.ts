// Tests of the line splitter: the same lines whatever the pieces are, and bounded memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { createLineSplitter, LineTooLong } from './line-splitter.ts';

fc.configureGlobal({ seed });

function split(pieces: readonly string[], maxLength = 1000): string[] {
  const splitter = createLineSplitter(maxLength);
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

const cases: readonly (readonly [title: string, pieces: string[], lines: string[]])[] = [
  ['nothing', [], []],
  ['lines with LF', ['a\nb\n'], ['a', 'b']],
  ['lines with CRLF', ['a\r\nb\r\n'], ['a', 'b']],
  ['a last line without an end', ['a\nb'], ['a', 'b']],
  ['empty lines', ['\n\na\n'], ['', '', 'a']],
  ['a line in pieces', ['a', 'b', 'c\nd'], ['abc', 'd']],
  ['CR and LF in two pieces', ['a\r', '\nb'], ['a', 'b']],
  ['a CR inside a line', ['a\rb\n'], ['a\rb']],
];
for (const [title, pieces, lines] of cases) {
  test(`reads ${title}`, () => assert.deepEqual(split(pieces), lines));
}

test('reads the same lines whatever the pieces are', () => {
  const text = fc.array(fc.constantFrom('a', 'ż', '\n', '\r\n', ','), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 5 }), (parts, cuts) => {
      const whole = parts.join('');
      const places = [0, ...cuts, whole.length].sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end));
      const expected = whole.split(/\r?\n/);
      if (expected.at(-1) === '') expected.pop();
      assert.deepEqual(split(pieces), expected);
    }),
  );
});

test('refuses a line above the limit, by its number, before it is complete', () => {
  assert.deepEqual(split(['ab\n', 'abc\r\n', 'abc'], 3), ['ab', 'abc', 'abc']);
  const tooLong = (lineNo: number) => (error: unknown) =>
    error instanceof LineTooLong && error.lineNo === lineNo;
  assert.throws(() => split(['ab\nabcd\n'], 3), tooLong(2));
  assert.throws(() => split(['abc\nabc\nabcd'], 3), tooLong(3));
  const splitter = createLineSplitter(3);
  splitter.push('abc');
  assert.throws(() => splitter.push('de'), tooLong(1));
});
