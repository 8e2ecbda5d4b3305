// Tests of the plan of migrations: what each statement locks on this data, whom it would wait for,
// and that planning changes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, noPostgres, postgres, runSql } from '@bramka/test/support/engines.ts';
import type { OpenEngine } from '@bramka/test/support/engines.ts';
import { systemClock } from '../../core/clock.ts';
import { migrate } from '../migrate.ts';
import type { Migration } from './parse.ts';
import { planMigrations, type PlannedStep } from './plan.ts';

const AT = '2026-03-01T12:00:00.000Z';
const boxes: Migration = {
  name: '0001-boxes.sql',
  sql: `create table boxes (id integer primary key, label text);
    create table crates (id integer primary key);
    insert into boxes select n, 'box' from generate_series(1, 1000) as n;`,
};
const missing: Migration[] = [
  {
    name: '0002-columns.sql',
    sql: `create table bags (id integer references crates (id));
      create index bags_by_id on bags (id);
      alter table boxes add column size integer, add constraint boxes_size check (size > 0);
      insert into crates values (1);`,
  },
  {
    name: '0003-index.sql',
    sql: `-- concurrent
      create index concurrently if not exists boxes_by_label on boxes (label);
      create index concurrently if not exists bags_concurrently on bags (id);
      alter table boxes validate constraint boxes_size;`,
  },
  {
    name: '0004-fill.sql',
    sql: `-- backfill: boxes, written since 0.1.0
      update boxes set size = 1 where :batch;`,
  },
];

function shown({ table, lock, blocks, work, size, seconds }: PlannedStep): string {
  const time = seconds === null ? 'unknown' : seconds === 0 ? 'at once' : 'measured';
  return [table, lock, blocks, work, size?.rows, time].map((one) => one ?? '-').join(', ');
}

for (const engine of engines) {
  describe(`the plan on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.open();
      await migrate(opened.database, [boxes], AT);
    });
    after(() => opened?.close());

    test('names table, lock, who is blocked, work and size for each statement', async () => {
      const { database } = opened;
      const parts = { database, clock: systemClock };
      const plan = await planMigrations(parts, [boxes, ...missing]);
      assert.deepEqual(
        plan.map(({ name, kind, steps }) => [name, kind, ...steps.map(shown)]),
        [
          [
            '0002-columns.sql',
            'transaction',
            'crates, SHARE ROW EXCLUSIVE, writes, none, 0, at once',
            '-, -, -, none, -, at once',
            'boxes, ACCESS EXCLUSIVE, reads and writes, scan, 1000, measured',
            'crates, ROW EXCLUSIVE, -, none, 0, at once',
          ],
          [
            '0003-index.sql',
            'concurrent',
            'boxes, SHARE UPDATE EXCLUSIVE, -, index, 1000, measured',
            'bags, SHARE UPDATE EXCLUSIVE, -, index, -, at once',
            'boxes, SHARE UPDATE EXCLUSIVE, -, scan, 1000, measured',
          ],
          ['0004-fill.sql', 'backfill', 'boxes, ROW EXCLUSIVE, -, rows, 1000, measured'],
        ],
      );
      assert.deepEqual(plan[0]?.steps[2]?.statement.split(/\s+/).slice(0, 3), [
        'alter',
        'table',
        'boxes',
      ]);
      const tables = `select tablename from pg_tables where schemaname = 'public'`;
      assert.equal((await runSql(database, tables)).length, 3, 'nothing was changed');
    });

    test('of a database that has them all is empty', async () => {
      const parts = { database: opened.database, clock: systemClock };
      assert.deepEqual(await planMigrations(parts, [boxes]), []);
    });
  });
}

describe('the plan beside open transactions', { skip: noPostgres }, () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await postgres.open();
    await migrate(opened.database, [boxes], AT);
  });
  after(() => opened?.close());

  test('names those that hold a lock it needs; an index waits for all', async () => {
    const node = opened.node();
    const pids = await node.transaction(async (tx) => {
      const run = (text: string) => tx.run<{ pid: number }>({ name: '', text });
      const [own] = await run('select pg_backend_pid() as pid from boxes limit 1');
      const columns = { name: '0005-crates.sql', sql: 'alter table crates add column a text;' };
      const parts = { database: opened.database, clock: systemClock };
      const plan = await planMigrations(parts, [boxes, ...missing, columns]);
      return plan.map(({ waitsFor }) => waitsFor.map(({ pid }) => pid === own?.pid));
    });
    assert.deepEqual(pids, [[true], [true], [], []]);
  });
});
