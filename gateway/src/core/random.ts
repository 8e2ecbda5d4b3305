// Sources of random bytes. All code that needs randomness takes a `RandomBytes`, so that a
// simulated run can be repeated from its seed.

import { randomFillSync } from 'node:crypto';
import { assert } from './assert.ts';

/** Returns `count` fresh bytes; the caller owns the array. */
export type RandomBytes = (count: number) => Uint8Array;

const POOL_BYTES = 4096;
const POOLED_REQUEST_MAX_BYTES = 256;

/** The operating system's randomness, fetched in larger blocks because most requests are small. */
export const systemRandom: RandomBytes = pooledRandom((target) => randomFillSync(target));

/** Serves small requests from a pool that `fill` refills; no byte is returned twice. */
export function pooledRandom(fill: (target: Uint8Array<ArrayBuffer>) => void): RandomBytes {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    assertCount(count);
    if (count > POOLED_REQUEST_MAX_BYTES) {
      const bytes = new Uint8Array(count);
      fill(bytes);
      return bytes;
    }
    if (used + count > POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    const end = used + count;
    const bytes = pool.slice(used, end);
    // The returned bytes may become a key, so they are erased from the pool.
    pool.fill(0, used, end);
    used = end;
    return bytes;
  };
}

export function assertCount(count: number): void {
  assert(Number.isInteger(count) && count >= 0, 'a count of random bytes must be a whole number');
}
