// Tests of the wrapping of error messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrappedLines } from './print.ts';

const words = (count: number, length: number) => Array(count).fill('x'.repeat(length)).join(' ');

const cases: [what: string, text: string, lines: string[]][] = [
  ['a line of 80 columns stays', words(9, 8).slice(0, 80), [words(9, 8).slice(0, 80)]],
  ['a long line continues with an indent', words(10, 8), [words(8, 8), `  ${words(2, 8)}`]],
  [
    'a word wider than a line has a line of its own',
    `see ${'y'.repeat(90)} now`,
    ['see', `  ${'y'.repeat(90)}`, '  now'],
  ],
  [
    'every line is wrapped for itself',
    `a\n${words(10, 8)}`,
    ['a', words(8, 8), `  ${words(2, 8)}`],
  ],
];

for (const [what, text, lines] of cases) {
  test(what, () => {
    assert.deepEqual(wrappedLines(`${text}\n`), `${lines.join('\n')}\n`);
  });
}
