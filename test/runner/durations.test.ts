// The order of files and the lines about time at the end of a run.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  inMinutes,
  keepDurations,
  longestFirst,
  readDurations,
  slowestLines,
  usualDurations,
} from './durations.ts';

const root = join(import.meta.dirname, '..', '..');

test('starts the longest files first; unknown ones count as two seconds or as thirty', () => {
  const durations = { 'a.test.ts': 1, 'b.test.ts': 60, 'c.test.ts': 2.5 };
  const files = ['a.test.ts', 'new.test.ts', 'b.test.ts', 'c.test.ts', 'also-new.test.ts'];
  const started = ['test/faults/new.test.ts', 'test/browser/new.test.ts'];
  assert.deepEqual(longestFirst([...files, ...started], durations), [
    'b.test.ts',
    'test/browser/new.test.ts',
    'test/faults/new.test.ts',
    'c.test.ts',
    'also-new.test.ts',
    'new.test.ts',
    'a.test.ts',
  ]);
});

test('keeps what was measured and replaces it with the next run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-durations-'));
  try {
    keepDurations(folder, { 'a.test.ts': 1, 'b.test.ts': 2 });
    keepDurations(folder, { 'b.test.ts': 3 });
    const durations = readDurations(folder);
    assert.deepEqual([durations['a.test.ts'], durations['b.test.ts']], [1, 3]);
    const usual = JSON.parse(readFileSync(usualDurations, 'utf8')) as Record<string, number>;
    for (const [file, seconds] of Object.entries(usual)) assert.equal(durations[file], seconds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('prints the ten slowest files', () => {
  const measured = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, at + 0.25]));
  const lines = slowestLines(measured);
  assert.equal(lines.length, 10);
  assert.equal(lines[0], '   11.3 s  f11');
  assert.equal(lines[1], '   10.3 s  f10');
});

const times: [seconds: number, text: string][] = [
  [0.4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [432.1, '7 min 12 s'],
];
for (const [seconds, text] of times) {
  test(`writes ${seconds} seconds as ${text}`, () => assert.equal(inMinutes(seconds), text));
}

test('names only files that exist in the usual durations', () => {
  const usual = JSON.parse(readFileSync(usualDurations, 'utf8')) as Record<string, number>;
  assert.deepEqual(
    Object.keys(usual).filter((file) => !existsSync(join(root, file))),
    [],
    'remove or rename them in test/runner/usual-durations.json',
  );
});
