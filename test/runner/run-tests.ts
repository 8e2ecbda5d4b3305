// Runs test files with Node's own test runner. Files that need a process of their own get one; all
// others share one process. Longest files first, one more at a time than there are cores.
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inMinutes, keepDurations, longestFirst, readDurations } from './durations.ts';
import { slowestLines, type Durations } from './durations.ts';
import type { Selection } from './selection.ts';
import { createClassifier } from './shared-files.ts';
import { passSharedFiles } from './shared-list.ts';

type Counts = {
  tests: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
};

const sharedProcess = 'test/runner/shared-process.ts';
const LIMIT_MINUTES = 12;
// A file that hangs must not hang the run; even on a busy machine no file takes this long.
const fileTimeoutMs = 15 * 60 * 1000;

/** One more than the cores: a good part of most files is waiting. */
export function filesAtOnce(env: NodeJS.ProcessEnv, cores = availableParallelism()): number {
  const wanted = Number(env['BRAMKA_TEST_AT_ONCE'] ?? '');
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.max(2, cores + 1);
}

/** True if every test passed. Failing runs repeat the counts, so that they end every output. */
export async function runTests(
  root: string,
  selection: Selection,
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = performance.now();
  const { files, shared } = plan(root, selection.files);
  const concurrency = filesAtOnce(process.env);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let success = false;
  let counts: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };
  passSharedFiles(shared, process.env);
  const events = run({
    cwd: root,
    files,
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
  const fileNames = new Set([...files, ...shared]);
  events.on('test:start', ({ name }) => {
    // A file is reported as a test or a suite that bears the file's name.
    if (!fileNames.has(name)) matched += 1;
  });
  const measured: Record<string, number> = {};
  events.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && fileNames.has(name)) measured[name] = details.duration_ms / 1000;
  });
  const report = events.compose(spec);
  report.once('error', reject).once('end', resolve);
  report.pipe(process.stdout, { end: false });
  await ended;
  const isComplete = selection.namePatterns.length === 0 && !signal.aborted;
  if (isComplete) keepDurations(root, measured);
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(durationLines({ measured, shared, seconds, concurrency }));
  if (!success) process.stdout.write(countLines(counts));
  if (matched === 0) console.error('No test matches: nothing was tested.');
  return success && matched > 0;
}

interface Plan {
  /** Each runs in a process; the last of them may be the one that others share. */
  readonly files: readonly string[];
  readonly shared: readonly string[];
}

function plan(root: string, selected: readonly string[]): Plan {
  const classifier = createClassifier(root);
  const shared = selected.filter((file) => classifier.reasonAgainst(file) === undefined);
  const own = selected.filter((file) => !shared.includes(file));
  const processes = shared.length === 0 ? own : [...own, sharedProcess];
  return { files: longestFirst(processes, readDurations(root)), shared };
}

interface Figures {
  readonly measured: Durations;
  readonly shared: readonly string[];
  readonly seconds: number;
  readonly concurrency: number;
}

/** The slowest files, and the time of the whole run beside the limit that it has. */
export function durationLines({ measured, shared, seconds, concurrency }: Figures): string {
  const processes = Object.entries(measured).filter(([file]) => !shared.includes(file));
  const own = processes.filter(([file]) => file !== sharedProcess).length;
  const named = processes.map(([file, took]): [string, number] =>
    file === sharedProcess
      ? [`${shared.length} unit test files in one process`, took]
      : [file, took],
  );
  const limit = `The limit for a whole run is ${LIMIT_MINUTES} min on 2 cores.`;
  const lines = [
    'Slowest test files:',
    ...slowestLines(Object.fromEntries(named)),
    `${own + shared.length} files took ${inMinutes(seconds)}, ${concurrency} at a time on ` +
      `${availableParallelism()} cores. ${limit}`,
  ];
  return `\n${lines.join('\n')}\n`;
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
