// Tests of the embedded database that do not apply to a server: its plans while tables grow, its
// only session after an answer that cannot be read, and its end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import type { Database } from './database.ts';
import { MAX_MESSAGE_BYTES } from './driver/guarded-client.ts';
import { openEmbedded } from './embedded.ts';
import { ConnectionLost } from './errors.ts';

let database: Database;
before(async () => {
  database = await openEmbedded();
});
after(() => database.close());

const lookup = { name: 'test.lookup', text: 'select id from grown where owner = $1' };
const look = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await database.run(lookup, [1]);
};
let plans = 0;
const plan = async (): Promise<string> => {
  plans += 1;
  const text = `explain execute "${lookup.name}"(1)`;
  return JSON.stringify(await database.run({ name: `test.plan-${plans}`, text }));
};

test('plans are kept, and made again when tables may have grown', async () => {
  await runSql(database, 'create table grown (id integer primary key, owner integer)');
  await runSql(database, 'create index grown_owner on grown (owner)');
  await look(10);
  const first = await plan();
  assert.match(first, /grown_owner/);
  await runSql(database, 'insert into grown select n, n from generate_series(1, 20000) as n');
  await look(10);
  assert.equal(await plan(), first);
  await look(1000);
  const later = await plan();
  assert.notEqual(later, first);
  assert.match(later, /grown_owner/);
});

test('an answer that is too large fails its statement, and the transaction is undone', async () => {
  await runSql(database, 'create table kept (id integer primary key)');
  const add = { name: 'test.add', text: 'insert into kept values ($1)' };
  await database.run(add, [1]);
  const large = `select repeat('x', ${MAX_MESSAGE_BYTES}) as value`;
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.run(add, [2]);
      await runSql(tx, large);
    }),
    ConnectionLost,
  );
  await database.run(add, [3]);
  const rows = await runSql(database, 'select id from kept order by id');
  assert.deepEqual(rows, [{ id: 1 }, { id: 3 }]);
});

test('statements that wait behind a failed one do not run in the next transaction', async () => {
  await runSql(database, 'create table waited (id integer primary key)');
  const add = { name: 'test.wait', text: 'insert into waited values ($1)' };
  await database.run(add, [0]);
  const failing = database.transaction(async (tx) => {
    await runSql(tx, 'deallocate all');
    await Promise.all(Array.from({ length: 20 }, (_, place) => tx.run(add, [place + 1])));
  });
  await assert.rejects(failing, ConnectionLost);
  const rows = await database.transaction((tx) => runSql(tx, 'select id from waited'));
  assert.deepEqual(rows, [{ id: 0 }]);
  assert.deepEqual(await runSql(database, 'select id from waited'), rows);
});

test('variables for a server have no effect', async () => {
  const names = {
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGOPTIONS: '-c timezone=Japan',
  };
  Object.assign(process.env, names);
  try {
    const other = await openEmbedded();
    const at = await runSql(other, "select '2026-11-17 00:00:00+02'::timestamptz as at");
    assert.deepEqual(at, [{ at: Date.parse('2026-11-16T22:00:00Z') }]);
    await other.close();
  } finally {
    for (const name of Object.keys(names)) delete process.env[name];
  }
});

test('what the database refuses does not end the session', async () => {
  const echo = (value: string) => runSql(database, 'select $1::text as value', [value]);
  await assert.rejects(echo('a\0b'), /invalid byte sequence/);
  assert.deepEqual(await echo('\ud800'), [{ value: '\ufffd' }]);
  await assert.rejects(runSql(database, 'select 1 / $1::integer', [0]), /division by zero/);
  assert.deepEqual(await echo('still here'), [{ value: 'still here' }]);
});

test('a closed database is one that cannot be reached', async () => {
  const closed = await openEmbedded();
  const before = runSql(closed, 'select 1 as value');
  await closed.close();
  assert.deepEqual(await before, [{ value: 1 }]);
  await assert.rejects(runSql(closed, 'select 1 as value'), ConnectionLost);
});
