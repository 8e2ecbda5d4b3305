// Tests of what is remembered about receivers, and for how many of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../../core/testing/hand-clock.ts';
import { createReceivers, MAX_KNOWN } from './receivers.ts';

const shop = 'https://shop.example';

test('a receiver belongs to one merchant and one origin', () => {
  const receivers = createReceivers(handClock());
  const receiver = receivers.of('1', shop);
  assert.equal(receivers.of('1', shop), receiver);
  assert.notEqual(receivers.of('2', shop), receiver);
  assert.notEqual(receivers.of('1', 'https://other.example'), receiver);
});

test('idle receivers are forgotten when too many are known, and no others', () => {
  const receivers = createReceivers(handClock());
  const busy = receivers.of('1', shop);
  assert.ok(receivers.enter(busy));
  const awaited = receivers.of('1', 'https://awaited.example');
  awaited.waiting = 1;
  const idle = receivers.of('1', 'https://idle.example');
  const alone = receivers.of('2', shop);
  for (let count = 4; count < MAX_KNOWN; count += 1) {
    receivers.of(`m${String(count)}`, shop);
  }
  assert.equal(receivers.of('1', 'https://idle.example'), idle);
  receivers.of('one-too-many', shop);
  assert.equal(receivers.of('1', shop), busy);
  assert.equal(receivers.of('1', 'https://awaited.example'), awaited);
  assert.notEqual(receivers.of('1', 'https://idle.example'), idle);
  assert.notEqual(receivers.of('2', shop), alone);
  const kept = receivers.of('one-too-many', shop);
  for (let count = 5; count < MAX_KNOWN; count += 1) receivers.of(`n${String(count)}`, shop);
  assert.equal(receivers.of('one-too-many', shop), kept, 'those that were kept are counted');
  receivers.of('again', shop);
  assert.notEqual(receivers.of('one-too-many', shop), kept);
});
