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

/** Repeatable bytes for the simulator (sfc32 generator); never for secrets. */
export function seededRandom(seed: number): RandomBytes {
  assert(Number.isSafeInteger(seed), 'a seed must be a safe integer');
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const nextWord = (): number => {
    const word = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    return word;
  };
  for (let round = 0; round < 15; round++) nextWord();
  return (count) => {
    assertCount(count);
    const bytes = new Uint8Array(count);
    let word = 0;
    for (let index = 0; index < count; index++) {
      word = index % 4 === 0 ? nextWord() : word >>> 8;
      bytes[index] = word;
    }
    return bytes;
  };
}

function assertCount(count: number): void {
  assert(Number.isInteger(count) && count >= 0, 'a count of random bytes must be a whole number');
}
