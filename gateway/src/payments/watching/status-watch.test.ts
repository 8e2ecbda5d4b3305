// Tests of requests that wait for a payment: who is woken, by what, and how many may wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft } from '../../journal/entry.ts';
import { payments } from '../model/payment.ts';
import {
  createStatusWatch,
  MAX_PER_NODE,
  MAX_PER_PAYMENT,
  watchedJournal,
  type Waiter,
} from './status-watch.ts';

const key = (paymentId: string) => ({ merchantId: '10000001', paymentId });

function rig() {
  const clock = handClock();
  const stored = new Map<string, number>();
  const asked: string[][] = [];
  const errors: object[] = [];
  let failure: Error | undefined;
  const watch = createStatusWatch({
    clock,
    log: { error: (facts) => void errors.push(facts) },
    versions: (keys) => {
      asked.push(keys.map(({ paymentId }) => paymentId));
      if (failure) return Promise.reject(failure);
      const rows = keys.map(({ paymentId }) => ({
        paymentId,
        version: stored.get(paymentId) ?? 1,
      }));
      return Promise.resolve(rows);
    },
  });
  const join = (paymentId: string): Waiter => watch.join(key(paymentId)) ?? assert.fail('no place');
  const ended = async (wait: Promise<void>): Promise<boolean> => {
    let isEnded = false;
    void wait.then(() => (isEnded = true));
    await new Promise((resolve) => setImmediate(resolve));
    return isEnded;
  };
  const fail = (error: Error | undefined) => (failure = error);
  return { clock, stored, asked, errors, watch, join, ended, fail };
}

test('a commit of this node ends the waits of its payment only', async () => {
  const { watch, join, ended } = rig();
  const first = join('a').changed(1, 25_000);
  const second = join('a').changed(1, 25_000);
  const other = join('b').changed(1, 25_000);
  watch.wake('a');
  assert.deepEqual([await ended(first), await ended(second)], [true, true]);
  assert.equal(await ended(other), false);
});

test('a commit between joining and waiting is not missed', async () => {
  const { watch, join, ended } = rig();
  const waiter = join('a');
  watch.wake('a');
  assert.equal(await ended(waiter.changed(1, 25_000)), true);
});

test('one read a second finds what other nodes have committed, for all payments', async () => {
  const { clock, stored, asked, join, ended } = rig();
  const waits = [join('a'), join('a'), join('b')].map((one) => one.changed(1, 25_000));
  stored.set('b', 2);
  clock.advance(999);
  assert.deepEqual(asked, []);
  clock.advance(1);
  assert.deepEqual(await Promise.all(waits.map(ended)), [false, false, true]);
  assert.deepEqual(asked, [['a', 'b']]);
});

test('it ends after its time, and nothing is read when nobody waits', async () => {
  const { clock, asked, join, ended, watch } = rig();
  const waiter = join('a');
  const wait = waiter.changed(1, 2500);
  clock.advance(2499);
  assert.equal(await ended(wait), false);
  clock.advance(1);
  assert.equal(await ended(wait), true);
  waiter.leave();
  waiter.leave();
  assert.equal(watch.waiting(), 0);
  const reads = asked.length;
  for (let second = 0; second < 3; second += 1) {
    clock.advance(1000);
    await ended(Promise.resolve());
  }
  assert.equal(asked.length, reads);
});

test('a failed read is logged and ends no wait; the next one goes on', async () => {
  const { clock, stored, errors, join, ended, fail } = rig();
  const wait = join('a').changed(1, 25_000);
  stored.set('a', 2);
  fail(new Error('broken'));
  clock.advance(1000);
  assert.equal(await ended(wait), false);
  assert.equal(errors.length, 1);
  fail(undefined);
  clock.advance(1000);
  assert.equal(await ended(wait), true);
});

test('exactly four wait for a payment, and two thousand on a node', () => {
  const { watch, join } = rig();
  const own = Array.from({ length: MAX_PER_PAYMENT }, () => join('a'));
  assert.equal(watch.join(key('a')), undefined);
  own[0]?.leave();
  join('a');
  for (let place = watch.waiting(); place < MAX_PER_NODE; place += 1) join(`p${place}`);
  assert.equal(watch.join(key('one more')), undefined);
  assert.deepEqual([MAX_PER_PAYMENT, MAX_PER_NODE], [4, 2000]);
});

test('closing ends all waits at once, and nobody waits afterwards', async () => {
  const { watch, join, ended } = rig();
  const wait = join('a').changed(1, 25_000);
  watch.close();
  assert.equal(await ended(wait), true);
  assert.equal(watch.join(key('a')), undefined);
});

test('the journal wakes for committed changes of payments, with or without an event', async () => {
  const woken: string[] = [];
  const journalOf = (kind: 'committed' | 'stale') =>
    watchedJournal(
      { idle: () => Promise.resolve(), commit: () => Promise.resolve({ kind } as never) },
      { wake: (paymentId) => void woken.push(paymentId) },
    );
  const entry = new Draft().change(payments, key('a'), 1);
  await journalOf('stale').commit(entry);
  assert.deepEqual(woken, []);
  await journalOf('committed').commit(entry);
  assert.deepEqual(woken, ['a']);
});
