// Tests of reading a histogram from Prometheus text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundOf, readHistogram, since } from './histogram.ts';

const text = `# HELP lag_seconds Lag.
# TYPE lag_seconds histogram
lag_seconds_bucket{le="0.01",kind="a"} 1
lag_seconds_bucket{kind="a",le="0.1"} 3
lag_seconds_bucket{le="+Inf",kind="a"} 4
lag_seconds_sum{kind="a"} 5.5
lag_seconds_count{kind="a"} 4
lag_seconds_bucket{le="0.01",kind="b"} 10
lag_seconds_bucket{le="0.1",kind="b"} 10
lag_seconds_bucket{le="+Inf",kind="b"} 10
other_lag_seconds_bucket{le="0.01"} 99
`;

test('adds up the series of one histogram', () => {
  assert.deepEqual(readHistogram(text, 'lag_seconds'), [
    [0.01, 11],
    [0.1, 13],
    [Infinity, 14],
  ]);
  assert.deepEqual(readHistogram(text, 'absent'), []);
});

test('subtracts what was counted before', () => {
  const before = [
    [0.01, 1],
    [Infinity, 2],
  ] as const;
  const after = [
    [0.01, 4],
    [Infinity, 7],
  ] as const;
  assert.deepEqual(since(before, after), [
    [0.01, 3],
    [Infinity, 5],
  ]);
  assert.deepEqual(since([], after), after);
});

test('finds the bucket of a share', () => {
  const buckets = [
    [0.01, 50],
    [0.1, 98],
    [1, 99],
    [Infinity, 100],
  ] as const;
  assert.equal(boundOf(buckets, 0.5), 0.01);
  assert.equal(boundOf(buckets, 0.51), 0.1);
  assert.equal(boundOf(buckets, 0.99), 1);
  assert.equal(boundOf(buckets, 1), Infinity);
  assert.equal(boundOf([], 0.5), Number.NaN);
});
