// Tests of sharing the slots of a node: receivers that answer slowly, or that keep all slots
// busy, do not keep others out, and no one who waits is forgotten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../../core/testing/hand-clock.ts';
import { createReceiverSlots, type Admission, type ReceiverSlots } from './receiver-slots.ts';
import { MERCHANT_MAX, NODE_MAX, RECEIVER_MAX, SLOW_MS } from './receivers.ts';

const shop = 'https://shop.example';

async function growTo(slots: ReceiverSlots, merchantId: string, limit: number): Promise<void> {
  for (let count = 4; count < limit; count += 1) {
    assert.equal(await slots.enter(merchantId, shop), true);
    slots.leave(merchantId, shop, false);
  }
}

/** Takes as many slots as it gets, and lets 200 more deliveries wait. */
function occupy(slots: ReceiverSlots, merchantId: string): void {
  for (let count = 0; count < RECEIVER_MAX + 200; count += 1) void slots.enter(merchantId, shop);
}

/** The admission as soon as there is one. */
function watch(entered: Promise<Admission>): () => Promise<Admission | undefined> {
  let admission: Admission | undefined;
  void entered.then((one) => (admission = one));
  return () => new Promise((resolve) => setImmediate(() => resolve(admission)));
}

test('a free slot goes to a receiver that waits for it, before the one that left it', async () => {
  const slots = createReceiverSlots(handClock());
  const busy = Array.from({ length: NODE_MAX / RECEIVER_MAX }, (_, number) => `busy-${number}`);
  await growTo(slots, 'other', 5);
  for (const merchantId of busy) await growTo(slots, merchantId, RECEIVER_MAX);
  for (const merchantId of busy) occupy(slots, merchantId);
  assert.equal(slots.inFlight(), NODE_MAX);
  const admission = watch(slots.enter('other', shop));
  for (const merchantId of busy) slots.leave(merchantId, shop, false);
  assert.equal(await admission(), true);
  assert.equal(slots.inFlight(), NODE_MAX, 'the others took their slots again');
});

test('an origin of a merchant gets a slot while another one keeps all of them busy', async () => {
  const slots = createReceiverSlots(handClock());
  for (let number = 0; number < MERCHANT_MAX / 4; number += 1) {
    for (let count = 0; count < 50; count += 1) void slots.enter('1', `https://${number}.example`);
  }
  assert.equal(slots.inFlight(), MERCHANT_MAX);
  const admission = watch(slots.enter('1', shop));
  slots.leave('1', 'https://0.example', false);
  assert.equal(await admission(), true);
});

test('receivers that accept slowly share half of the slots', async () => {
  const slots = createReceiverSlots(handClock());
  await growTo(slots, 'quick', RECEIVER_MAX);
  await slots.enter('quick', shop);
  slots.leave('quick', shop, false, SLOW_MS - 1);
  for (let number = 0; number < 100; number += 1) {
    const merchantId = `slow-${number}`;
    await growTo(slots, merchantId, RECEIVER_MAX);
    void slots.enter(merchantId, shop);
    slots.leave(merchantId, shop, false, SLOW_MS);
  }
  for (let number = 0; number < 100; number += 1) occupy(slots, `slow-${number}`);
  assert.equal(slots.inFlight(), NODE_MAX / 2);
  occupy(slots, 'quick');
  // Its last answer was a slower one, which lowered its limit by one.
  assert.equal(slots.inFlight(), NODE_MAX / 2 + RECEIVER_MAX - 1);
});

test('a slow answer does not raise the limit of a receiver', () => {
  const slots = createReceiverSlots(handClock());
  for (let count = 0; count < 10; count += 1) {
    void slots.enter('1', shop);
    slots.leave('1', shop, false, SLOW_MS);
  }
  occupy(slots, '1');
  assert.equal(slots.inFlight(), 4);
});

test('a receiver whose deliveries wait is not forgotten among many others', async () => {
  const slots = createReceiverSlots(handClock());
  for (let number = 0; number < MERCHANT_MAX; number += 1) {
    void slots.enter('1', `https://${number}.example`);
  }
  const waiting = Array.from({ length: 6 }, () => watch(slots.enter('1', shop)));
  for (let number = 0; number < 10_001; number += 1) {
    void slots.enter('2', `https://${number}.example`);
    slots.leave('2', `https://${number}.example`, null);
  }
  for (let number = 0; number < 10; number += 1) {
    slots.leave('1', `https://${number}.example`, false);
  }
  for (const admission of waiting.slice(0, 4)) assert.equal(await admission(), true);
  slots.leave('1', shop, false);
  for (const admission of waiting) assert.equal(await admission(), true);
  assert.equal(slots.inFlight(), MERCHANT_MAX - 10 + 5);
});
