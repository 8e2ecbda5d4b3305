// Seeded random numbers: the same seed gives the same numbers, so that a failing run can be
// repeated.

/** Fixed, so that runs are reproducible; set BRAMKA_TEST_SEED to try another. */
export const seed = Number(process.env.BRAMKA_TEST_SEED ?? 20_260_301);

export interface Chance {
  /** An integer from 0 up to, but not including, the limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: small, fast, and good enough to choose test inputs. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
