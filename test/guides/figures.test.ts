// Checks that figures in the README and in the comparison with others are those that were measured:
// each is in the guide about benchmarks or in the recorded sizes of the payment page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tablesIn } from '../support/reference/markdown-tables.ts';
import { readText } from '../tidy/source.ts';

const measured = readText('docs/guides/benchmarks.md');
const sizes = JSON.parse(readText('bench/src/page/sizes.json')) as { totalBytes: number }[];

const measuredNumbers = new Set([
  ...numbersIn(measured),
  ...sizes.map(({ totalBytes }) => totalBytes.toLocaleString('en-US')),
]);

function numbersIn(text: string): string[] {
  return text.match(/\b\d[\d,]*\b/g) ?? [];
}

test('the figures of the comparison were measured', () => {
  const table = tablesIn(readText('docs/guides/compared-with.md')).find(
    ({ heads }) => heads[1] === 'figure',
  );
  const figures = table?.rows.flatMap(([, figure = '']) => numbersIn(figure)) ?? [];
  assert.ok(figures.length > 5);
  assert.deepEqual(
    figures.filter((figure) => !measuredNumbers.has(figure)),
    [],
  );
});

test('the rate in the README was measured', () => {
  const [, rate = 'none'] = /([\d,]+) card payments per second/.exec(readText('README.md')) ?? [];
  assert.match(measured, new RegExp(`^\\| card payments +\\| +${rate} \\|`, 'm'));
});
