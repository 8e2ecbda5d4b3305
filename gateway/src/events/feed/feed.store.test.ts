// Tests of the feed in the database, on both engines: pages, filters and states. On PostgreSQL also
// what commits late, what many writers commit at once, and what follows a restore.

import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import type { Queryable } from '../../storage/database.ts';
import type { EventRow } from '../event.ts';
import {
  insertAttempt,
  insertEvent,
  insertQueued,
  QUEUED_DUE_AT,
} from '@bramka/test/support/events/event-rows.ts';
import { findSeenEvent } from '../seen-event.store.ts';
import { readCursor, writeCursor, type Position } from './cursor.ts';
import { followHistory, sqlFeedStore, type FeedFilter, type FeedStore } from './feed.store.ts';
import { MAX_EXAMINED, readFeed, startOf } from './read-feed.ts';

const noFilter: FeedFilter = { paymentId: null, event: null, state: null };
let merchants = 1000;
const newMerchant = (): string => String((merchants += 1));

for (const engine of engines) {
  describe(`the feed on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let feed: FeedStore;
    before(async () => {
      opened = await engine.openWithTables();
      assert.equal(await followHistory(opened.database), true, 'the first epoch');
      feed = sqlFeedStore(opened.database);
    });
    after(() => opened.close());

    const add = (merchantId: string, rest: object = {}): Promise<EventRow> =>
      insertEvent(opened.database, { merchantId, ...rest });

    /** Follows the cursor until there is no more; fails if an event comes twice. */
    async function follow(merchantId: string, limit: number, from?: Position, filter = noFilter) {
      const seen: string[] = [];
      let after = from === undefined ? undefined : writeCursor(merchantId, from);
      for (let pages = 1; ; pages += 1) {
        const page = await readFeed(feed, { merchantId, after, limit, ...filter });
        assert.ok(page.events.length <= limit);
        seen.push(...page.events.map(({ eventId }) => eventId));
        after = writeCursor(merchantId, page.next);
        assert.equal(new Set(seen).size, seen.length, 'an event came twice');
        if (!page.hasMore) return { seen, pages, end: readCursor(merchantId, 'after', after) };
      }
    }

    test('pages have every event once, whatever their size', async () => {
      const merchantId = newMerchant();
      await add(newMerchant());
      const eventIds: string[] = [];
      for (let count = 0; count < 7; count += 1) eventIds.push((await add(merchantId)).eventId);
      for (const [limit, expected] of [
        [1, 7],
        [3, 3],
        [7, 1],
        [8, 1],
      ] as const) {
        const { seen, pages } = await follow(merchantId, limit);
        assert.deepEqual([seen, pages], [eventIds, expected]);
      }
      const { end } = await follow(merchantId, 7);
      assert.deepEqual((await follow(merchantId, 7, end)).seen, []);
      const later = await add(merchantId);
      assert.deepEqual((await follow(merchantId, 7, end)).seen, [later.eventId]);
    });

    test('a merchant without events has a cursor, and finds its first event with it', async () => {
      const merchantId = newMerchant();
      const { seen, end } = await follow(merchantId, 5);
      assert.deepEqual(seen, []);
      const first = await add(merchantId);
      assert.deepEqual((await follow(merchantId, 5, end)).seen, [first.eventId]);
    });

    test('events committed together are in the order of their ids', async () => {
      const merchantId = newMerchant();
      const eventIds: string[] = [];
      await opened.database.transaction(async (tx) => {
        for (let count = 0; count < 5; count += 1) {
          eventIds.push((await insertEvent(tx, { merchantId })).eventId);
        }
      });
      for (const limit of [1, 2, 5])
        assert.deepEqual((await follow(merchantId, limit)).seen, eventIds);
    });

    test('now is after everything committed and before everything else', async () => {
      const merchantId = newMerchant();
      await add(merchantId);
      const now = await startOf(feed, merchantId, 'after', undefined);
      assert.deepEqual((await follow(merchantId, 5, now)).seen, []);
      const next = await add(merchantId);
      assert.deepEqual((await follow(merchantId, 5, now)).seen, [next.eventId]);
    });

    test('a cursor that is later than everything is refused', async () => {
      const merchantId = newMerchant();
      const { order } = await startOf(feed, merchantId, 'after', undefined);
      const late = { order: order + 1000n, eventId: '0198c5d1-7b2a-7000-8000-000000000001' };
      const request = { merchantId, after: writeCursor(merchantId, late), limit: 1, ...noFilter };
      await assert.rejects(readFeed(feed, request), { code: 'CURSOR_INVALID' });
    });

    test('filters by payment, name and state; the state is the present one', async () => {
      const merchantId = newMerchant();
      const { database } = opened;
      const notSent = await add(merchantId);
      const { paymentId } = notSent;
      const pending = await add(merchantId, { paymentId, sequence: 2 });
      await insertQueued(database, pending, { attempts: 2 });
      await insertAttempt(database, pending, 1, 'RETRY');
      const refused = await add(merchantId, { event: 'REFUND_STATUS', paymentId, sequence: 3 });
      await insertAttempt(database, refused, 1, 'REFUSED');
      const accepted = await add(merchantId, { event: 'REFUND_STATUS' });
      await insertAttempt(database, accepted, 1, 'FAILED');
      await insertAttempt(database, accepted, 2, 'ACCEPTED');
      const failed = await add(merchantId);
      await insertAttempt(database, failed, 14, 'FAILED');
      const replayed = await add(merchantId);
      await insertAttempt(database, replayed, 1, 'FAILED');
      await insertQueued(database, replayed, { attempts: 0, earlierAttempts: 1 });
      // Its address was removed while it waited for the next attempt.
      const removed = await add(merchantId);
      await insertAttempt(database, removed, 1, 'RETRY');
      const cases: [Partial<FeedFilter>, EventRow[]][] = [
        [{ paymentId }, [notSent, pending, refused]],
        [{ event: 'REFUND_STATUS' }, [refused, accepted]],
        [{ event: 'ALIAS_STATUS' }, []],
        [{ state: 'NOT_SENT' }, [notSent, removed]],
        [{ state: 'PENDING' }, [pending, replayed]],
        [{ state: 'REFUSED' }, [refused]],
        [{ state: 'ACCEPTED' }, [accepted]],
        [{ state: 'FAILED' }, [failed]],
        [{ paymentId, state: 'REFUSED', event: 'REFUND_STATUS' }, [refused]],
        [{ paymentId, state: 'FAILED' }, []],
        [{ paymentId: accepted.paymentId }, [accepted]],
      ];
      for (const [filter, expected] of cases) {
        for (const limit of [1, 10]) {
          const { seen } = await follow(merchantId, limit, undefined, { ...noFilter, ...filter });
          assert.deepEqual(
            seen,
            expected.map(({ eventId }) => eventId),
            JSON.stringify(filter),
          );
        }
      }
      const request = { merchantId, after: undefined, limit: 10, ...noFilter };
      const states = (await readFeed(feed, request)).events.map((one) => [one.state, one.attempts]);
      const expected = ['NOT_SENT 0', 'PENDING 2', 'REFUSED 1', 'ACCEPTED 2', 'FAILED 14'];
      assert.deepEqual(
        states.map((one) => one.join(' ')),
        [...expected, 'PENDING 1', 'NOT_SENT 1'],
      );
    });

    test('pages show the same of an event as reading it alone', async () => {
      const merchantId = newMerchant();
      const { database } = opened;
      const [waiting, leased, ended] = [
        await add(merchantId),
        await add(merchantId),
        await add(merchantId),
      ];
      await insertQueued(database, waiting, { attempts: 3, earlierAttempts: 2 });
      await insertQueued(database, leased, { attempts: 0, isLeased: true });
      await insertAttempt(database, ended, 1, 'RETRY');
      const page = await readFeed(feed, { merchantId, after: undefined, limit: 9, ...noFilter });
      const found = page.events.map((one) => [one.state, one.attempts, one.nextAttemptAt]);
      assert.deepEqual(found, [
        ['PENDING', 5, QUEUED_DUE_AT],
        ['PENDING', 0, null],
        ['NOT_SENT', 1, null],
      ]);
      for (const { order, ...event } of page.events) {
        assert.ok(order > 0n);
        assert.deepEqual(event, await findSeenEvent(database, merchantId, event.eventId));
      }
    });

    test('a filter examines a bounded number of events, and the cursor goes on', async () => {
      const merchantId = newMerchant();
      await runSql(
        opened.database,
        `insert into events (merchant_id, event_id, payment_id, sequence, event, body, occurred_at)
         select $1, ('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
           ('01980000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 1, 'PAYMENT_STATUS', '{}',
           '2026-03-01T12:00:00Z' from generate_series(1, $2::int) n`,
        [merchantId, MAX_EXAMINED + 10],
      );
      const last = await add(merchantId, { event: 'REFUND_STATUS' });
      const filter: FeedFilter = { ...noFilter, event: 'REFUND_STATUS' };
      const request = { merchantId, after: undefined, limit: 5, ...filter };
      const first = await readFeed(feed, request);
      assert.deepEqual([first.events, first.hasMore], [[], true]);
      assert.equal(first.next.eventId, '01980000-0000-7000-8000-000000002000');
      const { seen, pages } = await follow(merchantId, 5, undefined, filter);
      assert.deepEqual([seen, pages], [[last.eventId], 2]);
    });

    test('one statement reads the next events of many readers', async () => {
      const [one, other, none] = [newMerchant(), newMerchant(), newMerchant()];
      const events = [await add(one), await add(other), await add(one), await add(one)];
      const start = { order: 0n, eventId: '00000000-0000-0000-0000-000000000000' };
      const readers = [one, other, none, one].map((merchantId) => ({ merchantId, after: start }));
      const pages = await feed.nextOf(readers, 2);
      const idsOf = (rows: readonly { eventId: string }[]) => rows.map(({ eventId }) => eventId);
      const [first, second, third] = idsOf(events);
      assert.deepEqual(pages.map(idsOf), [[first, third], [second], [], [first, third]]);
      const [at] = pages[0] ?? [];
      assert.deepEqual(at, {
        eventId: events[0]?.eventId,
        event: 'PAYMENT_STATUS',
        paymentId: events[0]?.paymentId,
        body: events[0]?.body,
        order: at?.order,
      });
      const rest = await feed.nextOf([{ merchantId: one, after: at ?? start }], 5);
      assert.deepEqual(rest.map(idsOf), [idsOf(events).slice(2)]);
      assert.deepEqual(await feed.nextOf([], 5), []);
    });

    test('a new epoch follows all events before it, and old cursors stay valid', async () => {
      const merchantId = newMerchant();
      const { database } = opened;
      assert.equal(await followHistory(database), false, 'nothing has changed');
      const before = await add(merchantId);
      // The reader has seen an event that the restored database does not have.
      const { order } = await startOf(feed, merchantId, 'after', undefined);
      const lost = { order: order + 5_000_000n, eventId: before.eventId };
      // Restored into another cluster: ids of transactions are far lower than those of the events.
      await runSql(database, `update event_epoch set history = 'another cluster'`);
      await runSql(
        database,
        `update events set commit_xid = commit_xid + 1000000 where merchant_id = $1`,
        [merchantId],
      );
      assert.ok((await feed.horizon()) > order + 2n ** 47n, 'reading begins the epoch');
      assert.equal(await followHistory(database), false);
      const next = await add(merchantId);
      assert.deepEqual((await follow(merchantId, 1)).seen, [before.eventId, next.eventId]);
      assert.deepEqual((await follow(merchantId, 5, lost)).seen, [next.eventId]);
    });
  });
}

describe('late commits on PostgreSQL', { skip: engines[1]?.skip }, () => {
  let opened: OpenEngine;
  before(async () => {
    opened = (await engines[1]?.openWithTables()) as OpenEngine;
    await followHistory(opened.database);
  });
  after(() => opened.close());

  /** Inserts in a transaction that stays open until `end` is called, or the test has ended. */
  async function hold(test: TestContext, merchantId: string) {
    const on = opened.node();
    const held = Promise.withResolvers<EventRow>();
    const gate = Promise.withResolvers<void>();
    test.after(() => gate.resolve());
    const done = on.transaction(async (tx: Queryable) => {
      held.resolve(await insertEvent(tx, { merchantId }));
      await gate.promise;
    });
    const row = await held.promise;
    return { row, end: () => (gate.resolve(), done) };
  }

  test('an event that commits late is not missed by a reader that follows', async (context) => {
    const merchantId = newMerchant();
    const feed = sqlFeedStore(opened.database);
    const readAfter = async (after: string | undefined) => {
      const page = await readFeed(feed, { merchantId, after, limit: 10, ...noFilter });
      const seen = page.events.map(({ eventId }) => eventId);
      return { seen, next: writeCursor(merchantId, page.next) };
    };
    const early = await insertEvent(opened.database, { merchantId });
    const late = await hold(context, merchantId);
    const after = await insertEvent(opened.database, { merchantId });
    const first = await readAfter(undefined);
    assert.deepEqual(first.seen, [early.eventId], 'what follows an open transaction waits');
    const now = writeCursor(merchantId, await startOf(feed, merchantId, 'after', undefined));
    await late.end();
    assert.deepEqual((await readAfter(first.next)).seen, [late.row.eventId, after.eventId]);
    assert.deepEqual((await readAfter(now)).seen, [late.row.eventId, after.eventId]);
  });

  test('a new epoch waits for transactions that have written events', async (context) => {
    const merchantId = newMerchant();
    const { database } = opened;
    const late = await hold(context, merchantId);
    await runSql(database, `update event_epoch set history = 'another timeline'`);
    const renewed = followHistory(opened.node());
    await late.end();
    assert.equal(await renewed, true);
    const feed = sqlFeedStore(database);
    const next = await insertEvent(database, { merchantId });
    const page = await readFeed(feed, { merchantId, after: undefined, limit: 10, ...noFilter });
    const [one, two] = page.events;
    assert.deepEqual([one?.eventId, two?.eventId], [late.row.eventId, next.eventId]);
    assert.ok((two?.order ?? 0n) - (one?.order ?? 0n) > 2n ** 47n);
  });

  test('many writers on two connections: a reader gets each event once', async () => {
    const merchantId = newMerchant();
    const writers = [opened.node(), opened.node()];
    const eventIds = new Set<string>();
    let writing = 16;
    const write = async (place: number): Promise<void> => {
      const node = writers[place % 2] as OpenEngine['database'];
      for (let round = 0; round < 25; round += 1) {
        await node.transaction(async (tx) => {
          for (let count = 0; count <= (place + round) % 3; count += 1) {
            eventIds.add((await insertEvent(tx, { merchantId })).eventId);
          }
          if (round % 5 === 0) await runSql(tx, 'select pg_sleep(0.01)');
        });
      }
      writing -= 1;
    };
    const all = Promise.all(Array.from({ length: 16 }, (_, place) => write(place)));
    const feed = sqlFeedStore(opened.database);
    const seen: string[] = [];
    for (let after: string | undefined, isLast = false; ;) {
      const isDone = writing === 0;
      const page = await readFeed(feed, { merchantId, after, limit: 7, ...noFilter });
      seen.push(...page.events.map(({ eventId }) => eventId));
      after = writeCursor(merchantId, page.next);
      if (isLast && !page.hasMore) break;
      isLast = isDone;
    }
    await all;
    assert.equal(seen.length, eventIds.size);
    assert.deepEqual(new Set(seen), eventIds);
  });
});
