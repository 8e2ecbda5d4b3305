// Checks that time, randomness, the environment and SQL are used only in the modules that own them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannedUses } from './bans.ts';
import { assertTidy, readSources, sourceOf } from './source.ts';

const module = 'gateway/src/payments/process.ts';

const rows: [text: string, uses: string[]][] = [
  ['const at = Date.now();', ['Date.now']],
  ['const read = globalThis.Date.now;', ['Date.now']],
  ['const at = new Date();', ['new Date()']],
  ['const at = new Date;', ['new Date()']],
  ['const at = Date();', ['new Date()']],
  ['const at = new Date(clock.nowMs());', []],
  ['const dice = Math.random();', ['Math.random']],
  ['const floor = Math.floor(1.5);', []],
  [`import { randomUUID } from 'node:crypto';`, ['randomUUID']],
  [`import { randomUUID as id } from 'node:crypto';`, ['randomUUID']],
  ['const id = crypto.randomUUID();', ['randomUUID']],
  ['setTimeout(work, 5);', ['setTimeout']],
  ['globalThis.setTimeout(work, 5);', ['setTimeout']],
  ['const later = setTimeout;', ['setTimeout']],
  ['clock.setTimeout(work, 5);', []],
  ['const port = { setTimeout: later };', []],
  [`import { setTimeout as sleep } from 'node:timers/promises';`, ['setTimeout']],
  ['setInterval(work, 5);', ['setInterval']],
  ['const port = process.env.PORT;', ['process.env']],
  [`import { env } from 'node:process';`, ['process.env']],
  [`const told = 'Date.now() and process.env'; // setTimeout(`, []],
  ['const sql = `select id from payments`;', ['SQL']],
  ['const sql = `\n  SELECT id\n  FROM payments`;', ['SQL']],
  ['const sql = `-- by id\nselect id from payments`;', ['SQL']],
  ['const sql = `select pg_notify($1, $2)`;', ['SQL']],
  ['const sql = `insert into ${table} values ($1)`;', ['SQL']],
  ['const sql = `update payments set status = $1`;', ['SQL']],
  [`const sql = 'delete from payments';`, ['SQL']],
  ['const sql = `with due as (select 1) select * from due`;', ['SQL']],
  ['const told = `Select a bank from the list`;', []],
  ['const told = `update of ${id} failed`;', []],
  ['const told = `with a card as usual`;', []],
];

test('uses time, randomness, environment and SQL only in the modules that own them', () => {
  const sources = readSources();
  assert.ok(sources.length > 10, 'the sources were not found');
  assertTidy(sources.flatMap(bannedUses));
});

for (const [text, uses] of rows) {
  test(`${uses.length === 0 ? 'allows' : 'finds'}: ${text.replaceAll('\n', ' ')}`, () => {
    const found = bannedUses(sourceOf(module, text));
    assert.deepEqual(
      found.map((finding) => finding.problem),
      uses.map((what) => `uses ${what}`),
    );
  });
}

test('finds the database clock even in modules with SQL', () => {
  const problemsIn = (path: string) =>
    bannedUses(sourceOf(path, 'const sql = `update t set at = now()`;')).map((use) => use.problem);
  assert.deepEqual(problemsIn('gateway/src/payments/loading/payment.store.ts'), [
    'uses the database clock',
  ]);
  assert.deepEqual(problemsIn('gateway/src/payments/loading/payment.store.test.ts'), []);
});

test('allows owning modules, tests and benchmarks what others may not do', () => {
  const isFree = (path: string, text: string) => bannedUses(sourceOf(path, text)).length === 0;
  const clock = 'const at = Date.now();';
  assert.ok(isFree('gateway/src/core/clock.ts', clock));
  assert.ok(isFree('gateway/src/worker/loop.ts', clock));
  assert.ok(isFree('bench/src/main.ts', clock));
  assert.ok(isFree('gateway/src/payments/expire.test.ts', clock));
  assert.ok(!isFree('gateway/src/core-of-payments/clock.ts', clock));
  assert.ok(!isFree('sandbox/src/core/clock.ts', clock));
  const environment = 'const port = process.env.PORT;';
  assert.ok(isFree('gateway/src/config.ts', environment));
  assert.ok(isFree('cli/src/main.ts', environment));
  assert.ok(!isFree('gateway/src/app.ts', environment));
  assert.ok(!isFree('sandbox/src/serve.ts', environment));
  const sql = 'const sql = `select id from payments`;';
  assert.ok(isFree('gateway/src/payments/loading/payment.store.ts', sql));
  assert.ok(isFree('gateway/src/storage/migrate.ts', sql));
  assert.ok(!isFree('cli/src/doctor.ts', sql));
});
