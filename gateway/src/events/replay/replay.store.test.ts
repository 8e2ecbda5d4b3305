// Tests of replays on both engines: which events are put into the queue again, in which order they
// become due, pages of exactly their limit, and what is never replayed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { isoTime } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import { migrate, readMigrations } from '../../storage/migrate.ts';
import type { DeliveryResult } from '../delivery-attempt.ts';
import type { DeliveryState } from '../meanings.ts';
import { findSeenEvent, listAttempts } from '../seen-event.store.ts';
import { replayEvent, replayEvents, type ReplayFilter, type ReplayPage } from './replay.store.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const NOW = AT + 3_600_000;
const NAME = 'PAYMENT_STATUS';

/** The id of an event that happened so many milliseconds after AT. */
const idAt = (ms: number): string => firstIdAt(AT + ms).replace('-0000-0000-', '-7000-8000-');
const every: DeliveryState[] = ['PENDING', 'ACCEPTED', 'REFUSED', 'FAILED', 'NOT_SENT'];
const page: ReplayPage = { after: idAt(-1), below: idAt(1e9), limit: 1000, reads: 10_000 };

interface Made {
  readonly paymentId?: string;
  readonly sequence?: number;
  readonly results?: readonly DeliveryResult[];
  /** In the queue: minutes until it is due, and whether a node holds it. */
  readonly queued?: { readonly dueMs: number; readonly isLeased?: boolean };
}

