// Tests of the random sources.

import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { Defect } from './assert.ts';
import { pooledRandom, systemRandom } from './random.ts';
import { seededRandom } from './testing/seeded-random.ts';
import type { RandomBytes } from './random.ts';

const SIZES = [0, 1, 10, 16, 32, 255, 256, 257, 4096, 10_000];

const sources: readonly (readonly [string, RandomBytes])[] = [
  ['the system source', systemRandom],
  ['a seeded source', seededRandom(1)],
];

for (const [name, random] of sources) {
  test(`${name} returns exactly as many bytes as requested`, () => {
    for (const size of SIZES) equal(random(size).length, size);
  });

  test(`${name} uses every byte value about equally often`, () => {
    const counts = new Array<number>(256).fill(0);
    for (let round = 0; round < 10_240; round++) {
      for (const byte of random(10)) counts[byte] = (counts[byte] ?? 0) + 1;
    }
    // 400 expected for each, standard deviation 20: a difference of eight deviations is no
    // accident.
    ok(Math.min(...counts) > 240, `least ${Math.min(...counts)}`);
    ok(Math.max(...counts) < 560, `most ${Math.max(...counts)}`);
  });

  test(`${name} does not repeat itself`, () => {
    const seen = new Set<string>();
    for (let round = 0; round < 10_000; round++) seen.add(random(10).join());
    equal(seen.size, 10_000);
  });

  test(`${name} refuses a count that is not a whole number`, () => {
    for (const count of [-1, 1.5, NaN, Infinity]) throws(() => random(count), Defect);
  });
}

test('the caller of a pooled source owns the bytes: later requests do not change them', () => {
  const first = systemRandom(32);
  const copy = [...first];
  for (let round = 0; round < 500; round++) systemRandom(32);
  deepEqual([...first], copy);
  first.fill(0);
  ok(systemRandom(32).some((byte) => byte !== 0));
});

test('bytes of a pooled source do not share a buffer with the pool', () => {
  equal(systemRandom(16).buffer.byteLength, 16);
});

test('a pooled source returns each byte once and then erases it', () => {
  let fills = 0;
  let pool = new Uint8Array(0);
  const random = pooledRandom((target) => {
    fills += 1;
    pool = target;
    target.forEach((_, index) => (target[index] = (index % 255) + 1));
  });
  deepEqual([...random(3)], [1, 2, 3]);
  deepEqual([...random(3)], [4, 5, 6]);
  deepEqual([...pool.subarray(0, 8)], [0, 0, 0, 0, 0, 0, 7, 8]);
  for (let round = 0; round < 15; round++) random(256);
  random(250);
  equal(fills, 1, 'the pool is used to its last byte');
  random(1);
  equal(fills, 2);
  equal(random(257).length, 257);
  equal(fills, 3);
});

test('the same seed gives the same bytes, and another seed gives different ones', () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return [...random(7), ...random(10), ...random(300)];
  };
  deepEqual(draw(42), draw(42));
  const seeds = [0, 1, 2, 42, -1, 2 ** 32, 2 ** 32 + 1, -(2 ** 32), 2 ** 53 - 1];
  equal(new Set(seeds.map((seed) => draw(seed).join())).size, seeds.length);
  notDeepEqual(draw(1), draw(2));
});

test('the sequence of a seeded source never changes between versions', () => {
  equal(Buffer.from(seededRandom(2026)(12)).toString('hex'), 'c6a04c68419b9b0e8ce67c9e');
});

test('a seed must be a safe integer', () => {
  for (const seed of [0.5, NaN, Infinity, 2 ** 53]) throws(() => seededRandom(seed), Defect);
});
