// Seeds that failed before, replayed first in every run.

import { appendFileSync, readFileSync } from 'node:fs';

const file = new URL('failing-seeds.txt', import.meta.url);

/** Each line is a seed, optionally followed by a comment. */
export function keptSeeds(): number[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => /^\d+/.exec(line)?.[0])
    .filter((seed) => seed !== undefined)
    .map(Number);
}

export function keepSeed(seed: number, why: string): void {
  if (!keptSeeds().includes(seed)) appendFileSync(file, `${String(seed)} ${why}\n`);
}
