// Tests of the delivery on both databases: order, schedule, leases, two nodes, what is stored.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { DeliveryAnswer } from '../egress/answer.ts';
import type { EventRow } from '../event.ts';
import type { Delivery } from './deliver.ts';
import { commitEvents, merchantId, paymentEvent } from './testing/commit-events.ts';
import {
  deliveryNode,
  settle,
  status,
  type Answer,
  type SentEvent,
} from './testing/delivery-node.ts';

for (const engine of engines) {
  describe(`deliveries on the ${engine.name} database`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, seededRandom(7));
    let opened: OpenEngine;
    let sent: SentEvent[];
    let answer: (body: { sequence: number; paymentId: string }) => Answer;
    let results: string[];
    let hasUrl: boolean;

    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(async () => {
      await runSql(opened.database, 'truncate events, event_queue, delivery_attempts');
      sent = [];
      results = [];
      hasUrl = true;
      answer = () => status(200);
    });

    const node = (): Delivery =>
      deliveryNode({
        database: opened.database,
        clock,
        hasUrl: () => hasUrl,
        onSend: (event) => {
          sent.push(event);
          return answer(JSON.parse(event.body) as never);
        },
        onResult: (result) => void results.push(result),
      });

    const newEvent = (paymentId: string, sequence: number) =>
      paymentEvent(clock.now(), { eventId: ids.next(), paymentId, sequence });
    const commit = (...events: EventRow[]) => commitEvents(opened.database, events);
    const sequences = (): number[] =>
      sent.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    const queue = () =>
      runSql<{ sequence: number; due_in: number; is_leased: boolean; attempts: number }>(
        opened.database,
        `select sequence, (extract(epoch from due_at) * 1000)::float8 as due_in, is_leased,
           attempts from event_queue order by payment_id, sequence`,
      );

    /** Once no row is leased: the sequence of each, and in how many milliseconds it is due. */
    const released = async (tries = 500): Promise<string[]> => {
      const rows = await queue();
      if (tries > 0 && rows.some((row) => row.is_leased)) return released(tries - 1);
      return rows.map(({ sequence, due_in }) => `${sequence}: ${due_in - clock.now()}`);
    };
    test('sends what this node commits at once, in order, and empties the queue', async () => {
      const delivery = node();
      const paymentId = ids.next();
      const [first, second, third] = [1, 2, 3].map((number) => newEvent(paymentId, number));
      delivery.offer(await commit(first as EventRow, second as EventRow));
      await settle(delivery);
      delivery.offer(await commit(third as EventRow));
      await settle(delivery);
      assert.deepEqual(
        sent.map(({ body }) => body),
        [first?.body, second?.body, third?.body],
      );
      assert.equal(sent[0]?.headers['webhook-id'], first?.eventId);
      assert.deepEqual(await queue(), []);
      assert.deepEqual(results, ['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
      const attempts = await runSql(
        opened.database,
        `select event_id, attempt, url, duration_ms, result, cause, http_status, answer
         from delivery_attempts order by event_id`,
      );
      assert.deepEqual(attempts[0], {
        event_id: first?.eventId,
        attempt: 1,
        url: 'https://shop.example/PAYMENT_STATUS',
        duration_ms: 3,
        result: 'ACCEPTED',
        cause: 'STATUS',
        http_status: 200,
        answer: 'answer 200',
      });
      assert.equal(attempts.length, 3);
    });

    test('the next event is sent only after the result of the one before', async () => {
      const delivery = node();
      const paymentId = ids.next();
      const first = Promise.withResolvers<DeliveryAnswer>();
      answer = ({ sequence }) => (sequence === 1 ? first.promise : status(200));
      delivery.offer(await commit(newEvent(paymentId, 1)));
      delivery.offer(await commit(newEvent(paymentId, 2)));
      delivery.offer(await commit(newEvent(ids.next(), 1)));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(sequences(), [1, 1], 'another payment is not held up');
      first.resolve(status(200));
      await settle(delivery);
      assert.deepEqual(sequences(), [1, 1, 2]);
    });

    test('a retry holds up the later events of its payment until it is due', async () => {
      const delivery = node();
      const paymentId = ids.next();
      answer = () => status(500);
      delivery.offer(await commit(newEvent(paymentId, 1), newEvent(paymentId, 2)));
      await settle(delivery);
      delivery.offer(await commit(newEvent(paymentId, 3)));
      await settle(delivery);
      assert.deepEqual(sequences(), [1]);
      const rows = await queue();
      assert.deepEqual(
        rows.map(({ sequence, is_leased, attempts }) => ({ sequence, is_leased, attempts })),
        [
          { sequence: 1, is_leased: false, attempts: 1 },
          { sequence: 2, is_leased: false, attempts: 0 },
          { sequence: 3, is_leased: false, attempts: 0 },
        ],
      );
      assert.equal(new Set(rows.map(({ due_in }) => due_in)).size, 1, 'all are due together');
      const dueInMs = (rows[0]?.due_in ?? 0) - clock.now();
      assert.ok(dueInMs >= 5000 && dueInMs <= 5500, String(dueInMs));
      clock.advance(dueInMs - 1);
      assert.equal(await delivery.claim(), 0);
      clock.advance(1);
      answer = () => status(204);
      assert.equal(await delivery.claim(), 3);
      await settle(delivery);
      assert.deepEqual(sequences(), [1, 1, 2, 3]);
      assert.deepEqual(await queue(), []);
    });

    test('a refusal and the end of the schedule let the next event go', async () => {
      const delivery = node();
      const paymentId = ids.next();
      answer = ({ sequence }) => status(sequence === 1 ? 404 : sequence === 2 ? 500 : 200);
      delivery.offer(await commit(...[1, 2, 3].map((number) => newEvent(paymentId, number))));
      await settle(delivery);
      for (let count = 0; count < 13; count += 1) {
        clock.advance(26.5 * 60 * 60 * 1000);
        assert.ok((await delivery.claim()) > 0, `attempt ${count + 2}`);
        await settle(delivery);
      }
      assert.deepEqual(sequences(), [1, ...Array<number>(14).fill(2), 3]);
      const retries = Array<string>(13).fill('RETRY');
      assert.deepEqual(results, ['REFUSED', ...retries, 'FAILED', 'ACCEPTED']);
      assert.deepEqual(await queue(), []);
    });

    test('without an address nothing is sent and nothing stays in the queue', async () => {
      hasUrl = false;
      const delivery = node();
      delivery.offer(await commit(newEvent(ids.next(), 1)));
      await settle(delivery);
      assert.deepEqual([sent, await queue(), results], [[], [], []]);
    });

    test('what a dead node left behind is claimed when its lease has ended', async () => {
      const paymentId = ids.next();
      await commit(newEvent(paymentId, 1), newEvent(paymentId, 2));
      const other = node();
      clock.advance(59_999);
      assert.equal(await other.claim(), 0);
      clock.advance(1);
      assert.equal(await other.claim(), 2);
      await settle(other);
      assert.deepEqual(sequences(), [1, 2]);
    });

    test('an event waits for the one before it that another node is sending', async () => {
      const [one, two] = [node(), node()];
      const paymentId = ids.next();
      const first = Promise.withResolvers<DeliveryAnswer>();
      answer = ({ sequence }) => (sequence === 1 ? first.promise : status(200));
      one.offer(await commit(newEvent(paymentId, 1)));
      two.offer(await commit(newEvent(paymentId, 2)));
      await settle(two);
      clock.advance(250);
      assert.equal(await two.claim(), 0, 'the first one is still being sent');
      assert.deepEqual(sequences(), [1]);
      first.resolve(status(200));
      await settle(one);
      assert.equal(await two.claim(), 1);
      await settle(two);
      assert.deepEqual(sequences(), [1, 2]);
    });

    test('an event whose predecessor another node has finished is sent at once', async () => {
      const [one, two] = [node(), node()];
      const paymentId = ids.next();
      one.offer(await commit(newEvent(paymentId, 1)));
      await settle(one);
      two.offer(await commit(newEvent(paymentId, 2)));
      await settle(two);
      assert.deepEqual(sequences(), [1, 2]);
    });

    for (const [late, left, recorded] of [
      [500, [1, 2], 1],
      [404, [1, 2], 1],
      [200, [2], 2],
    ] as const) {
      test(`after its lease has passed on, a node records ${late} only if accepted`, async () => {
        const [one, two] = [node(), node()];
        const paymentId = ids.next();
        const slow = Promise.withResolvers<DeliveryAnswer>();
        answer = () => (sent.length === 1 ? slow.promise : status(500));
        one.offer(await commit(newEvent(paymentId, 1), newEvent(paymentId, 2)));
        await new Promise((resolve) => setImmediate(resolve));
        clock.advance(60_000);
        assert.equal(await two.claim(), 2);
        await settle(two);
        assert.deepEqual(results, ['RETRY']);
        answer = () => status(200);
        slow.resolve(status(late));
        await settle(one);
        const rows = await queue();
        assert.equal(String(rows.map(({ sequence }) => sequence)), String(left));
        assert.deepEqual(results, ['RETRY']);
        assert.equal(sent.length, 2, 'the second event is not sent by the old holder');
        const attempts = await runSql<{ attempt: number }>(
          opened.database,
          'select attempt from delivery_attempts order by attempt',
        );
        assert.deepEqual(
          attempts.map(({ attempt }) => attempt),
          [1, 2].slice(0, recorded),
        );
      });
    }

    test('a node that claims what it is sending keeps it with the new lease', async () => {
      const delivery = node();
      const slow = Promise.withResolvers<DeliveryAnswer>();
      answer = () => slow.promise;
      const paymentId = ids.next();
      delivery.offer(await commit(newEvent(paymentId, 1)));
      await new Promise((resolve) => setImmediate(resolve));
      // An event that another node has committed and left behind.
      await commit(newEvent(paymentId, 2));
      clock.advance(31 * 24 * 60 * 60 * 1000);
      assert.equal(await delivery.claim(), 0);
      slow.resolve(status(200));
      await settle(delivery);
      assert.deepEqual([sequences(), await queue()], [[1, 2], []]);
      assert.deepEqual(results, ['ACCEPTED', 'ACCEPTED']);
    });

    test('two nodes that claim at the same time send each event once', async () => {
      const payments = Array.from({ length: 60 }, () => ids.next());
      for (const paymentId of payments) {
        await commit(newEvent(paymentId, 1), newEvent(paymentId, 2));
      }
      clock.advance(60_000);
      const nodes = [node(), node(), node()];
      const counts = await Promise.all(nodes.map((one) => one.claim()));
      let taken = counts.reduce((sum, count) => sum + count, 0);
      for (let more = 1; more > 0; taken += more) {
        await Promise.all(nodes.map(settle));
        more = (await nodes[0]?.claim()) ?? 0;
      }
      await Promise.all(nodes.map(settle));
      assert.equal(taken, 120);
      assert.equal(new Set(sent.map(({ body }) => body)).size, 120);
      assert.equal(sent.length, 120);
      for (const paymentId of payments) {
        const own = sent.filter(({ body }) => body.includes(paymentId));
        assert.deepEqual(
          own.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence),
          [1, 2],
        );
      }
    });

    test('a merchant whose events pile up leaves room for those of others', async () => {
      const delivery = node();
      const slow = Promise.withResolvers<DeliveryAnswer>();
      answer = () => slow.promise;
      const [one] = await commit(newEvent(ids.next(), 1));
      assert.ok(one?.queued);
      const { event, queued: row } = one;
      const offer = (count: number, merchant: string): void => {
        for (let number = 0; number < count; number += 1) {
          const queued = { ...row, merchantId: merchant, paymentId: ids.next() };
          delivery.offer([{ event, queued }]);
        }
      };
      offer(5000, merchantId);
      delivery.offer([one]);
      assert.equal(delivery.inProgress().length, 5000);
      offer(1, '10000002');
      assert.equal(delivery.inProgress().length, 5001);
      assert.deepEqual(await released(), ['1: 1000'], 'it can be claimed soon');
      slow.resolve(status(200));
      await settle(delivery);
    });

    test('closing puts back what has not been sent', async () => {
      const delivery = node();
      const paymentId = ids.next();
      const first = Promise.withResolvers<DeliveryAnswer>();
      answer = () => first.promise;
      delivery.offer(await commit(newEvent(paymentId, 1), newEvent(paymentId, 2)));
      await new Promise((resolve) => setImmediate(resolve));
      const closed = delivery.close();
      first.resolve(status(200));
      await closed;
      delivery.offer(await commit(newEvent(ids.next(), 1)));
      assert.deepEqual(await released(), ['2: 0', '1: 1000']);
    });
  });
}
