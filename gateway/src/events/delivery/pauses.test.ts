// Tests of receivers that fail for days: a pause postpones events, and each of them gets the
// requests of its schedule. And of events that waited too long for a place.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { DeliveryAnswer } from '../egress/answer.ts';
import type { Delivery } from './deliver.ts';
import { JITTER, pausesMs } from './schedule.ts';
import { commitEvents, paymentEvent } from './testing/commit-events.ts';
import { deliveryNode, settle, status, type Answer } from './testing/delivery-node.ts';

const TIMEOUT_MS = 10_000;
const timeout: DeliveryAnswer = { cause: 'TIMEOUT', answer: 'none', durationMs: TIMEOUT_MS };

interface QueueRow {
  readonly due: number;
  readonly is_leased: boolean;
  readonly attempts: number;
}

for (const engine of engines) {
  describe(`failing receivers on the ${engine.name} database`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, seededRandom(7));
    let opened: OpenEngine;
    /** When each event was sent, by its payment. */
    let sentAt: Map<string, number[]>;
    let answer: () => Answer;

    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(async () => {
      await runSql(opened.database, 'truncate events, event_queue, delivery_attempts');
      sentAt = new Map();
    });

    const node = (): Delivery =>
      deliveryNode({
        database: opened.database,
        clock,
        onSend: ({ body }) => {
          const { paymentId } = JSON.parse(body) as { paymentId: string };
          sentAt.set(paymentId, [...(sentAt.get(paymentId) ?? []), clock.now()]);
          return answer();
        },
      });
    /** One event for each of so many payments. */
    const commit = async (count: number) => {
      const events = Array.from({ length: count }, () =>
        paymentEvent(clock.now(), { eventId: ids.next(), paymentId: ids.next(), sequence: 1 }),
      );
      return commitEvents(opened.database, events);
    };
    const queue = () =>
      runSql<QueueRow>(
        opened.database,
        `select (extract(epoch from due_at) * 1000)::float8 as due, is_leased, attempts
         from event_queue order by due_at`,
      );
    /** One payment after the other; the receiver answers none, and is paused after five. */
    const hang = async (delivery: Delivery, count: number): Promise<void> => {
      answer = () => {
        clock.advance(TIMEOUT_MS);
        return timeout;
      };
      for (let number = 0; number < count; number += 1) {
        delivery.offer(await commit(1));
        await settle(delivery);
      }
    };
    /** Goes from one due time to the next until the queue is empty. */
    const runOut = async (delivery: Delivery): Promise<void> => {
      for (let [next] = await queue(); next; [next] = await queue()) {
        clock.advance(Math.max(0, next.due - clock.now()));
        await delivery.claim();
        await settle(delivery);
      }
    };
    const recorded = () =>
      runSql(
        opened.database,
        `select min(attempt) as first, max(attempt) as last, count(*)::integer as count,
           string_agg(distinct cause, ',') as causes,
           count(*) filter (where result = 'FAILED')::integer as failed
         from delivery_attempts group by event_id`,
      );
    /** Each request follows the one before after its pause, and not much later. */
    const assertSchedule = (late: (pauseMs: number) => number): void => {
      for (const times of sentAt.values()) {
        assert.equal(times.length, pausesMs.length + 1);
        pausesMs.forEach((pauseMs, place) => {
          const gapMs = (times[place + 1] ?? 0) - (times[place] ?? 0);
          const most = pauseMs * (1 + JITTER) + late(pauseMs);
          assert.ok(gapMs >= pauseMs && gapMs <= most, `attempt ${place + 2} after ${gapMs} ms`);
        });
      }
    };

    test('a receiver that refuses quickly gets all 14 requests at their times', async () => {
      const delivery = node();
      answer = () => status(503);
      delivery.offer(await commit(10));
      await settle(delivery);
      await runOut(delivery);
      assert.equal(sentAt.size, 10);
      assertSchedule(() => 1);
      const all = { first: 1, last: 14, count: 14, causes: 'STATUS', failed: 1 };
      assert.deepEqual(await recorded(), Array<object>(10).fill(all));
    });

    test('a pause of a hanging receiver postpones events and uses up no attempt', async () => {
      const delivery = node();
      await hang(delivery, 6);
      const started = await queue();
      const tries = started.map(({ attempts }) => attempts).toSorted((a, b) => a - b);
      assert.deepEqual(tries, [0, 1, 1, 1, 1, 1], 'the sixth is postponed');
      await runOut(delivery);
      assert.equal(sentAt.size, 6);
      // A turn is a request and a pause. At first each of the six is due three times within 80 s,
      // later each of them waits for one turn of the others at most.
      const turnMs = 2 * TIMEOUT_MS * (1 + JITTER);
      assertSchedule((pauseMs) => (pauseMs < 15 * 60_000 ? 3 * 6 : 6) * turnMs);
      const all = { first: 1, last: 14, count: 14, causes: 'TIMEOUT', failed: 1 };
      assert.deepEqual(await recorded(), Array<object>(6).fill(all));
    });

    test('postponed events are sent when the receiver answers again', async () => {
      const delivery = node();
      await hang(delivery, 8);
      answer = () => status(200);
      await runOut(delivery);
      const counts = [...sentAt.values()].map(({ length }) => length);
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        [1, 1, 1, 2, 2, 2, 2, 2],
      );
    });

    for (const [waitedMs, isSent] of [
      [30_000, true],
      [30_001, false],
    ] as const) {
      const end = isSent ? 'is sent' : 'is put back';
      test(`an event that waited ${waitedMs} ms for a place ${end}`, async () => {
        const delivery = node();
        const slow = Promise.withResolvers<DeliveryAnswer>();
        answer = () => slow.promise;
        delivery.offer(await commit(5));
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(sentAt.size, 4, 'a new receiver has four places');
        clock.advance(waitedMs);
        answer = () => status(200);
        slow.resolve(status(200));
        await settle(delivery);
        assert.equal(sentAt.size, isSent ? 5 : 4);
        const back = { due: clock.now(), is_leased: false, attempts: 0 };
        assert.deepEqual(await queue(), isSent ? [] : [back]);
        // It has left its place: four others have one.
        await delivery.claim();
        await settle(delivery);
        assert.deepEqual([sentAt.size, await queue()], [5, []]);
        assert.equal(delivery.inFlight(), 0);
      });
    }
  });
}
