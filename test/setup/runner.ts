// Runs test files with node's own test runner, one process per file, three at a time.
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Selection } from './selection.ts';

type Counts = {
  tests: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
};

// One more than the cores of a small build machine: a fifth of the time of most files is waiting.
const concurrency = 3;
// A file that hangs must not hang the run; even on a busy machine no file takes this long.
const fileTimeoutMs = 15 * 60 * 1000;

/** True if every test passed. Failing runs repeat the counts, so that they end every output. */
export async function runTests(
  root: string,
  selection: Selection,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let success = false;
  let counts: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };
  const events = run({
    cwd: root,
    files: selection.files,
    concurrency,
    isolation: 'process',
    timeout: fileTimeoutMs,
    signal,
    ...(selection.namePatterns.length > 0 && { testNamePatterns: selection.namePatterns }),
  });
  events.on('test:summary', (summary) => {
    // Summaries of single files carry their name; the one without it is the whole run's.
    if (summary.file !== undefined) return;
    success = summary.success;
    counts = { ...counts, ...summary.counts };
  });
  let matched = 0;
  events.on('test:start', ({ name }) => {
    // A file in which no name matches is reported as one test that bears the file's name.
    if (!selection.files.includes(name)) matched += 1;
  });
  const report = events.compose(spec);
  report.once('error', reject).once('end', resolve);
  report.pipe(process.stdout, { end: false });
  await ended;
  if (!success) process.stdout.write(countLines(counts));
  if (matched === 0) console.error('No test matches: nothing was tested.');
  return success && matched > 0;
}

function countLines(counts: Counts): string {
  const pairs = [
    ['tests', counts.tests],
    ['pass', counts.passed],
    ['fail', counts.failed],
    ['cancelled', counts.cancelled],
    ['skipped', counts.skipped],
  ];
  return `\n${pairs.map(([name, count]) => `ℹ ${name} ${count}\n`).join('')}`;
}
