// Tests of migrations that build indexes beside running nodes: without blocking them, once, and
// again after a crash.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { engines, noPostgres, postgres, runSql } from '@bramka/test/support/engines.ts';
import type { Engine, OpenEngine } from '@bramka/test/support/engines.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';

const AT = '2026-03-01T12:00:00.000Z';
const boxes = {
  name: '0001-boxes.sql',
  sql: 'create table boxes (id integer primary key, label text);',
};
const index = {
  name: '0002-index.sql',
  sql: `-- concurrent
    create index concurrently if not exists boxes_label on boxes (label);`,
};
const unique = {
  name: '0003-unique.sql',
  sql: `-- concurrent
    create unique index concurrently if not exists boxes_once on boxes (label);`,
};

async function indexes(database: Database): Promise<{ name: string; valid: boolean }[]> {
  const text = `select c.relname as name, i.indisvalid as valid from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname = 'boxes' and not i.indisprimary order by 1`;
  return runSql(database, text);
}

/** Opens the engine once for all tests of a suite; each begins with an empty table. */
function opening(engine: Engine): () => OpenEngine {
  let opened: OpenEngine;
  before(async () => {
    opened = await engine.open();
  });
  beforeEach(async () => {
    await runSql(opened.database, 'drop schema public cascade');
    await runSql(opened.database, 'create schema public');
    await migrate(opened.database, [boxes], AT);
  });
  after(() => opened.close());
  return () => opened;
}

for (const engine of engines) {
  describe(`a concurrent migration on ${engine.name}`, { skip: engine.skip }, () => {
    const opened = opening(engine);

    test('builds its index and is recorded', async () => {
      const { database } = opened();
      assert.deepEqual(await migrate(database, [boxes, index], AT), [index.name]);
      assert.deepEqual(await indexes(database), [{ name: 'boxes_label', valid: true }]);
      assert.deepEqual(await migrate(database, [boxes, index], AT), []);
    });

    test('goes on where it was interrupted', async () => {
      const { database } = opened();
      await runSql(database, 'create index boxes_label on boxes (label)');
      assert.deepEqual(await migrate(database, [boxes, index], AT), [index.name]);
    });

    test('that fails leaves no index behind, and is repeated', async () => {
      const { database } = opened();
      await runSql(database, `insert into boxes values (1, 'a'), (2, 'a')`);
      const run = migrate(database, [boxes, unique], AT);
      await assert.rejects(run, /migration 0003-unique.sql failed: .*boxes_once/);
      assert.deepEqual(await indexes(database), []);
      await runSql(database, 'delete from boxes where id = 2');
      await migrate(database, [boxes, unique], AT);
      assert.deepEqual(await indexes(database), [{ name: 'boxes_once', valid: true }]);
    });
  });
}

const openOnes: (() => Promise<void>)[] = [];

/** A transaction that a concurrent build waits for, until it is ended. */
async function openTransaction(node: Database): Promise<() => Promise<void>> {
  const began = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = node.transaction(async (tx) => {
    await tx.run({ name: '', text: `insert into boxes values (7, 'open')` });
    began.resolve();
    await promise;
  });
  await Promise.race([began.promise, ended]);
  const end = async (): Promise<void> => {
    resolve();
    await ended;
  };
  openOnes.push(end);
  return end;
}

const isWaiting = `select pid from pg_stat_activity where datname = current_database()
  and query like 'create%index concurrently%' and wait_event_type = 'Lock'`;

describe('beside running nodes', { skip: noPostgres }, () => {
  const opened = opening(postgres);
  // Also after a failure, so that the next test can begin.
  afterEach(() => Promise.all(openOnes.splice(0).map((end) => end())));
  const waits = (): Promise<boolean> =>
    runSql(opened().database, isWaiting).then((rows) => rows.length > 0);

  test('an invalid index of a crashed server is built again', async () => {
    const { database } = opened();
    await runSql(database, `insert into boxes values (1, 'a'), (2, 'a')`);
    const text = 'create unique index concurrently boxes_once on boxes (label)';
    await assert.rejects(runSql(database, text));
    await runSql(database, 'delete from boxes where id = 2');
    assert.deepEqual(await indexes(database), [{ name: 'boxes_once', valid: false }]);
    await migrate(database, [boxes, unique], AT);
    assert.deepEqual(await indexes(database), [{ name: 'boxes_once', valid: true }]);
  });

  test('rows are written, and nodes of the version before start, while it waits', async () => {
    const end = await openTransaction(opened().node());
    const run = migrate(opened().node(), [boxes, index], AT);
    await until(waits, 'the build to wait for the transaction');
    const { database } = opened();
    await runSql(database, `insert into boxes values (8, 'meanwhile')`);
    const isOld = `${isWaiting} and clock_timestamp() - query_start > interval '1 second'`;
    const waitsLong = async () => (await runSql(database, isOld)).length > 0;
    await until(waitsLong, 'a build that is not given up after the time of a try');
    assert.deepEqual(await migrate(database, [boxes], AT), [], 'a node that knows one migration');
    // The lock that release 0.2.0 takes at every start.
    await runSql(database, 'select pg_advisory_xact_lock(7164627261)');
    assert.deepEqual(await indexes(database), [{ name: 'boxes_label', valid: false }]);
    await end();
    assert.deepEqual(await run, [index.name]);
    assert.deepEqual(await indexes(database), [{ name: 'boxes_label', valid: true }]);
  });

  test('of several nodes one builds it, and those that wait do not hinder it', async () => {
    const end = await openTransaction(opened().node());
    const runs = Array.from({ length: 3 }, () => migrate(opened().node(), [boxes, index], AT));
    await until(waits, 'the build to wait for the transaction');
    await end();
    assert.deepEqual((await Promise.all(runs)).flat(), [index.name]);
    assert.deepEqual(await indexes(opened().database), [{ name: 'boxes_label', valid: true }]);
  });

  for (const isServerToo of [false, true]) {
    const what = isServerToo ? ' together with its connection' : '';
    test(`a node is killed in the middle${what}: the next one finishes the build`, async () => {
      const { database, url } = opened();
      const end = await openTransaction(opened().node());
      const program = `
        import { migrate } from '${new URL('../migrate.ts', import.meta.url).href}';
        import { openPostgres } from '${new URL('../postgres.ts', import.meta.url).href}';
        const database = openPostgres({ url: process.env.URL_OF_TEST, connections: 1 });
        await migrate(database, ${JSON.stringify([boxes, index])}, '${AT}');`;
      const env = { ...process.env, URL_OF_TEST: url };
      const args = ['--input-type=module', '--eval', program];
      const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
      const exited = once(child, 'exit');
      await until(waits, 'the build to wait for the transaction');
      child.kill('SIGKILL');
      await exited;
      if (isServerToo) {
        await runSql(database, `select pg_terminate_backend(pid) from (${isWaiting}) as waiting`);
        await until(async () => !(await waits()), 'the connection to end');
        assert.deepEqual(await indexes(database), [{ name: 'boxes_label', valid: false }]);
      }
      const run = migrate(opened().node(), [boxes, index], AT);
      await end();
      assert.deepEqual(await run, [index.name]);
      assert.deepEqual(await indexes(database), [{ name: 'boxes_label', valid: true }]);
    });
  }
});
