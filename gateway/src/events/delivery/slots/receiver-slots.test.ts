// Tests of the slots at receivers: limits that grow and fall, pauses, bounded queues, and that
// hanging receivers leave slots for healthy ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../../core/testing/hand-clock.ts';
import { createReceiverSlots, type Admission, type ReceiverSlots } from './receiver-slots.ts';
import {
  MERCHANT_MAX,
  NODE_MAX,
  PAUSE_AFTER,
  QUICK_MS,
  RECEIVER_MAX,
  SLOW_MS,
  STEADY_MAX,
} from './receivers.ts';

const shop = 'https://shop.example';

/** Whether a slot is given at once; otherwise the promise to wait for. */
async function enterNow(slots: ReceiverSlots, merchantId: string, origin: string) {
  const waiting = Symbol('waiting');
  const entered = slots.enter(merchantId, origin);
  return Promise.race([entered, Promise.resolve().then(() => waiting)]).then((first) =>
    first === waiting ? { entered } : { admission: first as Admission },
  );
}

async function fill(slots: ReceiverSlots, merchantId: string, origin: string, upTo = 10_000) {
  let count = 0;
  while (count < upTo && (await enterNow(slots, merchantId, origin)).admission === true) count += 1;
  return count;
}

test('a new receiver gets four deliveries, and one more for each good answer', async () => {
  const slots = createReceiverSlots(handClock());
  assert.equal(await fill(slots, '1', shop), 4);
  assert.equal(slots.inFlight(), 4);
  // The one that waited takes the slot that becomes free, and the limit has grown by one.
  slots.leave('1', shop, false);
  assert.equal(slots.inFlight(), 4);
  assert.equal((await enterNow(slots, '1', shop)).admission, true);
  assert.equal(slots.inFlight(), 5);
});

test('the limit of a receiver never exceeds its maximum', async () => {
  const slots = createReceiverSlots(handClock());
  for (let count = 0; count < 200; count += 1) {
    assert.equal(await slots.enter('1', shop), true);
    slots.leave('1', shop, false);
  }
  assert.equal(await fill(slots, '1', shop), RECEIVER_MAX);
});

test('a receiver that does not answer quickly gets fewer at once', async () => {
  const slots = createReceiverSlots(handClock());
  const answerAll = async (times: number, durationMs: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      assert.equal(await slots.enter('1', shop), true);
      slots.leave('1', shop, false, durationMs);
    }
  };
  await answerAll(200, QUICK_MS);
  await answerAll(1, QUICK_MS - 1);
  await answerAll(1, QUICK_MS);
  assert.equal(await fill(slots, '1', shop), STEADY_MAX);
});

test('a bad answer halves the limit', async () => {
  const slots = createReceiverSlots(handClock());
  for (let count = 0; count < 12; count += 1) {
    await slots.enter('1', shop);
    slots.leave('1', shop, false);
  }
  await slots.enter('1', shop);
  slots.leave('1', shop, true);
  assert.equal(await fill(slots, '1', shop), 8);
});

test('a delivery that was not sent changes no limit', async () => {
  const slots = createReceiverSlots(handClock());
  for (let count = 0; count < 10; count += 1) {
    await slots.enter('1', shop);
    slots.leave('1', shop, null);
  }
  assert.equal(await fill(slots, '1', shop), 4);
});

async function fail(slots: ReceiverSlots, times: number, durationMs = SLOW_MS): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    assert.equal(await slots.enter('1', shop), true, `failure ${count}`);
    slots.leave('1', shop, true, durationMs);
  }
}

test('five slow failures in a row pause a receiver, then one delivery tries it', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  await fail(slots, PAUSE_AFTER);
  assert.equal(await slots.enter('1', shop), clock.now() + 10_000);
  clock.advance(9999);
  assert.notEqual(await slots.enter('1', shop), true);
  clock.advance(1);
  assert.equal(await slots.enter('1', shop), true);
  assert.notEqual(await slots.enter('1', shop), true, 'only one');
  slots.leave('1', shop, false);
  assert.equal(await slots.enter('1', shop), true);
});

