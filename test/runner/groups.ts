// Puts whole-system test files that can share a process into groups: starting a process and loading
// its modules takes longer than the tests of many of these files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { longestFirst, secondsOf, type Durations } from './durations.ts';

/** A longer file has its own process, so that it can start early beside others. */
const LONGEST_SECONDS = 20;
const GROUP_SECONDS = 60;

export interface Group {
  readonly files: readonly string[];
  readonly seconds: number;
}

/** Groups of about the same length; files that are too long for one are not in any. */
export function groupFiles(files: readonly string[], durations: Durations): Group[] {
  const short = files.filter((file) => secondsOf(file, durations) <= LONGEST_SECONDS);
  const total = short.reduce((sum, file) => sum + secondsOf(file, durations), 0);
  const groups = Array.from({ length: Math.ceil(total / GROUP_SECONDS) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  for (const file of longestFirst(short, durations)) {
    const [least] = groups.toSorted((one, other) => one.seconds - other.seconds);
    if (!least) break;
    least.files.push(file);
    least.seconds += secondsOf(file, durations);
  }
  return groups;
}

export interface GroupPrograms {
  /** One program for each group, in the same order. */
  readonly paths: readonly string[];
  remove(): void;
}

export function writeGroupPrograms(groups: readonly Group[]): GroupPrograms {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-groups-'));
  const runner = pathToFileURL(join(import.meta.dirname, 'run-together.ts')).href;
  const paths = groups.map(({ files }, position) => {
    const path = join(folder, `group-${String(position + 1)}.mjs`);
    const call = `await runTogether(${JSON.stringify(files)});`;
    writeFileSync(path, `import { runTogether } from '${runner}';\n${call}\n`);
    return path;
  });
  return { paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
