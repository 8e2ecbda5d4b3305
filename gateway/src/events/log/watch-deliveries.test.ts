// Tests of the jobs of the delivery log on both engines: what is deleted after its time, what
// stays, and what the metrics say about the queue.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { isoTime, systemClock } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import { createMetrics } from '../../http/metrics.ts';
import { migrate, readMigrations } from '../../storage/migrate.ts';
import { forgetDeliveries, measureDeliveries } from './watch-deliveries.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const merchantId = '5001';
const eventId = firstIdAt(NOW - 90_000);

for (const engine of engines) {
  describe(`the delivery log on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    const clock = { ...systemClock, now: () => NOW };
    before(async () => {
      opened = await engine.open();
      const folder = new URL('../../../migrations/', import.meta.url);
      await migrate(opened.database, readMigrations(folder), '2026-03-01T12:00:00.000Z');
    });
    after(() => opened.close());

    test('repeated attempts are deleted in time, the last one loses its answer', async () => {
      const { database } = opened;
      const add = (attempt: number, result: string, ageMs: number, answer: string) =>
        runSql(
          database,
          `insert into delivery_attempts values ($1, $2, $3, 'https://shop.example', $4, 1, $5,
             'STATUS', 500, $6)`,
          [merchantId, eventId, attempt, isoTime(NOW - ageMs), result, answer],
        );
      await add(1, 'RETRY', 7 * DAY_MS + 1, '');
      await add(2, 'RETRY', 7 * DAY_MS, 'busy');
      await add(3, 'RETRY', 7 * DAY_MS - 1, 'busy');
      await add(4, 'FAILED', 7 * DAY_MS, 'down');
      await add(5, 'ACCEPTED', 7 * DAY_MS - 1, 'thanks');
      const parts = { database, clock, deliveryLogDays: 7 };
      assert.equal(await forgetDeliveries(parts, 2), 2, 'in bounded steps');
      assert.equal(await forgetDeliveries(parts, 2), 1);
      assert.equal(await forgetDeliveries(parts, 2), 0);
      const left = await runSql<{ attempt: number; answer: string }>(
        database,
        'select attempt, answer from delivery_attempts order by attempt',
      );
      assert.deepEqual(
        left.map(({ attempt, answer }) => [attempt, answer]),
        [
          [3, 'busy'],
          [4, ''],
          [5, 'thanks'],
        ],
      );
    });

    test('the metrics have the size of the queue, its oldest event and bad receivers', async () => {
      const { database } = opened;
      const metrics = createMetrics();
      const values = async () => {
        const parts = [metrics.eventQueue, metrics.eventQueueAge, metrics.receiversUnhealthy];
        const read = await Promise.all(parts.map((one) => one.get()));
        return read.map(({ values: [first] }) => first?.value);
      };
      await measureDeliveries({ database, clock, metrics });
      assert.deepEqual(await values(), [0, 0, 0]);
      for (const [sequence, ageMs] of [
        [2, 10_000],
        [1, 90_000],
      ] as const) {
        await runSql(
          database,
          `insert into event_queue values ($1, $2, $3, $4, false, $5, 0, 0, false, 0)`,
          [merchantId, eventId, sequence, firstIdAt(NOW - ageMs), isoTime(NOW)],
        );
      }
      await runSql(
        database,
        `insert into receivers values ($1, 'https://a.example', null, $2, 'DNS', 3, $2),
           ($1, 'https://b.example', $2, null, null, 0, $2)`,
        [merchantId, isoTime(NOW)],
      );
      assert.equal(await measureDeliveries({ database, clock, metrics }), 0);
      assert.deepEqual(await values(), [2, 90, 1]);
    });
  });
}
