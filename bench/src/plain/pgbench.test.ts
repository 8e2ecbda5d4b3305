// Tests of reading pgbench's report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReport } from './pgbench.ts';

const total = [
  'number of transactions actually processed: 3010',
  'number of failed transactions: 0 (0.000%)',
  'initial connection time = 1432.302 ms',
];

function report(...seconds: string[]): string {
  const lines = seconds.map((text) => `progress: ${text} tps, lat 4.1 ms stddev 3.0, 0 failed`);
  return ['pgbench (15.1)', ...lines, ...total].join('\n');
}

test('excludes the seconds of connecting and planning, and counts all transactions', () => {
  const text = report('1.5 s, 10.0', '2.0 s, 900.0', '3.0 s, 1500.5', '4.0 s, 1499.5');
  assert.deepEqual(readReport(text), { perSecond: 1500, transactions: 3010 });
});

test('gives a longer report more weight', () => {
  const text = report('2.0 s, 10.0', '3.0 s, 1000.0', '6.0 s, 2000.0');
  assert.equal(readReport(text)?.perSecond, 1750);
});

test('reports when connecting took all the time', () => {
  assert.equal(readReport(report('1.5 s, 0.0', '2.0 s, 20.0')), undefined);
});

test('refuses the rate of a run with failures', () => {
  const text = report('2.0 s, 10.0', '3.0 s, 10.0').replace(', 0 failed', ', 2 failed');
  assert.throws(() => readReport(text), /failures/);
});
