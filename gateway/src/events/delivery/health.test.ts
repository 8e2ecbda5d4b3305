// Tests of the health of receivers on both engines: what is counted, when it is written, and that
// nothing is lost when it cannot be written.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { systemClock } from '../../core/clock.ts';
import type { Queryable } from '../../storage/database.ts';
import type { DeliveryCause, DeliveryResult } from '../delivery-attempt.ts';
import { createReceiverWatch } from './health.ts';
import {
  countUnhealthyReceivers,
  listReceivers,
  listUnhealthyReceivers,
  removeReceivers,
} from './receiver.store.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const shop = 'https://shop.example';

for (const engine of engines) {
  describe(`health of receivers on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());

    /** A node whose time is moved by the test; it counts its statements. */
    function node() {
      let nowMs = 0;
      let statements = 0;
      let isAway = false;
      const warnings: string[] = [];
      const database: Queryable = {
        run(statement, values) {
          statements += 1;
          if (isAway) return Promise.reject(new Error('away'));
          return opened.database.run(statement, values);
        },
      };
      const clock = { ...systemClock, now: () => AT + nowMs, monotonicMs: () => nowMs };
      const log = { warn: (_facts: object, message: string) => void warnings.push(message) };
      const watch = createReceiverWatch({ database, clock, log });
      return {
        watch,
        warnings,
        statements: () => statements,
        pass: (ms: number) => (nowMs += ms),
        setAway: (value: boolean) => (isAway = value),
        report: (merchantId: string, result: DeliveryResult, cause: DeliveryCause = 'STATUS') =>
          watch.onResult(merchantId, shop, cause, result, AT + nowMs),
      };
    }
    const rowOf = async (merchantId: string) => {
      const rows = await listReceivers(opened.database, merchantId, 10);
      assert.ok(rows.length <= 1);
      return rows[0];
    };

    test('a change is written at once, the rest at most once a second', async () => {
      const { report, watch, statements, pass } = node();
      report('2001', 'ACCEPTED');
      assert.equal(statements(), 1, 'the first result is written at once');
      await watch.write();
      for (let count = 0; count < 100; count += 1) report('2001', 'ACCEPTED');
      await watch.write();
      assert.equal(statements(), 1, 'a good receiver that stays good');
      pass(999);
      report('2001', 'RETRY', 'TIMEOUT');
      await watch.write();
      assert.equal(statements(), 1, 'the row was written less than a second ago');
      pass(1);
      await watch.write();
      assert.equal(statements(), 2);
      const bad = await rowOf('2001');
      assert.deepEqual(
        [bad?.consecutiveFailures, bad?.lastCause, bad?.lastFailureAt, bad?.lastSuccessAt],
        [1, 'TIMEOUT', AT + 999, AT],
      );
      pass(1000);
      report('2001', 'ACCEPTED');
      assert.equal(statements(), 3, 'it is good again');
      await watch.write();
      const good = await rowOf('2001');
      assert.deepEqual([good?.consecutiveFailures, good?.lastSuccessAt], [0, AT + 2000]);
      assert.equal(good?.lastCause, 'TIMEOUT', 'the last failure stays visible');
    });

    test('a good receiver is written every 30 seconds', async () => {
      const { report, watch, statements, pass } = node();
      report('2002', 'ACCEPTED');
      await watch.write();
      pass(29_999);
      report('2002', 'ACCEPTED');
      assert.equal(await watch.write(), 0);
      pass(1);
      assert.equal(await watch.write(), 1);
      assert.equal(statements(), 2);
      assert.equal((await rowOf('2002'))?.lastSuccessAt, AT + 29_999);
    });

    test('failures of two nodes are added up until one of them succeeds', async () => {
      const [one, two] = [node(), node()];
      for (const result of ['RETRY', 'RETRY', 'REFUSED'] as const) one.report('2003', result);
      await one.watch.close();
      two.report('2003', 'FAILED', 'DNS');
      await two.watch.close();
      const failed = await rowOf('2003');
      assert.deepEqual([failed?.consecutiveFailures, failed?.lastCause], [4, 'DNS']);
      two.pass(5000);
      for (const result of ['RETRY', 'ACCEPTED', 'RETRY', 'RETRY'] as const) {
        two.report('2003', result, 'CONNECT');
      }
      await two.watch.close();
      const after = await rowOf('2003');
      assert.deepEqual([after?.consecutiveFailures, after?.lastSuccessAt], [2, AT + 5000]);
      one.pass(100);
      one.report('2003', 'ACCEPTED');
      await one.watch.close();
      const late = await rowOf('2003');
      assert.deepEqual([late?.consecutiveFailures, late?.lastSuccessAt], [0, AT + 5000]);
    });

    test('what could not be written is kept', async () => {
      const { report, watch, pass, setAway, warnings } = node();
      setAway(true);
      report('2004', 'RETRY', 'TLS');
      await assert.rejects(watch.write(), /away/);
      pass(1000);
      report('2004', 'RETRY', 'RESET');
      await assert.rejects(watch.write(), /away/);
      assert.equal(warnings[0], 'the health of receivers could not be written');
      setAway(false);
      pass(1000);
      assert.equal(await watch.write(), 1);
      const row = await rowOf('2004');
      assert.deepEqual(
        [row?.consecutiveFailures, row?.lastCause, row?.lastFailureAt],
        [2, 'RESET', AT + 1000],
      );
    });

    test('the operator sees those that fail, in pages; unused ones are removed', async () => {
      const { watch, pass } = node();
      pass(60_000);
      const origins = ['https://a.example', 'https://b.example', 'https://c.example'];
      for (const origin of origins) {
        watch.onResult('2009', origin, 'STATUS', 'RETRY', AT);
        watch.onResult('2010', origin, 'STATUS', 'ACCEPTED', AT);
      }
      watch.onResult('2010', 'https://b.example', 'CONNECT', 'RETRY', AT);
      await watch.close();
      const page = async (merchantId: string, origin: string) => {
        const found = await listUnhealthyReceivers(opened.database, { merchantId, origin }, 2);
        return found.map((one) => `${one.merchantId} ${one.origin}`);
      };
      assert.deepEqual(await page('2009', ''), [
        '2009 https://a.example',
        '2009 https://b.example',
      ]);
      assert.deepEqual(await page('2009', 'https://b.example'), [
        '2009 https://c.example',
        '2010 https://b.example',
      ]);
      assert.deepEqual(await page('2010', 'https://b.example'), []);
      const before = await countUnhealthyReceivers(opened.database);
      const first = await listReceivers(opened.database, '2010', 2);
      assert.deepEqual(
        first.map(({ origin, consecutiveFailures }) => [origin, consecutiveFailures]),
        [
          ['https://b.example', 1],
          ['https://a.example', 0],
        ],
      );
      assert.ok((await removeReceivers(opened.database, AT + 59_999, 100)) > 0);
      assert.equal(await removeReceivers(opened.database, AT + 59_999, 100), 0);
      assert.equal((await listReceivers(opened.database, '2009', 9)).length, 3);
      assert.equal(await countUnhealthyReceivers(opened.database), 4);
      assert.ok(before >= 4);
    });
  });
}
