// A cell is one schema of one database: two of them in the same database are migrated at the same
// time, hold rows with the same ids, and nothing crosses from one to the other.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { sqlFeedStore } from '@bramka/gateway/events/feed/feed.store.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { journalSettings, sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import { balances } from '@bramka/gateway/ledger/ledger.ts';
import { createOutage } from '@bramka/gateway/storage/availability/outage.ts';
import { StorageUnusable } from '@bramka/gateway/storage/data-directory.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { refuseMissing } from '@bramka/gateway/storage/migration/migrate-installation.ts';
import { openServerStorage, type Storage } from '@bramka/gateway/storage/open.ts';
import { noPostgres, postgres, runSql, type OpenEngine } from '../support/engines.ts';
import { addRow } from '../support/journal/add-row.ts';
import { until } from '../support/waiting/until.ts';

const AT = '2026-03-01T12:00:00.000Z';
const ID = '0198c5d1-7b2a-7000-8000-00000000abcd';

function openOn(url: string, schema: string): Storage {
  const outage = createOutage(systemClock);
  return openServerStorage({ url, schema, connections: 2, journalSettings, outage });
}

function migrateCell(cell: Storage): Promise<string[]> {
  return cell.runLongWork((database) => migrate(database, gatewayMigrations, AT, cell));
}

function journalOf({ journalDatabase, lanes }: Storage): Journal {
  const options = { lanes, batchSize: 16, defer: setImmediate };
  return groupCommit(sqlCommitter(journalDatabase), options);
}

for (const name of ['Cells', 'a-b', '"a"', 'a b', '1a', 'pg_cell', 'a;drop', '', 'a'.repeat(64)]) {
  test(`a schema cannot be named ${JSON.stringify(name)}`, () => {
    assert.throws(() => openOn('postgres://nobody@127.0.0.1:1/none', name), StorageUnusable);
  });
}

describe('two schemas of one database', { skip: noPostgres }, () => {
  let opened: OpenEngine;
  let cells: readonly Storage[];
  let one: Storage;
  let two: Storage;
  before(async () => {
    opened = await postgres.open();
    cells = [(one = openOn(opened.url, 'cell_one')), (two = openOn(opened.url, 'cell_two'))];
  });
  after(async () => {
    await Promise.all(cells.map((cell) => cell.close()));
    await opened.close();
  });

  const countOf = async (cell: Storage, table: string): Promise<number> =>
    (await runSql(cell.database, `select 1 from ${table}`)).length;

  test('are migrated at the same time, also by two nodes each', async () => {
    const applied = await Promise.all([one, one, two, two].map(migrateCell));
    const names = gatewayMigrations.map(({ name }) => name);
    assert.deepEqual(
      applied.filter((done) => done.length > 0),
      [names, names],
    );
    assert.deepEqual(await migrateCell(one), []);
  });

  test('a node that does not migrate looks into the schema of its cell', async () => {
    const parts = {
      migrations: gatewayMigrations,
      environment: 'sandbox',
      clock: systemClock,
    } as const;
    const log = { info: () => undefined, warn: () => undefined };
    await refuseMissing({ ...parts, log, storage: one });
    const third = openOn(opened.url, 'cell_three');
    await assert.rejects(refuseMissing({ ...parts, log, storage: third }), StorageUnusable);
    await third.close();
  });

  test('do not wait for the migrations of each other', async () => {
    const waits = { name: '9999-waits.sql', sql: 'select pg_advisory_xact_lock(42)' };
    let waiting: Promise<string[]> | undefined;
    await opened.database.transaction(async (tx) => {
      await runSql(tx, 'select pg_advisory_xact_lock(42)');
      waiting = one.runLongWork((database) => migrate(database, [waits], AT, one));
      const locked = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
      await until(async () => (await runSql(tx, locked)).length === 1, 'the migration that waits');
      assert.deepEqual(await migrateCell(two), []);
    });
    assert.deepEqual(await waiting, [waits.name]);
  });

  test('hold everything that a cell has, and the schema public nothing', async () => {
    const text = `select n.nspname as schema, count(*)::integer as count
      from (select relnamespace as schema from pg_class
            union all select pronamespace from pg_proc) x
      join pg_namespace n on n.oid = x.schema
      where n.nspname in ('public', 'cell_one', 'cell_two') group by n.nspname order by 1`;
    const rows = await runSql<{ schema: string; count: number }>(opened.database, text);
    assert.deepEqual(
      rows.map(({ schema }) => schema),
      ['cell_one', 'cell_two'],
    );
    assert.equal(rows[0]?.count, rows[1]?.count);
    assert.ok((rows[0]?.count ?? 0) > 100);
  });

  test('journals of both write the same keys, each for itself', async () => {
    const key = { merchantId: '10000001', account: 'MERCHANT_PAYABLE', currency: 'PLN' };
    const steps: [Storage, bigint][] = [
      [one, 5n],
      [two, 7n],
      [one, 1n],
    ];
    for (const [cell, by] of steps) {
      const entry = new Draft().increment(balances, key, 'balanceMinor', by);
      assert.equal((await journalOf(cell).commit(entry)).kind, 'committed');
    }
    const read = async (cell: Storage) =>
      (
        await runSql<{ is: bigint }>(
          cell.database,
          'select balance_minor as is from ledger_balances',
        )
      ).map((row) => row.is);
    assert.deepEqual(await read(one), [6n]);
    assert.deepEqual(await read(two), [7n]);
  });

  test('a key taken in one is free in the other', async () => {
    const row = { merchant_id: '10000001', payment_id: ID };
    await addRow(one.database, 'deadlines', row);
    await assert.rejects(addRow(one.database, 'deadlines', row), { constraint: 'deadlines_pkey' });
    assert.equal(await countOf(two, 'deadlines'), 0);
    await addRow(two.database, 'deadlines', row);
    await runSql(one.database, 'delete from deadlines');
    assert.equal(await countOf(two, 'deadlines'), 1);
  });

  test('the feed of one does not wait for the events of the other', async () => {
    const feedOf = (cell: Storage) => sqlFeedStore(cell.database).horizon();
    const event = { merchant_id: '10000001', event_id: ID };
    for (const cell of cells) await feedOf(cell);
    await one.database.transaction(async (tx) => {
      await addRow(tx, 'events', event);
      const [own] = await runSql<{ id: bigint }>(tx, 'select commit_xid as id from events');
      const before = own?.id as bigint;
      assert.ok((await feedOf(one)) <= before);
      await addRow(two.database, 'events', event);
      assert.ok((await feedOf(two)) > before);
    });
  });

  test('a new epoch of one leaves the other as it is', async () => {
    await runSql(one.database, `update event_epoch set history = 'another'`);
    await sqlFeedStore(one.database).horizon();
    const epochs = async (cell: Storage) =>
      runSql<{ epoch: number }>(cell.database, 'select epoch from event_epoch');
    assert.deepEqual(await epochs(one), [{ epoch: 2 }]);
    assert.deepEqual(await epochs(two), [{ epoch: 1 }]);
  });
});
