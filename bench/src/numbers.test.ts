// Percentiles and medians on values that can be counted by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile } from './numbers.ts';

test('a percentile is a value that occurred, whatever the order they came in', () => {
  const hundred = Array.from({ length: 100 }, (_, position) => 100 - position);
  assert.equal(percentile(hundred, 0.5), 50);
  assert.equal(percentile(hundred, 0.99), 99);
  assert.equal(percentile(hundred, 1), 100);
  assert.equal(percentile([7], 0.99), 7);
});

test('a percentile of nothing is not a number', () => {
  assert.equal(percentile([], 0.5), Number.NaN);
});

test('the median of an even number of rounds lies between the middle two', () => {
  assert.equal(median([30, 10, 20]), 20);
  assert.equal(median([1, 100, 2, 3]), 2.5);
});