test('quick failures never pause a receiver, and end a pause', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  await fail(slots, 100, SLOW_MS - 1);
  await fail(slots, 1);
  clock.advance(10_000);
  await fail(slots, 1, SLOW_MS - 1);
  assert.equal(await fill(slots, '1', shop), 1, 'one at a time, without a pause');
});

test('deliveries come back after a pause in turn, and at most a minute later', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  await fail(slots, PAUSE_AFTER);
  const turns = async (count: number): Promise<number[]> => {
    const delays: number[] = [];
    for (let number = 0; number < count; number += 1) {
      delays.push(Number(await slots.enter('1', shop)) - clock.now());
    }
    return delays;
  };
  assert.deepEqual(await turns(6), [10_000, 30_000, 50_000, 60_000, 60_000, 60_000]);
  clock.advance(10_000);
  assert.equal(await slots.enter('1', shop), true);
  assert.deepEqual(await turns(2), [60_000, 60_000], 'the others have their turns already');
  clock.advance(75_000);
  assert.deepEqual(await turns(2), [10_000, 30_000], 'while one delivery tries it');
  slots.leave('1', shop, false);
  for (let number = 0; number < 4; number += 1) void slots.enter('1', shop);
  for (let count = 0; count < PAUSE_AFTER; count += 1) slots.leave('1', shop, true, SLOW_MS);
  assert.deepEqual(await turns(1), [10_000], 'a good answer frees the turns');
});

test('those who wait are sent away when the receiver is paused', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  assert.equal(await fill(slots, '1', shop), 4);
  const { entered } = await enterNow(slots, '1', shop);
  for (let count = 0; count < 4; count += 1) slots.leave('1', shop, true, SLOW_MS);
  // Four failures: the limit is one, and it has been taken by the one that waited first.
  slots.leave('1', shop, true, SLOW_MS);
  assert.equal(await entered, clock.now() + 10_000);
});

test('at most 1024 wait for a receiver, the next ones come back later', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  assert.equal(await fill(slots, '1', shop), 4);
  for (let count = 0; count < 1023; count += 1) void slots.enter('1', shop);
  assert.equal(await slots.enter('1', shop), clock.now() + 5000);
});

test('one merchant has a limit over all its receivers, and others are not affected', async () => {
  const slots = createReceiverSlots(handClock());
  let count = 0;
  for (let number = 0; number < 100; number += 1) {
    count += await fill(slots, '1', `https://${number}.example`);
  }
  assert.equal(count, MERCHANT_MAX);
  assert.equal(await fill(slots, '2', 'https://0.example'), 4);
});

test('hanging receivers leave half of the slots to healthy ones', async () => {
  const slots = createReceiverSlots(handClock());
  for (let number = 0; number < 20; number += 1) {
    await slots.enter(`good-${number}`, shop);
    slots.leave(`good-${number}`, shop, false);
  }
  let hanging = 0;
  for (let number = 0; number < 400; number += 1) {
    hanging += await fill(slots, `hanging-${number}`, shop);
  }
  assert.equal(hanging, NODE_MAX / 2);
  for (let number = 0; number < 20; number += 1) {
    assert.equal(await fill(slots, `good-${number}`, shop), 5);
  }
});

test('a free slot goes to a receiver that waits for a limit of the node', async () => {
  const slots = createReceiverSlots(handClock());
  for (let number = 0; number < 128; number += 1) await fill(slots, `hanging-${number}`, shop);
  const { entered } = await enterNow(slots, 'other', shop);
  slots.leave('hanging-0', shop, true);
  slots.leave('hanging-0', shop, true);
  assert.equal(await entered, true);
});

test('closing sends everyone away', async () => {
  const clock = handClock();
  const slots = createReceiverSlots(clock);
  await fill(slots, '1', shop);
  const { entered } = await enterNow(slots, '1', shop);
  slots.close();
  assert.equal(await entered, clock.now());
  assert.equal(await slots.enter('2', shop), clock.now());
});
