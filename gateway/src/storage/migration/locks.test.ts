// Tests of migrations that do not get their locks at once: nobody else waits longer than a try, the
// log names who holds the lock, and it ends with a clear error.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { noPostgres, postgres, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { systemClock } from '../../core/clock.ts';
import type { Statement } from '../database.ts';
import { RetryableFailure } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { MigrationBlocked, withLocks } from './locks.ts';

const AT = '2026-03-01T12:00:00.000Z';
const tables = {
  name: '0001-tables.sql',
  sql: `create table boxes (id integer primary key);
    create table crates (id integer primary key);`,
};
const columns = {
  name: '0002-columns.sql',
  sql: `alter table crates add column label text;
    alter table boxes add column label text;`,
};
const step = {
  name: '0002-step.sql',
  sql: `-- concurrent
    alter table boxes add column if not exists label text;`,
};
const both = [tables, columns];

describe('a migration that needs a lock', { skip: noPostgres }, () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await postgres.open();
  });
  beforeEach(async () => {
    await runSql(opened.database, 'drop schema public cascade');
    await runSql(opened.database, 'create schema public');
    await migrate(opened.database, [tables], AT);
  });
  after(() => opened.close());

  /** A reader that holds its lock on boxes until it is ended. */
  async function holdBoxes() {
    const began = Promise.withResolvers<number>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = opened.node().transaction(async (tx) => {
      const text = `select pg_backend_pid() as pid, 'secret' as said from boxes right join
        (select 1) as one on true`;
      const [row] = await tx.run<{ pid: number }>({ name: '', text });
      began.resolve(row?.pid ?? 0);
      await promise;
    });
    const pid = await began.promise;
    return { pid, end: () => (resolve(), ended) };
  }

  function logOf(onWarning: () => void = () => undefined) {
    const lines: string[] = [];
    const log = {
      info: () => undefined,
      warn: (facts: object, message: string) => {
        lines.push(`${message} ${JSON.stringify(facts)}`);
        onWarning();
      },
    };
    return { lines, log };
  }

  const labels = `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'label' order by 1`;

  test('does not wait for long either if the table is not known', async () => {
    await runSql(opened.database, 'create index boxes_by_id on boxes (id)');
    const holder = await holdBoxes();
    const dropped = { name: '0003-dropped.sql', sql: 'drop index boxes_by_id;' };
    const run = migrate(opened.node(), [tables, dropped], AT, { lockLimitMs: 0 });
    await assert.rejects(run, /0003-dropped.sql got no lock on what it names: others hold it;/);
    await holder.end();
  });

  for (const migrations of [both, [tables, step]]) {
    const name = migrations[1]?.name ?? '';
    test(`${name} says who holds it, and changes nothing`, async () => {
      const holder = await holdBoxes();
      const run = migrate(opened.node(), migrations, AT, { lockLimitMs: 0 });
      await assert.rejects(run, (error) => {
        assert.ok(error instanceof MigrationBlocked);
        const who = `held by pid ${holder.pid} \\(bramka, for -?\\d+ s\\)`;
        assert.match(error.message, new RegExp(`^migration ${name} got no lock on boxes: ${who};`));
        return true;
      });
      assert.deepEqual(await runSql(opened.database, labels), []);
      await holder.end();
      assert.deepEqual(await migrate(opened.node(), migrations, AT), [name]);
    });

    test(`${name} is repeated until the lock is free; others get through meanwhile`, async () => {
      const holder = await holdBoxes();
      const warned = Promise.withResolvers<void>();
      const { lines, log } = logOf(warned.resolve);
      const run = migrate(opened.node(), migrations, AT, { log });
      await warned.promise;
      // Between two tries nobody waits, although the lock is still held.
      for (const table of ['boxes', 'crates'])
        await runSql(opened.database, `select from ${table}`);
      await holder.end();
      assert.deepEqual(await run, [name]);
      const [line = ''] = lines;
      assert.match(line, /^a migration waits for a lock /);
      assert.match(line, new RegExp(`"tables":\\["boxes"\\].*"pid":${holder.pid},`));
      assert.match(line, /"application":"bramka","kind":"client backend","state":"idle in tr/);
      assert.doesNotMatch(line, /secret/);
    });
  }
});

describe('the time of a try', () => {
  const blockers = (kind: string) => [{ pid: 1, application: '', kind, state: null, seconds: 1 }];

  /** The limits of the tries, of which the third gets its locks. */
  async function triesBeside(kind: string): Promise<number[]> {
    const tried: number[] = [];
    const answers: Record<string, unknown[]> = {
      'migrate.blockers': blockers(kind),
      'migrate.deadlock-timeout': [{ ms: 1000 }],
    };
    const database = {
      run: <Row>({ name }: Statement) => Promise.resolve((answers[name] ?? []) as Row[]),
    };
    const log = { info: () => undefined, warn: () => undefined };
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const parts = { database, clock, log, lockLimitMs: 1_000_000 };
    await withLocks(
      parts,
      'x',
      () => ['boxes'],
      (ms) => {
        tried.push(ms);
        return tried.length < 3
          ? Promise.reject(new RetryableFailure(new Error('lock timeout')))
          : Promise.resolve();
      },
    );
    return tried;
  }

  test('is half a second', async () => {
    assert.deepEqual(await triesBeside('client backend'), [500, 500, 500]);
  });

  test('is longer beside a vacuum, which ends only for whoever waits that long', async () => {
    assert.deepEqual(await triesBeside('autovacuum worker'), [500, 1200, 1200]);
  });
});
