// Tests of what only a server can do: drop a connection at any point, refuse one, or take too long.
// The pool reports the loss, and the next statement works.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openCuttingProxy } from '@bramka/test/support/journal/cutting-proxy.ts';
import { noPostgres, runSql, postgres, type OpenEngine } from '@bramka/test/support/engines.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import type { Database } from './database.ts';
import { ConnectionLost, RetryableFailure, UniqueViolation } from './errors.ts';
import { openPostgres } from './postgres.ts';

describe('a PostgreSQL server', { skip: noPostgres }, () => {
  let opened: OpenEngine;
  let database: Database;
  /** One connection, so that its server process can be identified. */
  let single: Database;
  const background: Error[] = [];

  before(async () => {
    opened = await postgres.open();
    database = opened.database;
    single = opened.node({ connections: 1, onBackgroundError: (error) => background.push(error) });
    await runSql(database, 'create table things (name text primary key)');
  });
  after(() => opened.close());

  const processOf = async (on: Pick<Database, 'run'>): Promise<number> => {
    const rows = await runSql<{ pid: number }>(on, 'select pg_backend_pid() as pid');
    return rows[0]?.pid as number;
  };
  const end = (pid: number) => runSql(database, 'select pg_terminate_backend($1)', [pid]);
  const count = async (name: string): Promise<number> =>
    (await runSql(database, 'select 1 from things where name = $1', [name])).length;
  /** A loss for this reason, before anything was sent. */
  const notSent = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ConnectionLost);
    assert.equal(error.mayHaveArrived, false);
    assert.match((error.cause as Error).message, reason);
    return true;
  };
  const add = (on: Pick<Database, 'run'>, name: string) =>
    runSql(on, 'insert into things (name) values ($1)', [name]);

  test('a connection that ends during a statement is lost, and the next one works', async () => {
    const ending = runSql(single, 'select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)');
    await assert.rejects(ending, ConnectionLost);
    assert.equal(typeof (await processOf(single)), 'number');
  });

  test('a connection that ended while idle is replaced without an error', async () => {
    const pid = await processOf(single);
    await end(pid);
    await until(() => background.length > 0, 'the report of the loss in the background');
    assert.notEqual(await processOf(single), pid);
  });

  test('a transaction whose connection ends is lost and rolled back', async () => {
    const lost = single.transaction(async (tx) => {
      await add(tx, 'never');
      await end(await processOf(tx));
      await add(tx, 'never-either');
    });
    await assert.rejects(lost, ConnectionLost);
    assert.equal((await count('never')) + (await count('never-either')), 0);
    await single.transaction((tx) => add(tx, 'after-the-loss'));
    assert.equal(await count('after-the-loss'), 1);
  });

  for (const way of ['alone', 'in a transaction'] as const) {
    test(`a server that became read-only loses the connection, ${way}`, async () => {
      const pid = await processOf(single);
      await runSql(single, 'set session characteristics as transaction read only');
      const writing =
        way === 'alone'
          ? add(single, `read-only ${way}`)
          : single.transaction((tx) => add(tx, `read-only ${way}`));
      await assert.rejects(writing, (error: unknown) => {
        assert.ok(error instanceof ConnectionLost && error.mayHaveArrived);
        assert.equal((error.cause as { code?: string }).code, '25006');
        return true;
      });
      assert.notEqual(await processOf(single), pid, 'the connection went back to the pool');
      await add(single, `read-only ${way}`);
      assert.equal(await count(`read-only ${way}`), 1);
    });
  }

  test('an unexpected transaction state discards the connection', async () => {
    const pid = await processOf(single);
    await runSql(single, 'begin');
    await assert.rejects(runSql(single, 'select 1 / 0'), /zero/);
    await assert.rejects(runSql(single, 'select 1'), /aborted/);
    assert.notEqual(await processOf(single), pid);
  });

  test('a read-only database is refused when connecting, also for reading', async () => {
    const other = await postgres.open();
    const name = new URL(other.url).pathname.slice(1);
    await runSql(other.database, `alter database ${name} set default_transaction_read_only = on`);
    const fresh = other.node({ connections: 1 });
    const refused = notSent(/the database server is read-only/);
    await assert.rejects(runSql(fresh, 'select 1'), refused);
    const writing = fresh.transaction((tx) => runSql(tx, 'select 1'));
    await assert.rejects(writing, refused);
    await runSql(other.database, 'set default_transaction_read_only = off');
    await runSql(other.database, `alter database ${name} reset default_transaction_read_only`);
    assert.deepEqual(await runSql(fresh, 'select 1 as one'), [{ one: 1 }]);
    await other.close();
  });

  test('on Citus statements are planned for their values, whatever else was set', async () => {
    const other = await postgres.open({ settings: { plan_cache_mode: 'force_generic_plan' } });
    const mode = (on: Database) => runSql(on, `select current_setting('plan_cache_mode') as mode`);
    assert.deepEqual(await mode(other.database), [{ mode: 'force_generic_plan' }]);
    await other.database.transaction(async (tx) => {
      await runSql(tx, 'set local allow_system_table_mods = on');
      await runSql(
        tx,
        `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
         select 1, 'citus', extowner, extnamespace, false, '0' from pg_extension limit 1`,
      );
    });
    assert.deepEqual(await mode(other.node()), [{ mode: 'force_custom_plan' }]);
    await other.close();
  });

  for (const way of ['alone', 'in a transaction'] as const) {
    test(`a commit that a node of Citus may have lost is unknown, ${way}`, async () => {
      const warning = 'failed to commit transaction on 10.0.0.2:5432';
      const warn = `do $$ begin raise warning '${warning}'; end $$`;
      const pid = await processOf(single);
      const run =
        way === 'alone' ? runSql(single, warn) : single.transaction((tx) => runSql(tx, warn));
      await assert.rejects(run, (error: unknown) => {
        assert.ok(error instanceof ConnectionLost && error.mayHaveArrived);
        return true;
      });
      assert.notEqual(await processOf(single), pid, 'the connection went back to the pool');
      await runSql(single, `do $$ begin raise warning 'something else'; end $$`);
    });
  }

  test('connections of an earlier generation are replaced before their next use', async () => {
    let generation = 0;
    const node = opened.node({ connections: 1, generation: () => generation });
    const pid = await processOf(node);
    assert.equal(await processOf(node), pid);
    generation += 1;
    const next = await processOf(node);
    assert.notEqual(next, pid);
    assert.equal(await processOf(node), next);
  });

  test('a connection is replaced at the end of its lifetime', async () => {
    const node = opened.node({ connections: 1, lifetimeSeconds: 1 });
    const pid = await processOf(node);
    await until(async () => (await processOf(node)) !== pid, 'another connection');
  });

  test('a silent server counts as lost soon after the statement timeout', async () => {
    const proxy = await openCuttingProxy(opened.url);
    const limits = { statementTimeoutMs: 200, connectTimeoutMs: 500 };
    const far = openPostgres({ url: proxy.url, connections: 1, ...limits });
    // Connecting may take longer than so short a limit.
    const works = () => runSql(far, 'select 1').then(Boolean, () => false);
    await until(works, 'a connection in time');
    proxy.silence();
    const beganMs = performance.now();
    await assert.rejects(add(far, 'in silence'), (error: unknown) => {
      assert.ok(error instanceof ConnectionLost && error.mayHaveArrived);
      return true;
    });
    assert.ok(performance.now() - beganMs > 2_000, 'the server had its time');
    await assert.rejects(runSql(far, 'select 1'), notSent(/timeout/));
    proxy.speak();
    await until(works, 'another connection in time');
    await far.close();
    await proxy.close();
  });

  test('an unreachable server is a loss, and nothing was sent', async () => {
    const nobody = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', connections: 1 });
    await assert.rejects(runSql(nobody, 'select 1'), notSent(/ECONNREFUSED/));
    await assert.rejects(
      nobody.transaction((tx) => runSql(tx, 'select 1')),
      ConnectionLost,
    );
    await nobody.close();
  });

  test('a failed statement does not discard the connection', async () => {
    const pid = await processOf(single);
    await add(single, 'twice');
    await assert.rejects(add(single, 'twice'), UniqueViolation);
    await assert.rejects(runSql(single, 'select nothing from nowhere'), /nowhere/);
    const refused = single.transaction((tx) => add(tx, 'twice'));
    await assert.rejects(refused, UniqueViolation);
    assert.equal(await processOf(single), pid);
  });

  test('a statement that takes too long is cancelled and may be repeated', async () => {
    const hasty = opened.node({ connections: 1, statementTimeoutMs: 500 });
    await assert.rejects(runSql(hasty, 'select pg_sleep(5)'), RetryableFailure);
    assert.deepEqual(await runSql(hasty, 'select 1 as one'), [{ one: 1 }]);
  });

  test('a statement that does not get its lock in time may be repeated', async () => {
    const impatient = opened.node({ settings: { lock_timeout: '20ms' } });
    await database.transaction(async (tx) => {
      await runSql(tx, 'lock table things in access exclusive mode');
      await assert.rejects(add(impatient, 'locked-out'), RetryableFailure);
    });
    await add(impatient, 'locked-out');
  });

  test('one of two deadlocked transactions may be repeated', async () => {
    const quick = opened.node({ settings: { deadlock_timeout: '20ms' } });
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const crossing = (mine: string, theirs: string, ready: () => void, other: Promise<void>) =>
      quick.transaction(async (tx) => {
        await add(tx, mine);
        ready();
        await other;
        await add(tx, theirs);
      });
    const ended = await Promise.allSettled([
      crossing('left', 'right', one.resolve, two.promise),
      crossing('right', 'left', two.resolve, one.promise),
    ]);
    const failed = ended.filter((result) => result.status === 'rejected');
    assert.equal(failed.length, 1);
    assert.ok(failed[0]?.reason instanceof RetryableFailure, String(failed[0]?.reason));
    assert.equal((await count('left')) + (await count('right')), 2);
  });

  test('session settings apply to every connection, and times are in UTC', async () => {
    const set = opened.node({ connections: 2, settings: { enable_seqscan: 'off' } });
    const text = `select current_setting('enable_seqscan') as scan,
      current_setting('timezone') as zone, pg_sleep(0.02)`;
    const answers = await Promise.all([1, 2].map(() => runSql<object>(set, text)));
    for (const [row] of answers) {
      assert.deepEqual({ ...row, pg_sleep: '' }, { scan: 'off', zone: 'UTC', pg_sleep: '' });
    }
  });

  test('more callers than connections wait for their turn', async () => {
    const narrow = opened.node({ connections: 2 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        runSql<{ value: number }>(narrow, 'select $1::integer as value', [index]),
      ),
    );
    assert.deepEqual(
      answers.map(([row]) => row?.value),
      Array.from({ length: 50 }, (_, index) => index),
    );
  });
});
