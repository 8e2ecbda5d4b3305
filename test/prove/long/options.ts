// The options of a long run, read and checked.
import { parts } from './parts.ts';

export interface LongOptions {
  readonly minutes: number;
  /** Names of parts. */
  readonly only: readonly string[];
  readonly seed: number;
  /** Whether failovers and cells are parts of this run: not if it names its parts. */
  readonly hasPrograms: boolean;
}

export interface GivenOptions {
  readonly minutes: string;
  readonly only: readonly string[];
  readonly seed?: string | undefined;
}

const LARGEST_SEED = 1_000_000_000;

/** Without a seed every run takes another one, and prints it. */
export function readLongOptions(flags: GivenOptions, now = Date.now()): LongOptions {
  const minutes = Number(flags.minutes);
  if (!(minutes > 0 && minutes <= 10_000)) throw new Error('--minutes must be a number above 0');
  const names = parts.map(({ name }) => name);
  const unknown = flags.only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no part ${unknown}; use ${names.join(', ')}`);
  }
  if (flags.seed !== undefined && !/^\d{1,10}$/.test(flags.seed)) {
    throw new Error('--seed must be a whole number');
  }
  const seed = flags.seed === undefined ? now % LARGEST_SEED : Number(flags.seed);
  return {
    minutes,
    only: flags.only.length === 0 ? names : flags.only,
    seed,
    hasPrograms: flags.only.length === 0,
  };
}
