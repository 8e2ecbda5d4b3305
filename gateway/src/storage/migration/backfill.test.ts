// Tests of backfills: every row is changed exactly once, whoever is killed and however many nodes
// work on it, and nothing that a backfill needs is removed before its end.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, noPostgres, postgres, runSql } from '@bramka/test/support/engines.ts';
import type { Engine, OpenEngine } from '@bramka/test/support/engines.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { createBackfiller } from './backfill.ts';
import type { Migration } from './parse.ts';
import { readStatus } from './status.ts';

const AT = '2026-03-01T12:00:00.000Z';
const ROWS = 1203;
const clock = handClock(Date.parse(AT));

/** `changed` counts how often a row was changed; the key has columns of several types. */
const boxes: Migration = {
  name: '9001-boxes.sql',
  sql: `create table boxes (owner text, made_at timestamptz, id uuid, label text,
      fresh text, changed integer not null default 0, primary key (owner, id, made_at));`,
};
const fill: Migration = {
  name: '9002-fill.sql',
  sql: `-- backfill: boxes, written since 0.1.0
    update boxes set fresh = label, changed = changed + 1 where fresh is null and :batch;`,
};
const other: Migration = {
  name: '9003-other.sql',
  sql: `-- backfill: boxes, written since 0.1.0
    update boxes set changed = changed + 100 where :batch;`,
};
const contract: Migration = {
  name: '9004-contract.sql',
  sql: '-- contract: unused since 0.1.0\nalter table boxes drop column label;',
};
const started = [boxes, fill];

const addRows = `insert into boxes (owner, made_at, id, label)
  select (n % 3)::text, timestamptz '2026-01-01T00:00:00.123456Z' + n * interval '1 second',
    ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'box ' || n
  from generate_series(1, ${ROWS}) as n`;

function opening(engine: Engine): () => OpenEngine {
  let opened: OpenEngine;
  before(async () => {
    opened = await engine.openWithTables();
  });
  beforeEach(async () => {
    const { database } = opened;
    await runSql(database, 'drop table if exists boxes');
    await runSql(database, 'truncate backfills');
    await runSql(database, `delete from schema_migrations where name like '9%'`);
    await migrate(database, [boxes], AT);
    await runSql(database, addRows);
  });
  after(() => opened?.close());
  return () => opened;
}

function jobOf(database: Pick<Database, 'transaction'>, migrations = [...started, other]) {
  const lines: string[] = [];
  const log = { info: (facts: object, text: string) => lines.push(JSON.stringify([text, facts])) };
  return { lines, run: createBackfiller({ database, migrations, clock, log }) };
}

/** How often rows were changed: `{ '1': 1203 }` if each was once. */
async function changes(database: Database): Promise<Record<string, number>> {
  const text = 'select changed, count(*)::integer as rows from boxes group by 1 order by 1';
  const rows = await runSql<{ changed: number; rows: number }>(database, text);
  return Object.fromEntries(rows.map((row) => [String(row.changed), row.rows]));
}

async function finish(run: () => Promise<number>): Promise<void> {
  while ((await run()) > 0);
}

const statusOf = async (database: Database) =>
  (await readStatus(database, started)).backfills.map(({ name, rowsDone, rowsTotal, finishedAt }) =>
    [name, rowsDone, rowsTotal, finishedAt].join(' '),
  );

