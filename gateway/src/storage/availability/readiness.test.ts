// Tests of the readiness check on both engines: it is a real write with a time limit, and
// concurrent callers share one write.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { uuidV7 } from '../../core/id.ts';
import { systemRandom } from '../../core/random.ts';
import type { Database } from '../database.ts';
import { ConnectionLost, translateError } from '../errors.ts';
import { createOutage } from './outage.ts';
import { createReadiness, FINDING_CACHE_MS, READY_TIMEOUT_MS } from './readiness.ts';

/** Each reading of this clock is later than the cached result is valid. */
function impatient(): Clock {
  let ms = 0;
  return { ...systemClock, monotonicMs: () => (ms += FINDING_CACHE_MS) };
}

function readinessOf(
  journalDatabase: Database,
  clock: Clock = impatient(),
  afterOutage: () => Promise<unknown> = () => Promise.resolve(),
) {
  const outage = createOutage(clock);
  const nodeId = uuidV7(systemClock.now(), systemRandom(10));
  return { outage, ...createReadiness({ journalDatabase, outage, clock, nodeId, afterOutage }) };
}

for (const engine of engines) {
  describe(`readiness on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let database: Database;
    before(async () => {
      opened = await engine.openWithTables();
      database = opened.database;
    });
    beforeEach(() => runSql(database, 'truncate readiness'));
    after(() => opened.close());

    const rows = () => runSql<{ checked_at: number }>(database, 'select * from readiness');
    const size = async (): Promise<number> => {
      const text = `select pg_relation_size('readiness')::integer as size`;
      return (await runSql<{ size: number }>(database, text))[0]?.size ?? 0;
    };

    test('writes one row for its process, at the time of the clock', async () => {
      const at = Date.parse('2026-03-05T10:00:00.000Z');
      const node = readinessOf(database, { ...impatient(), now: () => at });
      assert.equal(await node.check(), 'ready');
      assert.equal(await node.check(), 'ready');
      assert.deepEqual(
        (await rows()).map((row) => row.checked_at),
        [at],
      );
    });

    test('needs a new page for each write, so that a full disk is noticed', async () => {
      const node = readinessOf(database);
      for (let turn = 0; turn < 5; turn += 1) await node.check();
      assert.ok((await size()) >= 5 * 8192, `${await size()} bytes`);
    });

    test('removes the rows of processes that are long gone', async () => {
      const day = 24 * 60 * 60 * 1000;
      const now = systemClock.now();
      const then = (at: number) => readinessOf(database, { ...impatient(), now: () => at }).check();
      await then(now - day - 1);
      await then(now - day);
      assert.equal((await rows()).length, 2);
      await then(now);
      assert.deepEqual(
        (await rows()).map((row) => row.checked_at).sort((a, b) => a - b),
        [now - day, now],
      );
    });

    test('runs what follows an outage before the outage ends, and only then', async () => {
      const seen: boolean[] = [];
      let isBroken = true;
      const node = readinessOf(database, impatient(), async () => {
        seen.push(node.outage.isActive);
        if (isBroken) throw new Error('broken');
      });
      assert.equal(await node.check(), 'ready');
      assert.deepEqual(seen, [], 'there was no outage');
      node.outage.reportLoss(new Error('lost'));
      assert.equal(await node.check(), 'database cannot write');
      assert.equal(node.outage.isActive, true, 'it is not over while that fails');
      isBroken = false;
      assert.equal(await node.check(), 'ready');
      assert.deepEqual([seen, node.outage.isActive], [[true, true], false]);
      await node.check();
      assert.equal(seen.length, 2);
    });

    test('concurrent checks share one write', async () => {
      let writes = 0;
      const run: Database['run'] = (statement, values) => {
        if (statement.name === 'readiness.write') writes += 1;
        return database.run(statement, values);
      };
      const node = readinessOf({ ...database, run }, { ...systemClock, monotonicMs: () => 0 });
      const found = await Promise.all(Array.from({ length: 20 }, () => node.check()));
      assert.deepEqual(new Set(found), new Set(['ready']));
      assert.equal(await node.check(), 'ready');
      assert.equal(writes, 1);
    });

    test('a database that became read-only is not ready until it can write again', async () => {
      const single = engine.name === 'postgres' ? opened.node({ connections: 1 }) : database;
      const node = readinessOf(single);
      await runSql(single, 'set default_transaction_read_only = on');
      assert.equal(await node.check(), 'database read-only');
      assert.equal(node.outage.isActive, true);
      if (engine.name === 'embedded') {
        assert.equal(await node.check(), 'database read-only');
        await runSql(single, 'set default_transaction_read_only = off');
      }
      assert.equal(await node.check(), 'ready');
      assert.equal(node.outage.isActive, false);
    });

    test('a row that is locked for long means that the journal cannot write', async () => {
      if (engine.name === 'embedded') return;
      const hasty = opened.node({ connections: 1, settings: { lock_timeout: '50ms' } });
      const node = readinessOf(hasty);
      await database.transaction(async (tx) => {
        await runSql(tx, 'lock table readiness in access exclusive mode');
        assert.equal(await node.check(), 'database cannot write');
      });
      assert.equal(await node.check(), 'ready');
    });
  });
}

describe('readiness of a failing database', () => {
  const failing = (error: Error): Database => ({
    kind: 'postgres',
    run: () => Promise.reject(error),
    transaction: () => Promise.reject(error),
    session: () => Promise.reject(error),
    close: () => Promise.resolve(),
  });
  const server = (code: string) =>
    translateError(Object.assign(new Error('the server says no'), { code }));
  const table: [name: string, error: Error, finding: string][] = [
    ['cannot be reached', new ConnectionLost(new Error('refused'), false), 'database unreachable'],
    ['has no connection left', server('53300'), 'database unreachable'],
    ['shuts down', server('57P01'), 'database unreachable'],
    ['is read-only', server('25006'), 'database read-only'],
    ['has a full disk', server('53100'), 'database cannot write'],
    ['has a broken disk', server('58030'), 'database cannot write'],
    ['takes too long', server('57014'), 'database cannot write'],
    ['has broken down inside us', new Error('RuntimeError: unreachable'), 'database cannot write'],
  ];
  for (const [name, error, finding] of table) {
    test(`one that ${name}: ${finding}`, async () => {
      const node = readinessOf(failing(error));
      assert.equal(await node.check(), finding);
      assert.equal(node.outage.isActive, true);
    });
  }

  test('during an outage any number of requests makes five checks a second', async () => {
    let ms = 0;
    let isBroken = true;
    const asked: number[] = [];
    const database: Database = {
      ...failing(new Error('not used')),
      run: () => {
        asked.push(ms);
        if (!isBroken) return Promise.resolve([]);
        return Promise.reject(new ConnectionLost(new Error('refused'), false));
      },
    };
    const node = readinessOf(database, { ...systemClock, monotonicMs: () => ms });
    for (; ms < 1000; ms += 10) await node.check();
    assert.deepEqual(asked, [0, 200, 400, 600, 800]);
    isBroken = false;
    assert.equal(await node.check(), 'ready');
    asked.length = 0;
    for (ms += 10; ms < 2000; ms += 10) await node.check();
    assert.deepEqual(
      [...new Set(asked)],
      [1500],
      'a database that is ready is asked twice a second',
    );
  });

  test('a silent database is unreachable at the limit, and has one check at a time', async () => {
    const slept: number[] = [];
    const answer = Promise.withResolvers<never[]>();
    let asked = 0;
    const silent: Database = {
      ...failing(new Error('not used')),
      run: () => {
        asked += 1;
        return answer.promise;
      },
    };
    const sleep = (ms: number) => Promise.resolve(void slept.push(ms));
    const node = readinessOf(silent, { ...impatient(), sleep });
    assert.equal(await node.check(), 'database unreachable');
    assert.equal(await node.check(), 'database unreachable');
    assert.deepEqual(slept, [READY_TIMEOUT_MS, READY_TIMEOUT_MS]);
    assert.equal(asked, 1, 'a second look is not begun while the first one hangs');
    assert.equal(node.outage.isActive, true);
    answer.resolve([]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(node.outage.isActive, false, 'the late answer ends the outage');
  });
});
