// Tests of the plans of the queue's statements: with statistics of an almost empty queue, no
// statement may look up single rows by scanning the rows of a merchant.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import type { Queryable, Statement } from '../../storage/database.ts';
import { claimDue } from './claim.store.ts';
import { recordConclusions } from './recording/conclusion.store.ts';
import { parkBehindEarlier, releaseEvents, type HeldEvent } from './delivery.store.ts';
import { merchantId } from './testing/commit-events.ts';
import { heldEvent } from './testing/held-event.ts';

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const held: HeldEvent[] = Array.from({ length: 200 }, (_, number) =>
  heldEvent({ paymentId: uuid(number), eventId: uuid(number) }),
);

function recordAll(database: Queryable, dueAt: number | null): Promise<unknown> {
  const end = { attempt: null, dueAt, lastSequence: 3 };
  return recordConclusions(
    database,
    held.map((one) => ({ held: one, ...end })),
  );
}

const limits = { now: 0, leaseUntil: 60_000, except: [], perMerchant: 100, most: 2000 };
/** Each also with the number of scans of one merchant's rows that it needs. */
const statements: readonly [string, number, (database: Queryable) => Promise<unknown>][] = [
  ['claims', 1, (database) => claimDue(database, limits)],
  ['results that end a delivery', 0, (database) => recordAll(database, null)],
  ['results that are tried again', 0, (database) => recordAll(database, 1000)],
  ['events behind others', 0, (database) => parkBehindEarlier(database, held, 1000)],
  [
    'events that are put back',
    0,
    (database) =>
      releaseEvents(
        database,
        held.map((one) => ({ held: one, dueAt: 1000 })),
      ),
  ],
];

for (const engine of engines) {
  describe(`plans of the queue on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
      const fill = `insert into event_queue (merchant_id, payment_id, sequence, event_id,
          has_notify_url, due_at, attempts, earlier_attempts, is_leased, lease)
        select '${merchantId}', gen_random_uuid(), 1, gen_random_uuid(), false, now(), 0, 0, false,
          0
        from generate_series(1, 5000)`;
      await runSql(opened.database, fill);
      await runSql(
        opened.database,
        'delete from event_queue where ctid < (select max(ctid) from event_queue)',
      );
      await runSql(opened.database, 'vacuum analyze event_queue');
      await runSql(opened.database, fill);
    });
    after(() => opened?.close());

    for (const [what, scans, run] of statements) {
      test(what, async () => {
        let plan = '';
        const explaining: Queryable = {
          async run<Row>({ text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
            await opened.database.transaction(async (inside) => {
              await runSql(inside, 'set local enable_seqscan = off');
              const lines = await runSql(inside, `explain ${text}`, [...values]);
              plan = lines.map((line) => Object.values(line as object).join('')).join('\n');
            });
            return [];
          },
        };
        await run(explaining);
        assert.match(plan, /Scan (using|on) event_queue_pkey/);
        assert.equal(plan.match(/event_queue_due/g)?.length ?? 0, scans, plan);
        assert.doesNotMatch(plan, /Seq Scan on event_queue/);
      });
    }
  });
}
