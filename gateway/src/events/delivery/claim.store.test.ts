// Tests of claiming due events on both databases: fair between merchants, bounded, in order per
// payment, and not held up by payments that wait.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { migrate, readMigrations } from '../../storage/migrate.ts';
import { claimDue, type ClaimLimits } from './claim.store.ts';
import { recordConclusions } from './recording/conclusion.store.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const limits: ClaimLimits = {
  now,
  leaseUntil: now + 60_000,
  except: [],
  perMerchant: 100,
  most: 1000,
};

/** An id that ends with this number. */
const id = (number: number): string =>
  `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`;

for (const engine of engines) {
  describe(`claims on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let created: number;

    before(async () => {
      opened = await engine.open();
      const migrations = readMigrations(new URL('../../../migrations/', import.meta.url));
      await migrate(opened.database, migrations, '2026-03-01T12:00:00.000Z');
    });
    after(() => opened?.close());
    beforeEach(async () => {
      await runSql(opened.database, 'truncate events, event_queue');
      created = 0;
    });

    /** Due after so many milliseconds. */
    async function add(merchant: string, payment: number, sequence: number, dueMs: number) {
      created += 1;
      const key = `'${merchant}', '${id(created)}', '${id(payment)}', ${sequence}`;
      const dueAt = new Date(now + dueMs).toISOString();
      await runSql(
        opened.database,
        `with made as (
           insert into events (merchant_id, event_id, payment_id, sequence, event, body,
             occurred_at)
           values (${key}, 'PAYMENT_STATUS', '{}', '2026-03-01T12:00:00Z')
           returning merchant_id, payment_id, sequence, event_id)
         insert into event_queue (merchant_id, payment_id, sequence, event_id, has_notify_url,
           due_at, attempts, earlier_attempts, is_leased, lease)
         select *, false, '${dueAt}', 0, 0, false, 0 from made`,
      );
    }
    const claim = async (other: Partial<ClaimLimits> = {}): Promise<string[]> => {
      const claimed = await claimDue(opened.database, { ...limits, ...other });
      return claimed.map((held) => {
        return `${held.merchantId} ${Number(held.paymentId.slice(-12))}/${held.sequence}`;
      });
    };

    test('a claim is bounded and takes the oldest of each merchant first', async () => {
      for (let payment = 1; payment <= 5; payment += 1) await add('a', payment, 1, -payment);
      await add('b', 6, 1, 0);
      await add('c', 7, 1, 1);
      assert.deepEqual(await claim({ most: 3 }), ['a 4/1', 'a 5/1', 'b 6/1']);
      assert.deepEqual(await claim({ perMerchant: 2 }), ['a 2/1', 'a 3/1']);
      assert.deepEqual(await claim({ except: ['a'] }), []);
      assert.deepEqual(await claim(), ['a 1/1']);
      assert.deepEqual(await claim(), []);
    });

    test('events behind one that waits do not take the place of others', async () => {
      for (let payment = 1; payment <= 3; payment += 1) {
        await add('a', payment, 1, payment === 1 ? 8000 : 3_600_000);
        await add('a', payment, 2, -100);
      }
      await add('a', 4, 1, 0);
      assert.deepEqual(await claim({ perMerchant: 3 }), []);
      assert.deepEqual(await claim({ perMerchant: 3 }), ['a 4/1']);
      const waiting = await runSql<{ payment: number; due_in: number; is_leased: boolean }>(
        opened.database,
        `select right(payment_id::text, 12)::integer as payment, is_leased,
           (extract(epoch from due_at) * 1000 - ${now})::float8 as due_in
         from event_queue where sequence = 2 order by payment_id`,
      );
      assert.deepEqual(waiting, [
        { payment: 1, due_in: 8000, is_leased: false },
        { payment: 2, due_in: 60_000, is_leased: false },
        { payment: 3, due_in: 60_000, is_leased: false },
      ]);
      assert.deepEqual(await claim({ now: now + 8000 }), ['a 1/1', 'a 1/2']);
    });

    const oneConnection = engine.name === 'embedded' && 'one connection';
    test(
      'no event is taken while another node takes the first one',
      { skip: oneConnection },
      async () => {
        await add('a', 1, 1, 0);
        await add('a', 1, 2, 0);
        await opened.node().transaction(async (tx) => {
          await runSql(tx, 'select 1 from event_queue where sequence = 1 for update');
          assert.deepEqual(await claim(), []);
        });
        assert.deepEqual(await claim(), ['a 1/1', 'a 1/2']);
      },
    );

    test('a claim that commits during a record wins', { skip: oneConnection }, async () => {
      await add('a', 1, 1, 0);
      await add('a', 2, 1, 0);
      const [one, two] = await claimDue(opened.database, limits);
      assert.ok(one && two);
      const end = { attempt: null, lastSequence: 1 };
      const conclusions = [
        { held: one, ...end, dueAt: null },
        { held: two, ...end, dueAt: now + 5000 },
      ];
      let recorded: Promise<Set<string>> | undefined;
      await opened.node().transaction(async (tx) => {
        const later = { now: now + 60_000, leaseUntil: now + 120_000 };
        assert.equal((await claimDue(tx, { ...limits, ...later })).length, 2);
        recorded = recordConclusions(opened.database, conclusions);
        const waits = `select 1 from pg_locks where not granted and locktype = 'transactionid'`;
        while ((await runSql(tx, waits)).length === 0);
      });
      assert.deepEqual(await recorded, new Set([one.eventId, two.eventId]));
      const rows = await runSql(opened.database, 'select lease, is_leased from event_queue');
      assert.deepEqual(rows, Array(2).fill({ lease: 2, is_leased: true }));
    });

    test('the same payment and event ids of two merchants are two payments', async () => {
      await add('a', 1, 1, 0);
      await add('b', 1, 1, 1);
      await add('b', 1, 2, 0);
      // Another node holds the payment of b; its event has the id of the event of a.
      await runSql(
        opened.database,
        `update event_queue set is_leased = true where merchant_id = 'b' and sequence = 1`,
      );
      await runSql(
        opened.database,
        `insert into events (merchant_id, event_id, payment_id, sequence, event, body, occurred_at)
         values ('b', '${id(1)}', '${id(9)}', 9, 'PAYMENT_STATUS', '{}', '2026-03-01T12:00:00Z')`,
      );
      assert.deepEqual(await claim({ except: ['b'] }), ['a 1/1']);
      const text = `select lease from event_queue where merchant_id = 'b' order by sequence`;
      assert.deepEqual(await runSql(opened.database, text), [{ lease: 0 }, { lease: 0 }]);
      assert.deepEqual(await claim(), [], 'the first event of b is at another node');
    });
  });
}