for (const engine of engines) {
  describe(`a backfill on ${engine.name}`, { skip: engine.skip }, () => {
    const opened = opening(engine);

    test('changes every row once in batches, and shows how far it is', async () => {
      const { database } = opened();
      assert.deepEqual(await migrate(database, started, AT), [fill.name]);
      assert.deepEqual(await changes(database), { '0': ROWS }, 'the migration changes no row');
      const { run, lines } = jobOf(database);
      assert.equal(await run(), 500);
      assert.deepEqual(await changes(database), { '0': ROWS - 500, '1': 500 });
      assert.deepEqual(await statusOf(database), [`${fill.name} 500 ${ROWS} `]);
      await finish(run);
      assert.deepEqual(await changes(database), { '1': ROWS });
      assert.deepEqual(await statusOf(database), [`${fill.name} ${ROWS} ${ROWS} ${AT}`]);
      const facts = { backfill: fill.name, done: ROWS };
      assert.deepEqual(lines, [JSON.stringify(['a backfill is complete', facts])]);
      const wrong = 'select id from boxes where fresh is distinct from label';
      assert.deepEqual(await runSql(database, wrong), []);
    });

    test('of an empty table, or of rows that fill a batch exactly, ends', async () => {
      const { database } = opened();
      for (const rows of [0, 500]) {
        await runSql(
          database,
          `delete from boxes where made_at >
          timestamptz '2026-01-01T00:00:00.123456Z' + ${rows} * interval '1 second'`,
        );
        await runSql(database, 'update boxes set fresh = null');
        await runSql(database, 'truncate backfills');
        await runSql(database, `delete from schema_migrations where name = '${fill.name}'`);
        if (rows > 0) await runSql(database, addRows.replace(String(ROWS), String(rows)));
        await migrate(database, started, AT);
        await finish(jobOf(database).run);
        assert.deepEqual(await statusOf(database), [`${fill.name} ${rows} ${rows} ${AT}`]);
      }
    });

    test('that is interrupted before the commit of a batch does this batch again', async () => {
      const { database } = opened();
      await migrate(database, started, AT);
      await jobOf(database).run();
      const killed = jobOf({
        transaction: (work) =>
          database.transaction(async (tx) => {
            await work(tx);
            throw new Error('killed');
          }),
      });
      await assert.rejects(killed.run(), /killed/);
      assert.deepEqual(await statusOf(database), [`${fill.name} 500 ${ROWS} `]);
      await finish(jobOf(database).run);
      assert.deepEqual(await changes(database), { '1': ROWS });
    });

    test('of a later version is left alone', async () => {
      const { database } = opened();
      await migrate(database, started, AT);
      assert.equal(await jobOf(database, [boxes]).run(), 0);
      assert.deepEqual(await changes(database), { '0': ROWS });
    });

    test('comes to its end before a contract step removes what it reads', async () => {
      const { database } = opened();
      await migrate(database, started, AT);
      await jobOf(database).run();
      const all = [...started, other, contract];
      assert.deepEqual(await migrate(database, all, AT), [other.name, contract.name]);
      assert.deepEqual(await changes(database), { '101': ROWS });
      const empty = 'select id from boxes where fresh is null';
      assert.deepEqual(await runSql(database, empty), []);
    });
  });
}

describe('several nodes', { skip: noPostgres }, () => {
  const opened = opening(postgres);

  test('share a backfill: every row is changed once', async () => {
    await migrate(opened().database, [...started, other], AT);
    const nodes = Array.from({ length: 3 }, () => jobOf(opened().node()).run);
    const isOver = async () => {
      const { backfills } = await readStatus(opened().database, []);
      return backfills.every(({ finishedAt }) => finishedAt !== null);
    };
    await until(async () => {
      await Promise.all(nodes.flatMap((run) => [run(), run()]));
      return isOver();
    }, 'both backfills');
    assert.deepEqual(await changes(opened().database), { '101': ROWS });
    const done = (await readStatus(opened().database, [])).backfills.map((one) => one.rowsDone);
    assert.deepEqual(done, [ROWS, ROWS]);
  });

  test('of which one is killed in the middle of a batch: the other one goes on', async () => {
    const { database, url } = opened();
    await migrate(database, started, AT);
    await jobOf(database).run();
    // The rows of the next batch are locked, so that the batch of the other process waits.
    const locked = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    const holding = opened()
      .node()
      .transaction(async (tx) => {
        await tx.run({ name: '', text: 'select from boxes where changed = 0 for update' });
        locked.resolve();
        await killed.promise;
      });
    await Promise.race([locked.promise, holding]);
    const program = `
      import { systemClock } from '${new URL('../../core/clock.ts', import.meta.url).href}';
      import { openPostgres } from '${new URL('../postgres.ts', import.meta.url).href}';
      import { createBackfiller } from '${new URL('./backfill.ts', import.meta.url).href}';
      const database = openPostgres({ url: process.env.URL_OF_TEST, connections: 1,
        statementTimeoutMs: 600_000 });
      const migrations = ${JSON.stringify(started)};
      await createBackfiller({ database, migrations, clock: systemClock, log: console })();`;
    const env = { ...process.env, URL_OF_TEST: url };
    const args = ['--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
    const exited = once(child, 'exit');
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and query like 'select array%' and wait_event_type = 'Lock'`;
    const waits = async () => (await runSql(database, waiting)).length > 0;
    try {
      await until(waits, 'the batch of the other process');
      assert.equal(await jobOf(database).run(), 0, 'one node at a time');
    } finally {
      child.kill('SIGKILL');
      await exited;
      killed.resolve();
      await holding;
    }
    await until(async () => {
      await finish(jobOf(database).run);
      return (await statusOf(database))[0] === `${fill.name} ${ROWS} ${ROWS} ${AT}`;
    }, 'the backfill');
    assert.deepEqual(await changes(database), { '1': ROWS });
  });
});
