// Tests of the identifiers.

import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { Defect } from './assert.ts';
import { createIds, isUuid, uuidV7 } from './id.ts';
import { systemRandom } from './random.ts';
import { seededRandom } from './testing/seeded-random.ts';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOW_MS = Date.UTC(2026, 10, 15);

const timeOf = (id: string) => parseInt(id.replace('-', '').slice(0, 12), 16);
const counterOf = (id: string) => parseInt(id.slice(15, 18), 16);
const tailOf = (id: string) => id.slice(19);

test('formats the example of RFC 9562, appendix A.6', () => {
  const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
  equal(uuidV7(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('covers the whole range of times and random bytes', () => {
  equal(uuidV7(0, new Uint8Array(10)), '00000000-0000-7000-8000-000000000000');
  equal(uuidV7(2 ** 48 - 1, new Uint8Array(10).fill(0xff)), 'ffffffff-ffff-7fff-bfff-ffffffffffff');
});

test('a time outside 48 bits, a fractional time and too few random bytes are defects', () => {
  for (const timeMs of [-1, 2 ** 48, 1.5, NaN, Infinity]) {
    throws(() => uuidV7(timeMs, new Uint8Array(10)), Defect);
  }
  const times = [NOW_MS, NaN];
  const ids = createIds({ now: () => times.shift() ?? NaN }, systemRandom);
  ids.next();
  throws(() => ids.next(), Defect);
  for (const length of [0, 9, 11]) throws(() => uuidV7(0, new Uint8Array(length)), Defect);
});

test('an id carries the time of the clock', () => {
  const id = createIds({ now: () => NOW_MS }, systemRandom).next();
  match(id, VERSION_7);
  equal(timeOf(id), NOW_MS);
  ok(isUuid(id));
});

test('ids increase strictly while the clock stands still, longer than one counter lasts', () => {
  const ids = createIds({ now: () => NOW_MS }, seededRandom(7));
  let previous = '';
  for (let round = 0; round < 20_000; round++) {
    const id = ids.next();
    match(id, VERSION_7);
    ok(id > previous, `${id} after ${previous}`);
    previous = id;
  }
  ok(timeOf(previous) - NOW_MS <= 10, 'a full counter borrows one millisecond at a time');
});

test('within one millisecond the counter increases by one and the tail is random', () => {
  const ids = createIds({ now: () => NOW_MS }, systemRandom);
  const first = ids.next();
  const second = ids.next();
  equal(timeOf(second), timeOf(first));
  equal(counterOf(second), counterOf(first) + 1);
  notEqual(tailOf(second), tailOf(first));
});

test('a new millisecond starts its counter at random in the lower half', () => {
  let nowMs = NOW_MS;
  const ids = createIds({ now: () => nowMs++ }, seededRandom(3));
  const counters = Array.from({ length: 200 }, () => counterOf(ids.next()));
  ok(counters.every((counter) => counter < 2048));
  ok(new Set(counters).size > 150);
});

test('ids never decrease when the clock goes back, and follow it once it has caught up', () => {
  const times = [NOW_MS, NOW_MS - 5000, NOW_MS - 1, NOW_MS, NOW_MS + 1];
  const ids = createIds({ now: () => times.shift() ?? 0 }, systemRandom);
  const list = Array.from({ length: 5 }, () => ids.next());
  deepEqual(list, list.toSorted());
  equal(new Set(list).size, 5);
  deepEqual(list.map(timeOf), [NOW_MS, NOW_MS, NOW_MS, NOW_MS, NOW_MS + 1]);
});

test('two processes with the same clock do not make the same ids', () => {
  const clock = { now: () => NOW_MS };
  const [one, two] = [createIds(clock, systemRandom), createIds(clock, systemRandom)];
  const made = Array.from({ length: 1000 }, () => [one.next(), two.next()]).flat();
  equal(new Set(made).size, 2000);
});

test('the same seed and clock repeat the same ids', () => {
  const run = () => {
    const ids = createIds({ now: () => NOW_MS }, seededRandom(11));
    return [ids.next(), ids.next(), ids.next()];
  };
  deepEqual(run(), run());
});

test('only the canonical lower-case form is a UUID', () => {
  const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  equal(isUuid(id), true);
  const wrong = [
    '',
    id.toUpperCase(),
    `{${id}}`,
    `urn:uuid:${id}`,
    `${id}\n`,
    ` ${id}`,
    id.slice(1),
    `${id}0`,
    id.replaceAll('-', ''),
    id.replace('-', '_'),
    id.replace('f', 'g'),
    '017f22e279b0-7cc3-98c4-dc0c-0c07398f0000',
  ];
  for (const text of wrong) equal(isUuid(text), false, JSON.stringify(text));
});
