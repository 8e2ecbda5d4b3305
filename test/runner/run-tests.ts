// Runs test files with Node's own test runner. Unit test files share one process, whole-system test
// files share a few, and files that need a process of their own get one. Longest first, four more
// at a time than there are cores.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inMinutes, keepDurations, longestFirst, readDurations } from './durations.ts';
import { slowestLines, type Durations } from './durations.ts';
import { limitsFrom, watchFiles } from './file-limit.ts';
import { keepProcessorTimes, measureBusyShare } from './times/processor-time.ts';
import type { Selection } from './selection.ts';
import { groupFiles, writeGroupPrograms, type GroupPrograms } from './groups.ts';
import { createClassifier, systemRule } from './shared-files.ts';
import { passSharedFiles } from './shared-list.ts';

type Counts = {
  tests: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
};

const sharedProcess = 'test/runner/shared-process.ts';
const trackTests = join(import.meta.dirname, 'tracking', 'track-tests.cjs');
const LIMIT_MINUTES = 12;

/** Four more than the cores: with three more, a sixth of the processor time of a run was idle. */
export function filesAtOnce(env: NodeJS.ProcessEnv, cores = availableParallelism()): number {
  const wanted = Number(env['BRAMKA_TEST_AT_ONCE'] ?? '');
  return Number.isInteger(wanted) && wanted > 0 ? wanted : cores + 4;
}

/** True if every test passed. Failing runs repeat the counts, so that they end every output. */
export async function runTests(
  root: string,
  selection: Selection,
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = performance.now();
  const { files, units, grouped, programs } = plan(root, selection.files);
  const shared = [...units, ...grouped];
  const concurrency = filesAtOnce(process.env);
  let success = false;
  let counts: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };
  passSharedFiles(units, process.env);
  const limits = limitsFrom(process.env);
  const watch = watchFiles(limits.fileMs, console.error);
  const processorTimes = keepProcessorTimes(root, process.env);
  const busyShare = measureBusyShare();
  const events = run({
    cwd: root,
    files,
    concurrency,
    isolation: 'process',
    execArgv: [...processorTimes.execArgv, '--require', trackTests],
    // Of each test; Node has no limit for a file.
    timeout: limits.testMs,
    signal: AbortSignal.any([signal, watch.lost]),
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
  events.on('test:dequeue', ({ name, nesting }) => {
    if (nesting === 0 && files.includes(name)) watch.started(name);
  });
  events.on('test:start', ({ name }) => {
    // A file is reported as a test or a suite that bears the file's name.
    if (!fileNames.has(name)) matched += 1;
  });
  const measured: Record<string, number> = {};
  events.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0) watch.ended(name);
    if (nesting !== 0 || !fileNames.has(name) || programs.paths.includes(name)) return;
    measured[name] = details.duration_ms / 1000;
  });
  await print(events).finally(() => programs.remove());
  const isComplete = selection.namePatterns.length === 0 && !signal.aborted;
  if (isComplete) keepDurations(root, measured);
  const seconds = (performance.now() - startedAt) / 1000;
  const figures = { measured, units, seconds, concurrency, busy: busyShare() };
  process.stdout.write(durationLines({ ...figures, processor: processorTimes.collect() }));
  if (!success) process.stdout.write(countLines(counts));
  for (const problem of watch.problems()) console.error(problem);
  if (matched === 0) console.error('No test matches: nothing was tested.');
  return success && matched > 0 && watch.problems().length === 0;
}

function print(events: ReturnType<typeof run>): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const report = events.compose(spec);
  report.once('error', reject).once('end', resolve);
  report.pipe(process.stdout, { end: false });
  return ended;
}

interface Plan {
  /** Each runs in a process; some of them are programs that run several test files. */
  readonly files: readonly string[];
  readonly units: readonly string[];
  readonly grouped: readonly string[];
  readonly programs: GroupPrograms;
}

function plan(root: string, selected: readonly string[]): Plan {
  const durations = readDurations(root);
  const classifier = createClassifier(root);
  const units = selected.filter((file) => classifier.reasonAgainst(file) === undefined);
  const others = selected.filter((file) => !units.includes(file));
  const systemClassifier = createClassifier(root, undefined, systemRule);
  const groupable = others.filter((file) => systemClassifier.reasonAgainst(file) === undefined);
  const groups = groupFiles(groupable, durations);
  const programs = writeGroupPrograms(groups);
  const grouped = groups.flatMap(({ files }) => files);
  const own = others.filter((file) => !grouped.includes(file));
  const processes = [...own, ...programs.paths, ...(units.length === 0 ? [] : [sharedProcess])];
  const lengths: Record<string, number> = {};
  for (const [position, path] of programs.paths.entries()) {
    lengths[path] = groups[position]?.seconds ?? 0;
  }
  const files = longestFirst(processes, { ...durations, ...lengths });
  return { files, units, grouped, programs };
}

interface Figures {
  readonly measured: Durations;
  readonly processor: Durations;
  /** Files that shared one process. */
  readonly units: readonly string[];
  readonly seconds: number;
  readonly concurrency: number;
  /** The share of the time in which the cores were not idle. */
  readonly busy: number;
}

/** The slowest files, and the time of the whole run beside the limit that it has. */
export function durationLines(figures: Figures): string {
  const { measured, processor, units, seconds, concurrency, busy } = figures;
  const files = Object.entries(measured).filter(([file]) => file.endsWith('.test.ts'));
  const shown = files.filter(([file]) => !units.includes(file));
  const together = `${units.length} unit test files in one process`;
  if (measured[sharedProcess] !== undefined) shown.push([together, measured[sharedProcess]]);
  const known = { ...processor, [together]: processor[sharedProcess] ?? 0 };
  const limit = `The limit for a whole run is ${LIMIT_MINUTES} min on 2 cores.`;
  const busyText = `which were busy ${Math.round(busy * 100)} % of the time`;
  const lines = [
    'Slowest test files, and their processor time without the gateways that they borrow:',
    ...slowestLines(Object.fromEntries(shown), known),
    `${files.length} files took ${inMinutes(seconds)}, ${concurrency} at a time on ` +
      `${availableParallelism()} cores, ${busyText}. ${limit}`,
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
