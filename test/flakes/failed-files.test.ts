// Which files of a run are named as failed, and the table at the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedFiles, tableOf } from './failed-files.ts';

test('names each failed file once, and no test, no suite and no passed file', () => {
  const output = [
    '▶ test/races/holds.test.ts',
    '  ✖ a capture of a hold (12.5ms)',
    '✖ test/races/holds.test.ts (400.5ms)',
    '✔ test/races/refunds.test.ts (20ms)',
    '✖ failing tests:',
    '✖ test/races/holds.test.ts (400.5ms)',
  ].join('\n');
  assert.deepEqual(failedFiles(output), ['test/races/holds.test.ts']);
});

test('the table begins with the file that failed most often', () => {
  const failures = [
    { path: 'a.test.ts', seed: 1 },
    { path: 'b.test.ts', seed: 1 },
    { path: 'b.test.ts', seed: 3 },
  ];
  const rows = ['     2  b.test.ts  (seeds 1, 3)', '     1  a.test.ts  (seeds 1)'];
  assert.equal(
    tableOf(failures, 4),
    `\n${['4 runs, 2 files with failures', ...rows].join('\n')}\n`,
  );
});
