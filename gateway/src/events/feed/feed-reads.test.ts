// Tests of what the feed reads: only events of this merchant below the horizon, with their own
// state. Another merchant has events with the same ids, of the same payment.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import type { Position } from './cursor.ts';
import { followHistory, sqlFeedStore, type FeedEvent, type FeedStore } from './feed.store.ts';

const [SHOP, OTHER] = ['1001', '1000'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const FIRST: Position = { order: 0n, eventId: idOf(0) };

describe('what the feed reads', () => {
  let opened: OpenEngine;
  let feed: FeedStore;
  before(async () => {
    opened = await anyEngine.openWithTables();
    await followHistory(opened.database);
    feed = sqlFeedStore(opened.database);
    // The shop's events: one that was sent, one that failed, one in the queue.
    for (const merchant_id of [OTHER, SHOP]) {
      for (const place of [1, 2, 3]) {
        const key = { merchant_id, event_id: idOf(place), payment_id: idOf(9), sequence: place };
        const body = `{"of":"${merchant_id} ${String(place)}"}`;
        await addRow(opened.database, 'events', { ...key, event: 'PAYMENT_STATUS', body });
      }
    }
    await attempt(SHOP, 1, 'ACCEPTED');
    await attempt(SHOP, 2, 'FAILED');
    await queue(SHOP, 3, true);
    // Of the other merchant each event is in another state.
    await queue(OTHER, 1, false);
    await attempt(OTHER, 2, 'ACCEPTED', 2);
    await attempt(OTHER, 3, 'FAILED');
  });
  after(() => opened?.close());
  const attempt = (merchant_id: string, place: number, result: string, number = 1) =>
    addRow(opened.database, 'delivery_attempts', {
      merchant_id,
      event_id: idOf(place),
      attempt: number,
      result,
      cause: 'STATUS',
      http_status: 200,
    });
  const queue = (merchant_id: string, place: number, is_leased: boolean) =>
    addRow(opened.database, 'event_queue', {
      merchant_id,
      event_id: idOf(place),
      payment_id: idOf(9),
      sequence: place,
      attempts: 0,
      earlier_attempts: 0,
      is_leased,
    });
  const shown = (events: readonly FeedEvent[]) =>
    events.map(({ body, state, nextAttemptAt }) => {
      const { of } = JSON.parse(body) as { of: string };
      return `${of} ${state}${nextAttemptAt === null ? '' : ' due'}`;
    });
  const all = [`${SHOP} 1 ACCEPTED`, `${SHOP} 2 FAILED`, `${SHOP} 3 PENDING`];

  test('every way to read has the events of this merchant with their own state', async () => {
    const page = { after: FIRST, horizon: await feed.horizon(), limit: 10 };
    assert.deepEqual(shown(await feed.page(SHOP, page)), all);
    assert.deepEqual(shown(await feed.ofPayment(SHOP, idOf(9), page)), all);
    assert.deepEqual(shown(await feed.inState(SHOP, 'FAILED', page)), [all[1]]);
    assert.deepEqual(shown(await feed.inState(SHOP, 'PENDING', page)), [all[2]]);
    assert.deepEqual(shown(await feed.inState(SHOP, 'REFUSED', page)), []);
    assert.deepEqual(shown(await feed.inState(OTHER, 'PENDING', page)), [`${OTHER} 1 PENDING due`]);
    const [stream] = await feed.nextOf([{ merchantId: SHOP, after: FIRST }], 10);
    assert.deepEqual(
      stream?.map(({ eventId }) => eventId),
      [idOf(1), idOf(2), idOf(3)],
    );
  });

  test('an event at the horizon is not read yet', async () => {
    const rows = await runSql<{ order: bigint }>(
      opened.database,
      `select commit_xid as "order" from events where merchant_id = $1 order by event_id`,
      [SHOP],
    );
    const horizon = rows[2]?.order ?? assert.fail();
    const page = { after: FIRST, horizon, limit: 10 };
    assert.deepEqual(shown(await feed.page(SHOP, page)), all.slice(0, 2));
    assert.deepEqual(shown(await feed.ofPayment(SHOP, idOf(9), page)), all.slice(0, 2));
    assert.deepEqual(shown(await feed.inState(SHOP, 'PENDING', page)), []);
    assert.deepEqual(shown(await feed.inState(SHOP, 'FAILED', page)), [all[1]]);
  });
});