for (const engine of engines) {
  describe(`replays on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let merchants = 5000;
    before(async () => {
      opened = await engine.open();
      const folder = new URL('../../../migrations/', import.meta.url);
      await migrate(opened.database, readMigrations(folder), '2026-03-01T12:00:00.000Z');
    });
    after(() => opened.close());

    const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
      runSql<Row>(opened.database, text, values);

    /** A merchant with its own events, and what a test asks about them. */
    function merchant() {
      const merchantId = String((merchants += 1));
      const filter: ReplayFilter = {
        merchantId,
        from: AT,
        to: AT + 1e6,
        states: every,
        events: [NAME],
        hasUrl: true,
      };
      return {
        merchantId,
        add: async (ms: number, made: Made = {}): Promise<string> => {
          const { paymentId = idAt(ms), sequence = 1, results = [], queued } = made;
          const eventId = idAt(ms);
          await sql(
            `insert into events (merchant_id, event_id, payment_id, sequence, event, body,
               occurred_at) values ($1, $2, $3, $4, $5, '{}', $6)`,
            [merchantId, eventId, paymentId, sequence, NAME, isoTime(AT + ms)],
          );
          for (const [place, result] of results.entries()) {
            await sql(
              `insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at,
                 duration_ms, result, cause, http_status, answer)
               values ($1, $2, $3, 'https://shop.example', $4, 1, $5, 'STATUS', 500, 'no')`,
              [merchantId, eventId, place + 1, isoTime(AT), result],
            );
          }
          if (queued) {
            await sql(
              `insert into event_queue (merchant_id, payment_id, sequence, event_id,
                 has_notify_url, due_at, attempts, earlier_attempts, is_leased, lease)
               values ($1, $2, $3, $4, false, $5, $6, 0, $7, 3)`,
              [
                merchantId,
                paymentId,
                sequence,
                eventId,
                isoTime(NOW + queued.dueMs),
                results.length,
                queued.isLeased ?? false,
              ],
            );
          }
          return eventId;
        },
        replay: (change: Partial<ReplayFilter> = {}, at: Partial<ReplayPage> = {}) =>
          replayEvents(opened.database, { ...filter, ...change }, { ...page, ...at }, null, NOW),
        replayOf: (
          paymentId: string,
          change: Partial<ReplayFilter> = {},
          at: Partial<ReplayPage> = {},
        ) =>
          replayEvents(
            opened.database,
            { ...filter, ...change },
            { ...page, ...at },
            paymentId,
            NOW,
          ),
        replayOne: (eventId: string, hasUrl = true) =>
          replayEvent(opened.database, { merchantId, hasUrl }, eventId, NOW),
        seen: (eventId: string) => findSeenEvent(opened.database, merchantId, eventId),
        queue: async () => {
          const rows = await sql<{ row: string }>(
            `select jsonb_build_array(event_id, attempts, earlier_attempts, is_leased, lease,
               has_notify_url, extract(epoch from due_at - $2::timestamptz))::text as row
             from event_queue where merchant_id = $1 order by event_id`,
            [merchantId, isoTime(NOW)],
          );
          return rows.map(({ row }) => JSON.parse(row) as unknown);
        },
      };
    }

    test('the state follows from the queue and the last attempt', async () => {
      const { add, seen } = merchant();
      const states: [Made, DeliveryState, number, number | null][] = [
        [{}, 'NOT_SENT', 0, null],
        [{ results: ['RETRY'] }, 'NOT_SENT', 1, null],
        [{ results: ['RETRY', 'ACCEPTED'] }, 'ACCEPTED', 2, null],
        [{ results: ['REFUSED'] }, 'REFUSED', 1, null],
        [{ results: ['RETRY', 'FAILED'] }, 'FAILED', 2, null],
        [{ results: ['RETRY'], queued: { dueMs: 5000 } }, 'PENDING', 1, NOW + 5000],
        [{ queued: { dueMs: 5000, isLeased: true } }, 'PENDING', 0, null],
      ];
      for (const [place, [made, state, attempts, next]] of states.entries()) {
        const found = await seen(await add(place, made));
        assert.deepEqual(
          [found?.state, found?.attempts, found?.nextAttemptAt],
          [state, attempts, next],
        );
      }
    });

    test('an event is due now with a new count, and its attempts stay', async () => {
      const { merchantId, add, replayOne, queue, seen } = merchant();
      const eventId = await add(1, { results: ['RETRY', 'RETRY', 'FAILED'] });
      assert.equal(await replayOne(eventId), true);
      assert.deepEqual(await queue(), [[eventId, 0, 3, false, 4000, false, 0]]);
      const pending = await seen(eventId);
      assert.deepEqual([pending?.state, pending?.attempts], ['PENDING', 3]);
      assert.equal(await replayOne(eventId), true);
      assert.equal((await queue()).length, 1, 'once');
      const attempts = await listAttempts(opened.database, merchantId, eventId, 2);
      assert.deepEqual(
        attempts.map(({ attempt, result, answer }) => [attempt, result, answer]),
        [
          [2, 'RETRY', 'no'],
          [3, 'FAILED', 'no'],
        ],
      );
      assert.equal(await replayOne(idAt(2)), false, 'no such event');
      const other = merchant();
      assert.equal(await other.replayOne(eventId), false, 'of another merchant');
    });

    test('a waiting event becomes due with the earlier ones of its payment', async () => {
      const { add, replayOne, queue } = merchant();
      const paymentId = idAt(1);
      const waits = (dueMs: number, isLeased = false) => ({ queued: { dueMs, isLeased } });
      const ids = [
        await add(1, { paymentId, sequence: 1, ...waits(60_000) }),
        await add(2, { paymentId, sequence: 2, ...waits(60_000) }),
        await add(3, { paymentId, sequence: 3, ...waits(60_000) }),
        await add(4, waits(60_000)),
        await add(5, waits(60_000, true)),
      ];
      await replayOne(ids[1] ?? '');
      await replayOne(ids[4] ?? '');
      const due = (await queue()).map((row) => (row as unknown[]).at(-1));
      assert.deepEqual(due, [0, 0, 60, 60, 60], 'not the later, not others, not one being sent');
    });

    test('without an address only payments with their own are replayed', async () => {
      const { merchantId, add, replay, replayOne, queue } = merchant();
      const [without, withOwn] = [await add(1), await add(2)];
      await sql(
        `insert into payments select (jsonb_populate_record(null::payments, to_jsonb(p) ||
           jsonb_build_object('merchant_id', $1::text, 'payment_id', $2::text,
             'status', 'NEW', 'refused_tries', 0, 'refused_at', null, 'has_notify_url', true))).*
         from (select ${await defaults('payments')}) p`,
        [merchantId, withOwn],
      );
      assert.equal(await replayOne(without, false), false);
      assert.deepEqual(await queue(), []);
      assert.deepEqual(await replay({ hasUrl: false }), { count: 1, last: null });
      assert.deepEqual(await queue(), [[withOwn, 0, 0, false, 1000, true, 0]]);
      assert.equal(await replayOne(withOwn, false), true);
    });

    test('the filter compares the exact time, the state and the name', async () => {
      const { add, replay, replayOf, queue } = merchant();
      const ids = [
        await add(9, { results: ['FAILED'] }),
        await add(10, { results: ['REFUSED'] }),
        await add(19, { results: ['ACCEPTED'] }),
        await add(20, { results: ['FAILED'] }),
      ];
      const range = { from: AT + 10, to: AT + 20 };
      assert.deepEqual(await replay({ ...range, events: ['TEST'] }), { count: 0, last: null });
      assert.deepEqual(await replay({ ...range, states: ['FAILED'] }), { count: 0, last: null });
      assert.deepEqual(await queue(), []);
      assert.equal((await replay(range)).count, 2);
      const queued = (await queue()).map((row) => (row as unknown[])[0]);
      assert.deepEqual(queued, [ids[1], ids[2]]);
      assert.equal((await replayOf(idAt(9))).count, 1);
      assert.equal((await queue()).length, 3);
    });

    test('a page has at most its limit, and the next one goes on after it', async () => {
      const { add, replay, queue } = merchant();
      const ids: string[] = [];
      for (let ms = 1; ms <= 5; ms += 1) ids.push(await add(ms, { results: ['FAILED'] }));
      const first = await replay({ states: ['FAILED'] }, { limit: 2 });
      assert.deepEqual(first, { count: 2, last: ids[1] });
      const second = await replay({ states: ['FAILED'] }, { limit: 2, after: ids[1] ?? '' });
      assert.deepEqual(second, { count: 2, last: ids[3] });
      const third = await replay({ states: ['FAILED'] }, { limit: 2, after: ids[3] ?? '' });
      assert.deepEqual(third, { count: 1, last: null });
      assert.equal((await queue()).length, 5);
    });

    test('a filter that few match reads a bounded number of events', async () => {
      const { add, replay } = merchant();
      for (let ms = 1; ms <= 4; ms += 1) await add(ms, { results: ['ACCEPTED'] });
      const last = await add(5, { results: ['FAILED'] });
      const states: DeliveryState[] = ['FAILED'];
      assert.deepEqual(await replay({ states }, { reads: 3 }), { count: 0, last: idAt(3) });
      const rest = await replay({ states }, { reads: 3, after: idAt(3) });
      assert.deepEqual([rest, last], [{ count: 1, last: null }, idAt(5)]);
    });

    /** A valid row of the table, without knowing its columns. */
    async function defaults(table: string): Promise<string> {
      const columns = await sql<{ name: string; type: string; required: boolean }>(
        `select column_name as name, data_type as type, is_nullable = 'NO' as required
         from information_schema.columns where table_name = $1 and table_schema = 'public'`,
        [table],
      );
      const value = (type: string): string =>
        type === 'timestamp with time zone'
          ? `'${isoTime(AT)}'`
          : type === 'boolean'
            ? 'false'
            : type === 'text'
              ? `'PLN'`
              : '1';
      return columns
        .filter(({ required, type }) => required && type !== 'uuid')
        .map(({ name, type }) => `${value(type)}::${type} as ${name}`)
        .join(', ');
    }

    test('a replay of one payment has every filter of a range', async () => {
      const rows: [change: Partial<ReplayFilter>, at: Partial<ReplayPage>, expected: number[]][] = [
        [{}, {}, [10, 20, 30]],
        [{}, { after: idAt(10) }, [20, 30]],
        [{}, { below: idAt(30) }, [10, 20]],
        [{ from: AT + 20 }, {}, [20, 30]],
        [{ to: AT + 30 }, {}, [10, 20]],
        [{ states: ['FAILED'] }, {}, [20]],
        [{ events: ['TEST'] }, {}, []],
        [{ hasUrl: false }, {}, []],
        [{}, { limit: 1 }, [10]],
      ];
      for (const [change, at, expected] of rows) {
        const [own, other] = [merchant(), merchant()];
        const paymentId = idAt(10);
        for (const [place, ms] of [10, 20, 30].entries()) {
          const results = [ms === 20 ? 'FAILED' : 'ACCEPTED'] as const;
          await own.add(ms, { paymentId, sequence: place + 1, results });
        }
        await own.add(40, { results: ['ACCEPTED'] });
        await other.add(20, { paymentId, sequence: 2, results: ['FAILED'] });
        const { count } = await own.replayOf(paymentId, change, at);
        const ids = (await own.queue()).map((row) => (row as [string])[0]);
        assert.deepEqual([count, ids], [expected.length, expected.map(idAt)]);
        assert.deepEqual(await other.queue(), []);
      }
    });

    test('what waits before a replayed event becomes due, nothing else', async () => {
      const chosen = { after: idAt(29), below: idAt(31) };
      const ways: ((of: ReturnType<typeof merchant>) => Promise<unknown>)[] = [
        (of) => of.replay({}, chosen),
        (of) => of.replayOf(idAt(10), {}, chosen),
        (of) => of.replayOne(idAt(30)),
      ];
      for (const replay of ways) {
        const [own, other] = [merchant(), merchant()];
        const paymentId = idAt(10);
        for (const one of [own, other]) {
          await one.add(10, { paymentId, sequence: 1, queued: { dueMs: 5000 } });
        }
        await own.add(15, { paymentId, sequence: 2, queued: { dueMs: 5000, isLeased: true } });
        await own.add(20, { paymentId, sequence: 3, queued: { dueMs: -5000 } });
        await own.add(30, { paymentId, sequence: 4, queued: { dueMs: 5000 } });
        await own.add(40, { paymentId, sequence: 5, queued: { dueMs: 5000 } });
        await own.add(50, { paymentId: idAt(50), sequence: 1, queued: { dueMs: 5000 } });
        await replay(own);
        const dueIn = async (of: typeof own) =>
          (await of.queue()).map((row) => Number((row as unknown[])[6]));
        assert.deepEqual(await dueIn(own), [0, 5, -5, 0, 5, 5]);
        assert.deepEqual(await dueIn(other), [5]);
      }
    });
  });
}
