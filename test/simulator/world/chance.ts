// Seeded random numbers: every choice of a simulated run is drawn here, so that the seed determines
// the run.

import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';

export interface Chance {
  readonly bytes: RandomBytes;
  /** An integer from 0 up to, but not including, the given limit. */
  below(limit: number): number;
  between(least: number, most: number): number;
  percent(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
}

/** Streams of one seed are independent: an additional choice in one does not change the others. */
export function createChance(seed: number, stream: number): Chance {
  const bytes = seededRandom(seed * 64 + stream);
  const below = (limit: number): number => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes(4);
    return ((a << 23) | (b << 15) | (c << 7) | (d >> 1)) % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return {
    bytes,
    below,
    between: (least, most) => least + below(most - least + 1),
    percent: (share) => below(10_000) < share * 100,
    pick,
    weighted(list) {
      const total = list.reduce((sum, [weight]) => sum + weight, 0);
      let left = below(total);
      for (const [weight, value] of list) {
        if (left < weight) return value;
        left -= weight;
      }
      throw new Error('a weighted choice needs positive weights');
    },
  };
}
