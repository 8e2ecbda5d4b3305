// `bramka migrate`: the plan and the status change nothing, who holds a lock is printed, and a node
// that does not migrate by itself starts only afterwards.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';
import { noPostgres, postgres, runSql } from '@bramka/test/support/engines.ts';
import { planText, statusText } from './migrate/migrate-text.ts';
import { runCommand } from './program.ts';
import { runBramka } from './testing/run-bramka.ts';

const all = [...gatewayMigrations, ...sandboxMigrations].map(({ name }) => name);
const COMPLETE = 'The database has all migrations of this version.\n';

describe('bramka migrate', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bramka-migrate-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PORT: '0', BRAMKA_DATA_DIR: dataDir, BRAMKA_MIGRATE: 'off' };
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runBramka(['migrate', ...words], env);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  };

  test('a node that does not migrate refuses an empty database', async () => {
    const { code, stderr } = await runBramka(['start'], env);
    const lacks = `the database lacks the migration ${all[0]} and ${all.length - 1} more`;
    const what = `${lacks}, and BRAMKA_MIGRATE is off: run \`bramka migrate\` first`;
    assert.deepEqual([code, stderr], [1, `bramka cannot start: ${what}\n`]);
  });

  test('the plan and the status change nothing', async () => {
    const plan = await run('--plan');
    assert.match(plan, /^0001-foundation\.sql, in one transaction\n {2}create table /);
    assert.match(
      plan,
      new RegExp(`\\n${all.length} migrations missing; nothing was changed\\.\\n$`),
    );
    const planned = JSON.parse(await run('--plan', '--json')) as { name: string }[];
    assert.deepEqual(
      planned.map(({ name }) => name),
      all,
    );
    const status: unknown = JSON.parse(await run('--status', '--json'));
    assert.deepEqual(status, { missing: all, unknown: [], backfills: [] });
  });

  test('applies what is missing, once; then the node starts', async () => {
    assert.equal(await run(), `${all.map((name) => `applied ${name}\n`).join('')}${COMPLETE}`);
    assert.equal(await run(), COMPLETE);
    assert.deepEqual(JSON.parse(await run('--json')), { applied: [] });
    assert.equal(await run('--plan'), COMPLETE);
    assert.equal(await run('--status'), COMPLETE);
    const started = await runBramka(['start'], env);
    assert.deepEqual([started.code, started.stderr], [0, '']);
  });

  test('refuses the database of another environment before it changes anything', async () => {
    const production = {
      ...env,
      BRAMKA_ENV: 'production',
      BRAMKA_ADMIN_KEY: 'the key of one who operates it',
      BRAMKA_MASTER_KEY: randomBytes(32).toString('base64'),
      BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:1/acquirer',
    };
    const { code, stderr } = await runBramka(['migrate'], production);
    const what = 'the database belongs to the sandbox environment, not production';
    assert.deepEqual([code, stderr], [1, `bramka: ${what}\n`]);
  });
});

test('names who holds a lock that a migration needs', { skip: noPostgres }, async () => {
  const opened = await postgres.openWithTables();
  const { database, url } = opened;
  const dataDir = mkdtempSync(join(tmpdir(), 'bramka-migrate-'));
  try {
    await runSql(database, 'alter table audit_log drop column details');
    await runSql(
      database,
      `delete from schema_migrations where name = '0046-operator-actions.sql'`,
    );
    const { promise: told, resolve: tell } = Promise.withResolvers<string>();
    let printed = '';
    const run = await opened.node().transaction(async (tx) => {
      await tx.run({ name: '', text: 'select from audit_log' });
      const started = runCommand(['migrate'], {
        env: { DATABASE_URL: url, BRAMKA_DATA_DIR: dataDir },
        print: (text) => (printed += text),
        printError: tell,
      });
      const waits = 'a migration waits for a lock: 0046-operator-actions.sql, tables audit_log';
      assert.match(await told, new RegExp(`^${waits}, pid \\d+ \\(bramka, for \\d+ s\\)\\n$`));
      return { started };
    });
    assert.equal(await run.started, 0);
    assert.equal(printed, `applied 0046-operator-actions.sql\n${COMPLETE}`);
  } finally {
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('the plan for people names locks, sizes, times and open transactions', () => {
  const step = {
    statement: 'alter table attempts\n  add column provider_code text',
    table: 'attempts',
    lock: 'ACCESS EXCLUSIVE',
    blocks: 'reads and writes',
    work: 'none',
    size: { rows: 1_200_000, bytes: 310e6 },
    seconds: 0,
  } as const;
  const index = { ...step, lock: 'SHARE UPDATE EXCLUSIVE', blocks: null, work: 'index' } as const;
  const holder = { pid: 7, application: 'psql', kind: 'client backend', state: null, seconds: 40 };
  const steps = [step, { ...index, seconds: 42.4 }, { ...index, seconds: 600 }];
  const text = planText([
    { name: '0060-x.sql', kind: 'concurrent', steps, waitsFor: [holder] },
    {
      name: '0061-y.sql',
      kind: 'transaction',
      steps: [
        { ...step, lock: null, table: null },
        { ...step, seconds: null },
      ],
      waitsFor: [],
    },
  ]);
  const statement = '  alter table attempts add column provider_code text\n';
  const on = (lock: string) => `    ${lock} lock on attempts (1200000 rows, 310 MB), `;
  assert.equal(
    text,
    `0060-x.sql, statement by statement
${statement}${on('ACCESS EXCLUSIVE')}blocks reads and writes, milliseconds
${statement}${on('SHARE UPDATE EXCLUSIVE')}blocks nobody, about 42 s
${statement}${on('SHARE UPDATE EXCLUSIVE')}blocks nobody, about 10 min
  waits for pid 7 (psql, for 40 s)

0061-y.sql, in one transaction
${statement}    locks nothing that is in use
${statement}${on('ACCESS EXCLUSIVE')}blocks reads and writes, longer the larger the table is

2 migrations missing; nothing was changed.
`,
  );
});

test('the status for people shows backfills and migrations of a later version', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const half = { name: '0060-x.sql', rowsDone: 500, rowsTotal: 1203, startedAt: at, updatedAt: at };
  const backfills = [
    { ...half, finishedAt: null },
    { ...half, rowsDone: 1, finishedAt: at },
  ];
  assert.equal(
    statusText({ missing: ['0061-y.sql'], unknown: ['0070-z.sql'], backfills }),
    `missing 0061-y.sql
A later version has applied 1 migration.
0060-x.sql  500 of about 1203 rows
0060-x.sql  1 row, done at ${at}
`,
  );
});
