// Identifiers: UUID version 7 text (RFC 9562), ordered by time so that they index well, with 62
// random bits so that they cannot be guessed. The ids of one process always increase.

import { assert } from './assert.ts';
import type { Instant } from './clock.ts';
import type { RandomBytes } from './random.ts';

export interface Ids {
  next(): string;
}

/** What a decision needs besides the state that it decides on: the time, and new ids. */
export interface TimeAndIds {
  readonly at: Instant;
  readonly ids: Ids;
}

const RANDOM_BYTES = 10;
const TIME_LIMIT_MS = 2 ** 48;
const COUNTER_MAX = 0xfff;
/** A new millisecond starts its counter in the lower half, so that there is space to count up. */
const COUNTER_START_MASK = 0x7ff;

/** Lower than every id, for lists that start at the first one. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of one moment. The first two random bytes become rand_a, the other eight rand_b. */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  assert(random.length === RANDOM_BYTES, `an id needs ${RANDOM_BYTES} random bytes`);
  const randA = ((byteAt(random, 0) << 8) | byteAt(random, 1)) & COUNTER_MAX;
  return formatUuid(nowMs, randA, random);
}

/**
 * Ids in strictly increasing order, even when the clock stands still or goes back: the time of the
 * last id is kept and rand_a counts up; a full counter moves to the next millisecond.
 */
export function createIds(clock: { now(): number }, random: RandomBytes): Ids {
  let lastMs = -1;
  let counter = 0;
  return {
    next() {
      const nowMs = clock.now();
      assertTime(nowMs);
      const bytes = random(RANDOM_BYTES);
      if (nowMs > lastMs) {
        lastMs = nowMs;
        counter = startCounter(bytes);
      } else if (counter < COUNTER_MAX) {
        counter += 1;
      } else {
        lastMs += 1;
        counter = startCounter(bytes);
      }
      return formatUuid(lastMs, counter, bytes);
    },
  };
}

/** Lower than every id of this time or later, and higher than every id of an earlier time. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time in an id, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Whether the text is a UUID in canonical form: lower case, with hyphens. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

function startCounter(random: Uint8Array): number {
  return ((byteAt(random, 0) << 8) | byteAt(random, 1)) & COUNTER_START_MASK;
}

/**
 * Layout: time (48 bits), version 7 and rand_a (12), variant 10 and rand_b (62, from byte 2 on).
 */
function formatUuid(timeMs: number, randA: number, random: Uint8Array): string {
  assertTime(timeMs);
  const high = Math.floor(timeMs / 2 ** 16);
  const hex = (value: number): string => HEX[value & 0xff] ?? '';
  const pick = (index: number): string => hex(byteAt(random, index));
  const time = hex(high >>> 24) + hex(high >>> 16) + hex(high >>> 8) + hex(high);
  const timeLow = hex((timeMs % 2 ** 16) >>> 8) + hex(timeMs % 2 ** 16);
  const version = hex(0x70 | (randA >>> 8)) + hex(randA);
  const variant = hex(0x80 | (byteAt(random, 2) & 0x3f)) + pick(3);
  const node = pick(4) + pick(5) + pick(6) + pick(7) + pick(8) + pick(9);
  return `${time}-${timeLow}-${version}-${variant}-${node}`;
}

function assertTime(timeMs: number): void {
  assert(
    Number.isInteger(timeMs) && timeMs >= 0 && timeMs < TIME_LIMIT_MS,
    'the time of an id must be whole milliseconds in 48 bits',
  );
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
