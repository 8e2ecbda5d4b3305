// Tests of percentages: reading, printing and rounding, with values computed by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPercent, parsePercent, percentOf } from './percent.ts';

test('reads a percentage with up to four decimals exactly, and prints the shortest text', () => {
  const rows: [text: string, millionths: number, printed: string][] = [
    ['0', 0, '0'],
    ['0.0000', 0, '0'],
    ['0.0001', 1, '0.0001'],
    ['0.29', 2900, '0.29'],
    ['1.15', 11_500, '1.15'],
    ['1.2500', 12_500, '1.25'],
    ['2', 20_000, '2'],
    ['10', 100_000, '10'],
    ['99.9999', 999_999, '99.9999'],
    ['100', 1_000_000, '100'],
    ['100.0000', 1_000_000, '100'],
  ];
  for (const [text, millionths, printed] of rows) {
    assert.equal(parsePercent(text), millionths, text);
    assert.equal(formatPercent(millionths), printed, text);
  }
});

test('refuses text that is not a percentage', () => {
  const texts = '|-1|+1|1.|.5|01|1.23456|1,5|1e1|100.0001|101|1000|1 |٣|1%|NaN|0x1|1.0\n';
  for (const text of texts.split('|')) assert.equal(parsePercent(text), undefined, text);
});

test('rounds half up to a whole minor unit', () => {
  const rows: [amountMinor: bigint, percent: string, part: bigint][] = [
    // 0.4999, 0.5, 0.5001 of a unit.
    [4999n, '0.01', 0n],
    [5000n, '0.01', 1n],
    [5001n, '0.01', 1n],
    // 1.4999, 1.5 of a unit.
    [14_999n, '0.01', 1n],
    [15_000n, '0.01', 2n],
    // 115 units of 1.15 percent are 1.3225; 0.29 percent of 100.00 is 0.29 exactly.
    [115n, '1.15', 1n],
    [10_000n, '0.29', 29n],
    [1n, '50', 1n],
    [1n, '49.9999', 0n],
    [3n, '50', 2n],
    [0n, '100', 0n],
    [999_999_999_99n, '100', 999_999_999_99n],
    // 99 999 999 999 of 33.3333 percent are 33 333 299 999.666667.
    [999_999_999_99n, '33.3333', 33_333_300_000n],
    // Above 2^53: a floating-point number would lose the last digits.
    [9_007_199_254_740_993n, '0.0001', 9_007_199_255n],
    [9_007_199_254_740_993n, '100', 9_007_199_254_740_993n],
  ];
  for (const [amountMinor, percent, part] of rows) {
    assert.equal(percentOf(amountMinor, parsePercent(percent) ?? NaN), part, `${percent} %`);
  }
});
