// The lines at the end of a run, and how many files run at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationLines, filesAtOnce } from './run-tests.ts';

test('runs four files more than there are cores, or as many as asked', () => {
  assert.equal(filesAtOnce({}, 2), 6);
  assert.equal(filesAtOnce({}, 1), 5);
  assert.equal(filesAtOnce({ BRAMKA_TEST_AT_ONCE: '3' }, 2), 3);
  assert.equal(filesAtOnce({ BRAMKA_TEST_AT_ONCE: 'many' }, 2), 6);
});

test('prints the slowest files, the shared process as one of them, and the total time', () => {
  const units = ['gateway/src/core/money.test.ts', 'gateway/src/core/id.test.ts'];
  const measured = {
    'test/journeys/steps.test.ts': 65.04,
    'test/runner/shared-process.ts': 7.21,
    'gateway/src/core/money.test.ts': 1.5,
    'gateway/src/core/id.test.ts': 0.5,
  };
  const processor = { 'test/journeys/steps.test.ts': 12.34, 'test/runner/shared-process.ts': 6 };
  const figures = { measured, processor, units, seconds: 72.4, concurrency: 3, busy: 0.844 };
  const text = durationLines(figures);
  const [, title, ...lines] = text.split('\n');
  assert.match(title ?? '', /^Slowest test files, and their processor time/);
  assert.deepEqual(lines.slice(0, 2), [
    '   65.0 s    12.3 s  test/journeys/steps.test.ts',
    '    7.2 s     6.0 s  2 unit test files in one process',
  ]);
  assert.match(text, /^3 files took 1 min 12 s, 3 at a time on \d+ cores, which were busy 84 %/m);
  assert.match(text, /The limit .* 12 min/);
});
