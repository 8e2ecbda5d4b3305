// Tests of what a commit passes on: every event, and queue rows only if somebody is notified.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draft, type CommitResult, type Entry } from '../journal/entry.ts';
import { announceEvents, type CommittedEvent, type HasAddress } from './committed-events.ts';
import { addEvent } from './event-queue.ts';
import type { EventRow } from './event.ts';

const row = (sequence: number): EventRow => ({
  merchantId: '10000001',
  eventId: `event-${sequence}`,
  paymentId: 'payment',
  sequence,
  event: 'PAYMENT_STATUS',
  body: '{}',
  occurredAt: 0,
});

async function commit(
  hasAddress: HasAddress,
  ownAddress: readonly boolean[],
  result: CommitResult = { kind: 'committed' },
) {
  const written: Entry[] = [];
  const announced: CommittedEvent[] = [];
  const journal = {
    commit: (entry: Entry) => Promise.resolve((written.push(entry), result)),
    idle: () => Promise.resolve(),
  };
  const draft = new Draft();
  ownAddress.forEach((own, place) => addEvent(draft, row(place + 1), own));
  const announcing = announceEvents(journal, hasAddress, (all) => announced.push(...all));
  assert.deepEqual(await announcing.commit(draft), result);
  return {
    tables: written.flatMap((entry) => entry.inserts.map(({ table }) => table.name)),
    announced: announced.map(({ event, queued }) => [event.sequence, queued?.sequence ?? null]),
  };
}

test('an event of a merchant with an address is queued and passed on', async () => {
  const { tables, announced } = await commit(() => Promise.resolve(true), [false, false]);
  assert.deepEqual(tables, ['events', 'event_queue', 'events', 'event_queue']);
  assert.deepEqual(announced, [
    [1, 1],
    [2, 2],
  ]);
});

test('without an address it is passed on, but not queued', async () => {
  const { tables, announced } = await commit(() => Promise.resolve(false), [false, false]);
  assert.deepEqual(tables, ['events', 'events']);
  assert.deepEqual(announced, [
    [1, null],
    [2, null],
  ]);
});

test('the own address of a payment is enough', async () => {
  const { tables, announced } = await commit(() => Promise.resolve(false), [true]);
  assert.deepEqual(tables, ['events', 'event_queue']);
  assert.deepEqual(announced, [[1, 1]]);
});

test('it is queued if the merchant cannot be read', async () => {
  const failing = () => Promise.reject(new Error('no database'));
  assert.deepEqual((await commit(failing, [false])).tables, ['events', 'event_queue']);
});

test('nothing is passed on if the entry is not committed', async () => {
  const { announced } = await commit(() => Promise.resolve(true), [false], { kind: 'stale' });
  assert.deepEqual(announced, []);
});
