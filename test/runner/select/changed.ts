// Finds the tests that a change can affect: those that import what has changed, directly or through
// other modules, those that read a changed file, and those that start a program with it.
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { programs } from '../../setup/programs.ts';
import { WrongArgument } from './arguments.ts';
import type { ImportGraph } from './import-graph.ts';
import { isIn, type TestFile } from './tiers.ts';

/** Changed since the commit, deleted and not yet added files included. */
export function changedFiles(root: string, base: string): string[] {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
      .split('\n')
      .filter((line) => line !== '');
  try {
    const since = git('merge-base', base, 'HEAD');
    return [
      ...git('diff', '--name-only', '--no-renames', ...since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
  } catch {
    throw new WrongArgument(`git does not know the commit "${base}".`);
  }
}

/** Files that no module names, and the modules or folders of tests that read them. */
const readers: readonly (readonly [file: RegExp, starts: readonly string[]])[] = [
  [
    /\.md$/,
    [
      'test/tidy/',
      'test/guides/',
      'test/readme/',
      'gateway/src/docs/guides/guide-content.test',
      'gateway/src/docs/pages.test',
      'cli/src/reference/docs-site.test',
    ],
  ],
  [
    /^gateway\/migrations\//,
    ['gateway/src/launch.ts', 'test/schema/', 'test/release/side-by-side.test.ts'],
  ],
  [/^sandbox\/.*migrations\//, ['sandbox/src/compose.ts', 'test/schema/']],
  [/^paywall\/src\/.*\.css$/, ['paywall/src/build.ts', 'paywall/src/page/look/']],
  [/^paywall\/src\/(browser|page)\//, ['paywall/src/build.ts']],
  [/^docs\/(reference|vectors)\//, ['test/tidy/']],
  [/^\.(github|ci)\/|^\.\w+(\.json)?$|^LICENSE$/, ['test/tidy/']],
];

/** A change here can affect every test. */
const configuration = /^(package(-lock)?\.json|tsconfig\.json|\.npmrc|test\/(run\.ts|setup\/).*)$/;
/** Modules by which a test uses the whole gateway, without importing what it tests. */
const wholeGateway = [
  'test/setup/programs.ts',
  'test/support/document/describe.ts',
  'test/support/pool/templates.ts',
];
/** The tests that see the payment page of the programs they start. */
const pageTests = /^test\/(browser|guides|readme)\/|page|shop/;

export function findAffected(
  graph: ImportGraph,
  tests: readonly TestFile[],
  changed: readonly string[],
): TestFile[] {
  if (changed.some((file) => configuration.test(file))) {
    return tests.filter((file) => isIn('main', file));
  }
  const isCause = createCauses(graph, changed);
  const isAffected = (paths: Iterable<string>): boolean => [...paths].some(isCause);
  const ofPrograms = Object.values(programs).flatMap((path) => [...graph.reachedFrom(path)]);
  const areProgramsAffected = isAffected(ofPrograms);
  const isPageOnly = changed.every((file) => file.startsWith('paywall/'));
  const nextOf = (path: string): readonly string[] =>
    wholeGateway.includes(path) ? [] : (graph.moduleAt(path)?.own ?? []);
  return tests.filter((file) => {
    const reached = graph.reachedFrom(file.path, nextOf);
    if (isAffected(reached)) return true;
    const startsThem = areProgramsAffected && wholeGateway.some((path) => reached.has(path));
    return startsThem && (isPageOnly ? pageTests.test(file.path) : isIn('main', file));
  });
}

/** Whether a module has changed itself, or reads a file that has. */
function createCauses(graph: ImportGraph, changed: readonly string[]): (path: string) => boolean {
  const starts = changed.flatMap((file) =>
    readers.filter(([pattern]) => pattern.test(file)).flatMap(([, readBy]) => readBy),
  );
  const names = changed
    .filter((file) => !/\.(tsx?|md|sql)$/.test(file))
    .map((file) => posix.basename(file));
  const find = (path: string): boolean => {
    const isTest = path.endsWith('.test.ts');
    const isReader = (start: string): boolean =>
      path === start || (isTest && path.startsWith(start));
    if (changed.includes(path) || starts.some(isReader)) return true;
    const text = graph.moduleAt(path)?.text ?? '';
    return names.some((name) => text.includes(name));
  };
  const answers = new Map<string, boolean>();
  return (path) => {
    const isCause = answers.get(path) ?? find(path);
    answers.set(path, isCause);
    return isCause;
  };
}
