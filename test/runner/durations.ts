// How long each test file took, kept from run to run: the longest files are started first, and the
// slowest ones are printed at the end. A first run goes by the durations in usual-durations.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Seconds by file, as paths from the root of the repository. */
export type Durations = Readonly<Record<string, number>>;

/** What a file is assumed to take that was never measured; in these folders most start gateways. */
const UNKNOWN_SECONDS = 2;
const UNKNOWN_LONG_SECONDS = 30;
const LONG_FOLDERS = /^test\/(browser|faults)\//;
const SHOWN = 10;

const cacheFile = (root: string): string =>
  join(root, 'node_modules', '.cache', 'bramka-test-durations.json');

export const usualDurations = new URL('usual-durations.json', import.meta.url);

export function readDurations(root: string): Durations {
  return { ...readJson(usualDurations), ...readJson(cacheFile(root)) };
}

/** Files of this run replace their earlier durations; the others keep theirs. */
export function keepDurations(root: string, measured: Durations): void {
  const file = cacheFile(root);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...readJson(file), ...measured }, null, 1));
  } catch {
    // The next run then goes by older durations; that is no reason to fail this one.
  }
}

function readJson(file: URL | string): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations;
  } catch {
    return {};
  }
}

export function secondsOf(file: string, durations: Durations): number {
  return durations[file] ?? (LONG_FOLDERS.test(file) ? UNKNOWN_LONG_SECONDS : UNKNOWN_SECONDS);
}

/** Longest first, so that no long file runs alone at the end; equal ones by name. */
export function longestFirst(files: readonly string[], durations: Durations): string[] {
  return [...files].sort(
    (one, other) =>
      secondsOf(other, durations) - secondsOf(one, durations) || (one < other ? -1 : 1),
  );
}

export function slowestLines(measured: Durations): string[] {
  return Object.entries(measured)
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** `432.1` seconds as `7 min 12 s`. */
export function inMinutes(seconds: number): string {
  const rounded = Math.round(seconds);
  const minutes = Math.floor(rounded / 60);
  return minutes === 0 ? `${rounded} s` : `${minutes} min ${rounded % 60} s`;
}
