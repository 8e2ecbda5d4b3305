// Tests of the streams of a node: which event of a payment may follow, and how long that is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HeldEvent } from './delivery.store.ts';
import { MAX_RECENT, Streams } from './streams.ts';
import { heldEvent } from './testing/held-event.ts';

function eventOf(paymentId: string, sequence: number): HeldEvent {
  return heldEvent({ paymentId, sequence, eventId: `${paymentId}-${String(sequence)}` });
}

function finish(streams: Streams, held: HeldEvent): void {
  const stream = streams.open([held], 0);
  streams.finishFirst(stream);
  streams.close(stream);
}

function finishOthers(streams: Streams, count: number, name: string): void {
  for (let other = 0; other < count; other += 1) {
    finish(streams, eventOf(`${name}-${String(other)}`, 1));
  }
}

test('an event follows the last one of its payment that is held or finished', () => {
  const streams = new Streams();
  assert.ok(streams.follows(eventOf('a', 1)));
  assert.ok(!streams.follows(eventOf('a', 2)));
  const stream = streams.open([eventOf('a', 1)], 0);
  assert.ok(streams.follows(eventOf('a', 2)));
  streams.append(stream, eventOf('a', 2));
  assert.ok(!streams.follows(eventOf('a', 2)));
  streams.finishFirst(stream);
  assert.ok(streams.follows(eventOf('a', 3)), 'the second is still held');
  streams.finishFirst(stream);
  streams.close(stream);
  assert.equal(streams.held, 0);
  assert.ok(streams.follows(eventOf('a', 3)));
  assert.ok(!streams.follows(eventOf('a', 1)), 'it is known that the first is finished');
  assert.ok(streams.follows(eventOf('b', 1)), 'another payment');
});

test('what was finished is remembered for a limited number of payments', () => {
  const streams = new Streams();
  finish(streams, eventOf('a', 1));
  finishOthers(streams, MAX_RECENT - 2, 'other');
  assert.ok(streams.follows(eventOf('a', 2)));
  finishOthers(streams, 1, 'last');
  assert.ok(!streams.follows(eventOf('a', 2)), 'forgotten: the queue decides');
  assert.ok(streams.follows(eventOf('last-0', 2)));
});

test('a payment that continues is remembered by its last event', () => {
  const streams = new Streams();
  finish(streams, eventOf('a', 1));
  finishOthers(streams, MAX_RECENT / 2, 'first');
  finish(streams, eventOf('a', 2));
  assert.ok(streams.follows(eventOf('a', 3)), 'not by the older one');
  finishOthers(streams, MAX_RECENT / 2, 'second');
  assert.ok(streams.follows(eventOf('a', 3)));
});
