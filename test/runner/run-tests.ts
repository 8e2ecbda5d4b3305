// Runs test files with Node's own test runner. Unit test files share one process, whole-system test
// files share a few, and files that need a process of their own get one.
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inMinutes, keepDurations, longestFirst, readDurations } from './durations.ts';
import { secondsOf, slowestLines, type Durations } from './durations.ts';
import { limitsFrom, watchFiles } from './file-limit.ts';
import { groupFiles, writeGroupPrograms, type Group, type GroupPrograms } from './groups.ts';
import type { ImportGraph } from './select/import-graph.ts';
import { createClassifier, systemRule } from './select/shared-files.ts';
import type { TestFile } from './select/tiers.ts';
import { collectFailures, type Failures } from './failures.ts';
import { seededChance } from '../support/chance.ts';

export interface Selection {
  readonly graph: ImportGraph;
  readonly files: readonly TestFile[];
  /** Parts of the names of tests; none: all tests. */
  readonly names: readonly string[];
  /** Files in which a test failed are run once more, alone. */
  readonly reruns: boolean;
  /** Decides a random order; absent: the longest files begin. */
  readonly order?: number | undefined;
}

type Counts = {
  tests: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
};

const endUnmatched = new URL('end-unmatched.ts', import.meta.url).href;
/** A longer file has its own process, so that it can start early beside others. */
const LONGEST_SECONDS = 60;
const GROUP_SECONDS = 150;
const browserModule = 'test/browser/support/launch-browser.ts';

/** Four more than the cores: with three more, a sixth of the processor time of a run was idle. */
export function filesAtOnce(env: NodeJS.ProcessEnv, cores = availableParallelism()): number {
  const wanted = Number(env['BRAMKA_TEST_AT_ONCE'] ?? '');
  return Number.isInteger(wanted) && wanted > 0 ? wanted : cores + 4;
}

/** If tests of more files fail, it is no accident. */
const MAX_RERUNS = 3;

/**
 * True if every test passed. A few files in which a test failed are run once more, one after the
 * other: those that pass then are named with their first failure, because something in them or in
 * what they test depends on chance.
 */
export async function runTests(
  root: string,
  selection: Selection,
  signal: AbortSignal,
): Promise<boolean> {
  const { passed, isComplete, failures } = await runOnce(root, selection, signal);
  const files = selection.files.filter(({ path }) => failures.has(path));
  const mayRepeat = selection.reruns && isComplete && !signal.aborted;
  if (passed || !mayRepeat || files.length === 0 || files.length > MAX_RERUNS) return passed;
  for (const file of files) {
    process.stdout.write(`\nOnce more: ${file.path}\n`);
    const again = await runOnce(root, { ...selection, files: [file] }, signal);
    if (!again.passed) return false;
  }
  const shown = files.map(({ path }) => `${path}: ${failures.get(path) ?? ''}\n`);
  process.stdout.write(`\nPassed only when run again:\n\n${shown.join('\n')}`);
  return true;
}

interface Ran {
  readonly passed: boolean;
  /** Every file came to its end, and each failure belongs to a file. */
  readonly isComplete: boolean;
  readonly failures: Failures['first'];
}

