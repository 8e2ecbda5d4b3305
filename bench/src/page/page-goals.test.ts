// The goals of the payment page: exactly at the limit and just beyond it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageMeasurement } from './measurement.ts';
import { slowdownFor } from './slowdown.ts';
import { medianOf, missedGoals, totalBytes } from './page-goals.ts';

const good: PageMeasurement = {
  slowdown: 4,
  scores: { performance: 100, accessibility: 100, 'best-practices': 100 },
  timesMs: {
    'first-contentful-paint': 999,
    'largest-contentful-paint': 1_200,
    interactive: 1_300,
  },
  files: [
    { url: 'http://127.0.0.1:1/pay/a', sentBytes: 50_000, plainBytes: 90_000 },
    { url: 'http://127.0.0.1:1/pay/b.js', sentBytes: 10_000, plainBytes: 30_000 },
    { url: 'data:,', sentBytes: 0, plainBytes: 0 },
  ],
  advice: [],
};
const [page, ...others] = good.files;

test('a page at the limits misses no goal', () => {
  assert.equal(totalBytes(good), 60_000);
  assert.deepEqual(missedGoals(good), []);
});

const rows: [what: string, changed: Partial<PageMeasurement>, missed: RegExp][] = [
  [
    'one byte too many',
    { files: [{ url: page?.url ?? '', sentBytes: 50_001, plainBytes: 1 }, ...others] },
    /^The first load is 60001 bytes/,
  ],
  ['a score of 99', { scores: { ...good.scores, accessibility: 99 } }, /accessibility is 99/],
  [
    'a form that is usable after one second',
    { timesMs: { ...good.timesMs, 'first-contentful-paint': 1_000 } },
    /^form visible and usable: 1000 ms/,
  ],
  [
    'no time at all',
    { timesMs: { ...good.timesMs, 'first-contentful-paint': NaN } },
    /^form visible and usable: NaN ms/,
  ],
  [
    'a request to another origin',
    { files: [...good.files, { url: 'http://cdn.test/a.js', sentBytes: 0, plainBytes: 0 }] },
    /^Requests go to http:\/\/127\.0\.0\.1:1, http:\/\/cdn\.test;/,
  ],
];
for (const [what, changed, missed] of rows) {
  test(`${what} misses a goal`, () => {
    const found = missedGoals({ ...good, ...changed });
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', missed);
  });
}

test('the phone is as slow on every machine', () => {
  const rows = [
    [3000, 4],
    [1500, 4],
    [750, 2],
    [375, 1],
    [100, 1],
  ] as const;
  for (const [index, slowdown] of rows) assert.equal(slowdownFor(index), slowdown, String(index));
});

test('the median of three and of four is one of them', () => {
  const of = (interactive: number): PageMeasurement => ({
    ...good,
    timesMs: { ...good.timesMs, interactive },
  });
  assert.equal(medianOf([of(3), of(1), of(2)]).timesMs.interactive, 2);
  assert.equal(medianOf([of(4), of(3), of(1), of(2)]).timesMs.interactive, 2);
});
