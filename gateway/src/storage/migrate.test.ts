// Tests of migrations on both engines: each applied once, in order, as a whole or not at all, also
// when several nodes start at once.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { engines, noPostgres, runSql, postgres } from '@bramka/test/support/engines.ts';
import type { Engine, OpenEngine } from '@bramka/test/support/engines.ts';
import type { Database } from './database.ts';
import { compareApplied, migrate, readMigrations } from './migrate.ts';
import type { Migration } from './migration/parse.ts';

const AT = '2026-03-01T12:00:00.000Z';

const first: Migration = {
  name: '0001-first.sql',
  sql: `-- A comment; with a semicolon.
    create table boxes (id integer primary key);
    insert into boxes values (1);
    -- the end;
  `,
};
const second: Migration = {
  name: '0002-second.sql',
  sql: 'alter table boxes add column label text;\ncreate index boxes_label on boxes (label);\n',
};

async function tablesIn(database: Database): Promise<string[]> {
  const text = `select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  return (await runSql<{ name: string }>(database, text)).map(({ name }) => name);
}

async function recorded(database: Database): Promise<{ name: string; applied_at: number }[]> {
  return runSql(database, 'select name, applied_at from public.schema_migrations order by name');
}

/** Opens the engine once for all tests of a suite and empties the database before each. */
function opening(engine: Engine): () => OpenEngine {
  let opened: OpenEngine;
  before(async () => {
    opened = await engine.open();
  });
  beforeEach(async () => {
    await runSql(opened.database, 'drop schema public cascade');
    await runSql(opened.database, 'create schema public');
  });
  after(() => opened.close());
  return () => opened;
}

for (const engine of engines) {
  describe(`migrations on ${engine.name}`, { skip: engine.skip }, () => {
    const opened = opening(engine);

    test('are applied once each, in order, and recorded with their time', async () => {
      const { database } = opened();
      assert.deepEqual(await migrate(database, [first], AT), [first.name]);
      assert.deepEqual(await migrate(database, [first, second], AT), [second.name]);
      assert.deepEqual(await migrate(database, [first, second], AT), []);
      assert.deepEqual(await recorded(database), [
        { name: first.name, applied_at: Date.parse(AT) },
        { name: second.name, applied_at: Date.parse(AT) },
      ]);
      assert.deepEqual(await runSql(database, 'select id, label from boxes'), [
        { id: 1, label: null },
      ]);
    });

    test('refuse one that was changed after it was applied, and apply nothing', async () => {
      const { database } = opened();
      await migrate(database, [first], AT);
      const changed = { ...first, sql: `${first.sql}\n` };
      const again = migrate(database, [changed, second], AT);
      await assert.rejects(again, /0001-first.sql was changed after it had been applied/);
      assert.equal((await recorded(database)).length, 1);
      await assert.rejects(runSql(database, 'select label from boxes'), /label/);
    });

    test('one that fails is named and changes nothing; those before it stay', async () => {
      const { database } = opened();
      const sql =
        'create table half (id integer);\nselect 1 / 0;\ncreate table never (id integer);';
      const failing = { name: '0003-failing.sql', sql };
      const run = migrate(database, [first, second, failing], AT);
      await assert.rejects(run, /migration 0003-failing.sql failed: division by zero/);
      assert.deepEqual(await tablesIn(database), ['boxes', 'schema_migrations']);
      const mended = { name: failing.name, sql: 'create table half (id integer);' };
      assert.deepEqual(await migrate(database, [first, second, mended], AT), [mended.name]);
    });

    test('of a later version are accepted, so that the version before can start', async () => {
      const { database } = opened();
      await migrate(database, [first, second], AT);
      assert.deepEqual(await migrate(database, [first], AT), []);
      const { missing, unknown } = await compareApplied(database, [first]);
      assert.deepEqual([missing, unknown], [[], [second.name]]);
    });

    test('of two packages are distinguished by their prefix', async () => {
      const { database } = opened();
      const other = { name: `other/${first.name}`, sql: 'create table crates (id integer);' };
      assert.deepEqual(await migrate(database, [first], AT), [first.name]);
      assert.deepEqual(await migrate(database, [other], AT), [other.name]);
    });
  });
}

describe('two nodes', { skip: noPostgres }, () => {
  const opened = opening(postgres);

  test('that start at the same time apply each migration once', async () => {
    const slow = { name: '0003-slow.sql', sql: 'select pg_sleep(0.1);\nselect 1;' };
    const nodes = Array.from({ length: 4 }, () => opened().node());
    const done = await Promise.all(nodes.map((node) => migrate(node, [first, second, slow], AT)));
    const names = [first.name, second.name, slow.name];
    assert.deepEqual(
      done.filter((applied) => applied.length > 0),
      [names],
    );
    assert.deepEqual(
      (await recorded(opened().database)).map((row) => row.name),
      names,
    );
    assert.equal((await runSql(opened().database, 'select id from boxes')).length, 1);
  });

  test('of which one fails half-way: the other still applies everything', async () => {
    const broken = { name: '0003-broken.sql', sql: 'select pg_sleep(0.1);\nselect 1 / 0;' };
    const [bad, good] = await Promise.allSettled([
      migrate(opened().node(), [first, broken], AT),
      migrate(opened().node(), [first, second], AT),
    ]);
    assert.equal(bad.status, 'rejected');
    assert.equal(good.status, 'fulfilled');
    assert.deepEqual(
      (await recorded(opened().database)).map((row) => row.name),
      [first.name, second.name],
    );
  });
});

test('migration files are read in the order of their names, and other files are ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  mkdirSync(join(folder, 'online'));
  for (const name of ['0010-b.sql', '0002-a.sql', 'notes.md', 'online/0010-b.sql']) {
    writeFileSync(join(folder, name), `-- ${name}`);
  }
  const read = readMigrations(pathToFileURL(`${folder}/`), 'extra/');
  rmSync(folder, { recursive: true });
  assert.deepEqual(read, [
    { name: 'extra/0002-a.sql', sql: '-- 0002-a.sql' },
    { name: 'extra/0010-b.sql', sql: '-- 0010-b.sql', online: '-- online/0010-b.sql' },
  ]);
});
