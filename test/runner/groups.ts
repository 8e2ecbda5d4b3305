// Puts test files that can share a process into groups: starting a process and loading its modules
// takes longer than the tests of many files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { longestFirst, secondsOf, type Durations } from './durations.ts';

export interface Group {
  readonly files: readonly string[];
  readonly seconds: number;
}

/** As many groups as asked for, of about the same length, none of them empty. */
export function groupFiles(
  files: readonly string[],
  durations: Durations,
  count: number,
): readonly Group[] {
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  for (const file of longestFirst(files, durations)) {
    const [least] = groups.toSorted((one, other) => one.seconds - other.seconds);
    least?.files.push(file);
    if (least) least.seconds += secondsOf(file, durations);
  }
  return groups;
}

export interface GroupPrograms {
  /** One for each group, in the same order; a single file is its own program. */
  readonly paths: readonly string[];
  remove(): void;
}

export function writeGroupPrograms(groups: readonly Group[]): GroupPrograms {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-groups-'));
  const runner = pathToFileURL(join(import.meta.dirname, 'run-together.ts')).href;
  const paths = groups.map(({ files }, position) => {
    const [only, ...others] = files;
    if (only !== undefined && others.length === 0) return only;
    const path = join(folder, `group-${String(position + 1)}.mjs`);
    const call = `await runTogether(${JSON.stringify(files)});`;
    writeFileSync(path, `import { runTogether } from '${runner}';\n${call}\n`);
    return path;
  });
  return { paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
