// Tests of percentiles and medians with values that can be checked by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile } from './numbers.ts';

test('a percentile is one of the values, in any order of input', () => {
  const hundred = Array.from({ length: 100 }, (_, position) => 100 - position);
  assert.equal(percentile(hundred, 0.5), 50);
  assert.equal(percentile(hundred, 0.99), 99);
  assert.equal(percentile(hundred, 1), 100);
  assert.equal(percentile([7], 0.99), 7);
});

test('a percentile of no values is NaN', () => {
  assert.equal(percentile([], 0.5), Number.NaN);
});

test('the median of an even number of rounds is between the middle two', () => {
  assert.equal(median([30, 10, 20]), 20);
  assert.equal(median([1, 100, 2, 3]), 2.5);
});