/** Failing runs repeat the counts, so that they end every output. */
async function runOnce(root: string, selection: Selection, signal: AbortSignal): Promise<Ran> {
  const startedAt = performance.now();
  const { processes, programs } = plan(root, selection);
  let success = false;
  let counts: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0 };
  const limits = limitsFrom(process.env);
  const watch = watchFiles(limits.fileMs, console.error);
  const isUnitRun = selection.files.every(({ isUnit }) => isUnit);
  const concurrency = isUnitRun ? availableParallelism() : filesAtOnce(process.env);
  const events = run({
    cwd: root,
    files: processes,
    concurrency,
    isolation: 'process',
    // Of each test; Node has no limit for a file.
    timeout: limits.testMs,
    signal: AbortSignal.any([signal, watch.lost]),
    ...(selection.names.length > 0 && {
      testNamePatterns: selection.names.map(literally),
      execArgv: ['--import', endUnmatched],
    }),
  });
  events.on('test:summary', (summary) => {
    // Summaries of single files carry their name; the one without it is the whole run's.
    if (summary.file !== undefined) return;
    success = summary.success;
    counts = { ...counts, ...summary.counts };
  });
  let matched = 0;
  const fileNames = new Set([...processes, ...selection.files.map(({ path }) => path)]);
  events.on('test:dequeue', ({ name, nesting }) => {
    if (nesting === 0 && processes.includes(name)) watch.started(name);
  });
  events.on('test:start', ({ name }) => {
    // A file is reported as a test or a suite that bears the file's name.
    if (!fileNames.has(name)) matched += 1;
  });
  const failures = collectFailures(root, new Set(selection.files.map(({ path }) => path)), events);
  const measured: Record<string, number> = {};
  events.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0) watch.ended(name);
    if (nesting !== 0 || !fileNames.has(name) || !name.endsWith('.test.ts')) return;
    measured[name] = details.duration_ms / 1000;
  });
  await print(events).finally(() => programs.remove());
  const isWhole = selection.names.length === 0 && !signal.aborted;
  if (isWhole) keepDurations(root, measured);
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(durationLines(measured, seconds, concurrency));
  if (!success) process.stdout.write(countLines(counts));
  for (const problem of watch.problems()) console.error(problem);
  if (matched === 0) console.error('No test matches: nothing was tested.');
  const isComplete = watch.problems().length === 0 && failures.areAllKnown();
  const passed = success && matched > 0 && watch.problems().length === 0;
  return { passed, isComplete, failures: failures.first };
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
}

function print(events: ReturnType<typeof run>): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const report = events.compose(spec);
  report.once('error', reject).once('end', resolve);
  report.pipe(process.stdout, { end: false });
  return ended;
}

interface Plan {
  /** Test files and programs of groups, longest first. */
  readonly processes: readonly string[];
  readonly programs: GroupPrograms;
}

function plan(root: string, { graph, files, order }: Selection): Plan {
  const durations = readDurations(root);
  const classifier = createClassifier(graph, systemRule);
  const isShort = (path: string): boolean => secondsOf(path, durations) <= LONGEST_SECONDS;
  const units = files.filter(({ isUnit }) => isUnit).map(({ path }) => path);
  const others = files.filter(({ isUnit }) => !isUnit).map(({ path }) => path);
  const shared = others.filter(
    (path) => isShort(path) && classifier.reasonAgainst(path) === undefined,
  );
  // Together, because they share a browser.
  const isBrowserTest = (path: string): boolean => graph.reachedFrom(path).has(browserModule);
  const inGroups = (paths: readonly string[]): readonly Group[] => {
    const total = paths.reduce((sum, path) => sum + secondsOf(path, durations), 0);
    return groupFiles(paths, durations, Math.ceil(total / GROUP_SECONDS));
  };
  const groups = [
    ...groupFiles(units, durations, 1),
    ...inGroups(shared.filter(isBrowserTest)),
    ...inGroups(shared.filter((path) => !isBrowserTest(path))),
  ];
  const programs = writeGroupPrograms(groups);
  const lengths: Record<string, number> = { ...durations };
  for (const [position, path] of programs.paths.entries()) {
    lengths[path] = groups[position]?.seconds ?? 0;
  }
  const own = others.filter((path) => !shared.includes(path));
  const all = [...own, ...programs.paths];
  return {
    processes: order === undefined ? longestFirst(all, lengths) : mixed(all, order),
    programs,
  };
}

function mixed(paths: readonly string[], order: number): string[] {
  const chance = seededChance(order);
  const places = paths.map((path) => [chance.below(2 ** 31), path] as const);
  return places.sort(([one], [other]) => one - other).map(([, path]) => path);
}

export function durationLines(measured: Durations, seconds: number, concurrency: number): string {
  const lines = [
    'Slowest test files:',
    ...slowestLines(measured),
    `${Object.keys(measured).length} files took ${inMinutes(seconds)}, ` +
      `${concurrency} at a time on ${availableParallelism()} cores.`,
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
