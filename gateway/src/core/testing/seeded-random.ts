// Repeatable random bytes for tests and the simulator.

import { assert } from '../assert.ts';
import { assertCount, type RandomBytes } from '../random.ts';

/** The sfc32 generator. */
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
