// Tests of what is shown of events and receivers: beside every row that counts there are rows that
// differ in one condition only, such as the same event id of another merchant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../core/clock.ts';
import { listBadEnds, recordReceivers, removeReceivers } from './delivery/receiver.store.ts';
import { shortenLog } from './log/delivery-log.store.ts';
import {
  countBadEnds,
  countPendingEvents,
  findSeenEvent,
  listAttempts,
} from './seen-event.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const [SHOP, OTHER] = ['1001', '1000'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

type Row = Readonly<Record<string, unknown>>;

describe('what is shown of events', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() =>
    runSql(
      opened.database,
      'truncate merchants, events, event_queue, delivery_attempts, receivers',
    ),
  );
  const add = (table: string, row: Row) => addRow(opened.database, table, row);
  const addEvent = (merchant_id: string, place: number, sequence: number, at = NOW) =>
    add('events', {
      merchant_id,
      event_id: idOf(place),
      payment_id: idOf(1),
      sequence,
      event: 'PAYMENT_STATUS',
      body: `{"at":"${merchant_id} ${String(place)}"}`,
      occurred_at: isoTime(at),
    });
  const addQueued = (merchant_id: string, place: number, sequence: number, changes: Row = {}) =>
    add('event_queue', {
      merchant_id,
      event_id: idOf(place),
      payment_id: idOf(1),
      sequence,
      attempts: 0,
      earlier_attempts: 0,
      is_leased: false,
      due_at: isoTime(NOW),
      ...changes,
    });
  const addAttempt = (merchant_id: string, place: number, attempt: number, changes: Row = {}) =>
    add('delivery_attempts', {
      merchant_id,
      event_id: idOf(place),
      attempt,
      result: 'FAILED',
      cause: 'STATUS',
      http_status: 500,
      answer: `${merchant_id} ${String(place)}`,
      ...changes,
    });

  test('the state of an event is that of its own row in the queue and its attempts', async () => {
    await addEvent(SHOP, 5, 2);
    await addEvent(SHOP, 6, 3);
    await addEvent(OTHER, 5, 2);
    // None of these belongs to it: another merchant, sequence, payment or event.
    await addQueued(OTHER, 5, 2);
    await addQueued(SHOP, 6, 3);
    await addQueued(SHOP, 7, 2, { payment_id: idOf(2) });
    await addAttempt(OTHER, 5, 4);
    await addAttempt(SHOP, 6, 5);
    const read = async () => {
      const seen = await findSeenEvent(opened.database, SHOP, idOf(5));
      return [seen?.state, seen?.attempts, seen?.nextAttemptAt];
    };
    assert.deepEqual(await read(), ['NOT_SENT', 0, null]);
    await addAttempt(SHOP, 5, 1, { result: 'RETRY' });
    assert.deepEqual(await read(), ['NOT_SENT', 1, null], 'it has no address any more');
    await addAttempt(SHOP, 5, 2, { result: 'ACCEPTED' });
    assert.deepEqual(await read(), ['ACCEPTED', 2, null]);
    await addQueued(SHOP, 5, 2, { attempts: 1, earlier_attempts: 2 });
    assert.deepEqual(await read(), ['PENDING', 3, NOW]);
    await runSql(opened.database, 'update event_queue set is_leased = true');
    assert.deepEqual(await read(), ['PENDING', 3, null], 'it is being sent now');
    const { body } = (await findSeenEvent(opened.database, SHOP, idOf(5))) ?? assert.fail();
    assert.equal(body, `{"at":"${SHOP} 5"}`);
    assert.equal(await findSeenEvent(opened.database, OTHER, idOf(6)), undefined);
  });

  test('attempts of this event, in their order, the newest ones', async () => {
    for (const attempt of [1, 2, 3]) await addAttempt(SHOP, 5, attempt);
    await addAttempt(OTHER, 5, 4);
    await addAttempt(SHOP, 6, 5);
    const read = async (limit: number) =>
      (await listAttempts(opened.database, SHOP, idOf(5), limit)).map(({ attempt }) => attempt);
    assert.deepEqual(await read(10), [1, 2, 3]);
    assert.deepEqual(await read(2), [2, 3]);
  });

  test('events in the queue of this merchant are counted, with the oldest time', async () => {
    await addEvent(OTHER, 5, 1, NOW - 9);
    await addQueued(OTHER, 5, 1);
    const count = (limit = 10) => countPendingEvents(opened.database, SHOP, limit);
    assert.deepEqual(await count(), { count: 0, oldestAt: null });
    await addEvent(SHOP, 4, 1, NOW - 5);
    await addEvent(SHOP, 5, 2);
    await addEvent(SHOP, 6, 3, NOW + 5);
    await addQueued(SHOP, 6, 3);
    await addQueued(SHOP, 5, 2);
    assert.deepEqual(await count(), { count: 2, oldestAt: NOW });
    assert.equal((await count(1)).count, 1);
  });

  test('bad ends of this merchant since an event, that were not sent again', async () => {
    for (const merchant_id of [OTHER, SHOP]) {
      const row = { merchant_id, status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
      await add('merchants', row);
    }
    await addAttempt(OTHER, 8, 1);
    await addAttempt(SHOP, 4, 1);
    await addAttempt(SHOP, 5, 1);
    await addAttempt(OTHER, 5, 2, { result: 'ACCEPTED' });
    await addAttempt(SHOP, 6, 1, { result: 'ACCEPTED' });
    await addAttempt(SHOP, 7, 1, { result: 'RETRY' });
    // Sent again, and refused then.
    await addAttempt(SHOP, 8, 1);
    await addAttempt(SHOP, 8, 2, { result: 'REFUSED' });
    await addAttempt(SHOP, 9, 1);
    await addAttempt(SHOP, 9, 2, { result: 'ACCEPTED' });
    const counted = { refused: 1, failed: 1 };
    assert.deepEqual(await countBadEnds(opened.database, SHOP, idOf(5), 10), counted);
    const list = await listBadEnds(opened.database, idOf(5), { perMerchant: 10, limit: 10 });
    assert.deepEqual(list, [
      { merchantId: OTHER, refusedEvents: 0, failedEvents: 1 },
      { merchantId: SHOP, refusedEvents: 1, failedEvents: 1 },
    ]);
    const first = await listBadEnds(opened.database, idOf(5), { perMerchant: 1, limit: 1 });
    assert.deepEqual(first, list.slice(0, 1));
  });

  test('old attempts are shortened, each by its own key', async () => {
    const old = { started_at: isoTime(NOW), result: 'RETRY' };
    const recent = { started_at: isoTime(NOW + 1), result: 'RETRY' };
    await addAttempt(SHOP, 4, 1, { ...old, answer: '' });
    await addAttempt(SHOP, 5, 1, old);
    await addAttempt(SHOP, 5, 2, recent);
    await addAttempt(SHOP, 6, 1, recent);
    await addAttempt(OTHER, 5, 1, recent);
    await addAttempt(SHOP, 7, 1, { ...old, result: 'FAILED' });
    await addAttempt(SHOP, 7, 2, { ...recent, result: 'FAILED' });
    await addAttempt(SHOP, 8, 1, { ...recent, result: 'FAILED' });
    await addAttempt(OTHER, 7, 1, { ...recent, result: 'FAILED' });
    assert.equal(await shortenLog(opened.database, NOW, 10), 3);
    const text = `select merchant_id || ' ' || right(event_id::text, 1) || '/' || attempt as one
      from delivery_attempts`;
    const read = async (where: string) =>
      (await runSql<{ one: string }>(opened.database, `${text} where ${where} order by 1`)).map(
        ({ one }) => one,
      );
    assert.deepEqual(await read(`answer = ''`), [`${SHOP} 7/1`]);
    const kept = [`${OTHER} 5/1`, `${SHOP} 5/2`, `${SHOP} 6/1`];
    assert.deepEqual(await read(`result = 'RETRY'`), kept);
  });

  test('a receiver is removed when it was last used, to the millisecond, and alone', async () => {
    const news = { successAt: null, failureAt: null, cause: null, failures: 0 };
    const record = (merchantId: string, origin: string, at: number) =>
      recordReceivers(opened.database, [{ merchantId, origin, ...news }], at);
    await record(SHOP, 'https://a.example', NOW);
    await record(SHOP, 'https://b.example', NOW + 1);
    await record(OTHER, 'https://a.example', NOW + 1);
    assert.equal(await removeReceivers(opened.database, NOW - 1, 10), 0);
    assert.equal(await removeReceivers(opened.database, NOW, 10), 1);
    const text = `select merchant_id || ' ' || origin as one from receivers order by 1`;
    assert.deepEqual(await runSql(opened.database, text), [
      { one: `${OTHER} https://a.example` },
      { one: `${SHOP} https://b.example` },
    ]);
  });

  test('a success restarts the count of failures, other failures are added', async () => {
    const key = { merchantId: SHOP, origin: 'https://a.example' };
    const failed = { successAt: null, failureAt: NOW, cause: 'STATUS', failures: 2 } as const;
    const failures = async () => {
      const text = 'select consecutive_failures as failures from receivers';
      return (await runSql<{ failures: number }>(opened.database, text))[0]?.failures;
    };
    await recordReceivers(opened.database, [{ ...key, ...failed }], NOW);
    await recordReceivers(opened.database, [{ ...key, ...failed }], NOW);
    assert.equal(await failures(), 4);
    await recordReceivers(opened.database, [{ ...key, ...failed, successAt: NOW }], NOW);
    assert.equal(await failures(), 2);
  });
});
