// Tests that handmade keys are detected and random keys are accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWeakKey } from './key-strength.ts';
import { seededRandom } from '../testing/seeded-random.ts';

const of = (at: (index: number) => number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => at(index) & 255));
const random = seededRandom(7)(32);

const weak: Record<string, Uint8Array> = {
  zeros: of(() => 0),
  'one repeated byte': of(() => 0xa5),
  'two bytes in turn': of((index) => index % 2),
  'eight random bytes four times': of((index) => random[index % 8] ?? 0),
  'sixteen random bytes twice': of((index) => random[index % 16] ?? 0),
  'a pattern cut off': of((index) => random[index % 15] ?? 0),
  'counting up': of((index) => index),
  'counting down': of((index) => 255 - index),
  'counting by seven': of((index) => index * 7),
  'half of it counting': of((index) => (index < 12 ? index : (random[index] ?? 0))),
  'sixteen values': of((index) => (random[index] ?? 0) % 16),
  words: Buffer.from('correct horse battery staple 123'),
  'hexadecimal digits': Buffer.from('9f86d081884c7d659a2feaa0c55ad015'),
  'letters of a random base64 text': Buffer.from('q3J9vXz0aTqkW2l5bBvYx8mC1nRkPZsD'),
};

for (const [what, bytes] of Object.entries(weak)) {
  test(`${what}: weak`, () => {
    assert.equal(bytes.length, 32);
    assert.equal(isWeakKey(bytes), true);
  });
}

test('accepts random keys', () => {
  for (let seed = 1; seed <= 5000; seed += 1) {
    assert.equal(isWeakKey(seededRandom(seed)(32)), false, `seed ${seed}`);
  }
});
