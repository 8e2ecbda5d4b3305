// Tests of rate limits with a manual clock: burst, refill, separate keys, and bounded memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../core/refusals.ts';
import { rateLimit, type RateLimit } from './limits.ts';

function limitAt(perSecond: number): { limit: RateLimit; pass: (ms: number) => void } {
  let now = 0;
  return {
    limit: rateLimit(perSecond, () => now),
    pass: (ms) => {
      now += ms;
    },
  };
}

/** How many consecutive calls are admitted. */
function taken(limit: RateLimit, key: string, tries = 1000): number {
  for (let count = 0; count < tries; count += 1) {
    try {
      limit.take(key);
    } catch {
      return count;
    }
  }
  return tries;
}

test('admits a burst of two seconds, then refuses', () => {
  const { limit } = limitAt(5);
  assert.equal(taken(limit, 'a'), 10);
});

test('admits as many as were refilled, never more than the burst', () => {
  const { limit, pass } = limitAt(5);
  taken(limit, 'a');
  pass(1000);
  assert.equal(taken(limit, 'a'), 5);
  pass(199);
  assert.equal(taken(limit, 'a'), 0);
  pass(2);
  assert.equal(taken(limit, 'a'), 1);
  pass(3_600_000);
  assert.equal(taken(limit, 'a'), 10);
});

test('refuses with 429 and the seconds to wait', () => {
  const refusalOf = (limit: RateLimit): Refusal => {
    taken(limit, 'a');
    try {
      limit.take('a');
    } catch (error) {
      return error as Refusal;
    }
    throw new Error('not refused');
  };
  const fast = refusalOf(limitAt(5).limit);
  assert.deepEqual([fast.code, fast.status, fast.retryAfterSeconds], ['TOO_MANY_REQUESTS', 429, 1]);
  const slow = refusalOf(limitAt(0.1).limit);
  assert.equal(slow.retryAfterSeconds, 10);
});

test('a caller that waits as long as told is admitted', () => {
  for (const perSecond of [0.1, 0.3, 1, 7]) {
    const { limit, pass } = limitAt(perSecond);
    taken(limit, 'a');
    let seconds = 0;
    assert.throws(
      () => limit.take('a'),
      (error: Refusal) => (seconds = error.retryAfterSeconds ?? 0) > 0,
    );
    pass(seconds * 1000);
    assert.equal(taken(limit, 'a', 1), 1, `${perSecond} a second`);
  }
});

test('counts keys separately', () => {
  const { limit } = limitAt(1);
  assert.equal(taken(limit, 'a'), 2);
  assert.equal(taken(limit, 'b'), 2);
});

test('says in advance whether the next call would be refused, without counting it', () => {
  const { limit } = limitAt(1);
  for (let look = 0; look < 10; look += 1) assert.equal(limit.isExhausted('a'), false);
  assert.equal(taken(limit, 'a'), 2);
  assert.equal(limit.isExhausted('a'), true);
});

test('zero disables the limit', () => {
  const { limit } = limitAt(0);
  assert.equal(taken(limit, 'a', 5000), 5000);
  assert.equal(limit.isExhausted('a'), false);
});

/** More keys than are stored. */
const MANY = 50_000;

test('first drops the keys with full buckets, so that memory stays bounded', () => {
  const { limit, pass } = limitAt(1);
  taken(limit, 'busy');
  for (let key = 1; key < MANY; key += 1) limit.take(`key-${key}`);
  pass(1000);
  limit.take('one more');
  assert.equal(taken(limit, 'busy'), 1, 'the busy one was not forgotten');
});

test('drops all keys when no bucket is full, so that memory stays bounded', () => {
  const { limit } = limitAt(1);
  taken(limit, 'busy');
  for (let key = 1; key < MANY; key += 1) limit.take(`key-${key}`);
  assert.equal(taken(limit, 'busy'), 0);
  limit.take('one more');
  assert.equal(taken(limit, 'busy'), 2);
});

test('a returned token can be taken again, and never exceeds the burst', () => {
  const { limit } = limitAt(1);
  assert.equal(taken(limit, 'a'), 2);
  limit.giveBack('a');
  assert.equal(taken(limit, 'a'), 1);
  for (let times = 0; times < 5; times += 1) limit.giveBack('a');
  assert.equal(taken(limit, 'a'), 2);
  limit.giveBack('unknown');
  assert.equal(taken(limit, 'unknown'), 2);
});
