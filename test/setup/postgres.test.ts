// Tests of the temporary server: committed data survives a kill, and nothing remains after stop.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from 'pg';
import { findPostgresBinaries, startPostgres } from './postgres.ts';

const skip = findPostgresBinaries() === undefined && 'PostgreSQL 15 or newer is not installed';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('survives a kill with its data and leaves nothing behind when stopped', { skip }, async () => {
  const postgres = await startPostgres({ settings: { work_mem: '5MB' } });
  try {
    assert.deepEqual(await query(postgres.url, 'show work_mem'), [{ work_mem: '5MB' }]);
    assert.deepEqual(await query(postgres.url, 'show synchronous_commit'), [
      { synchronous_commit: 'on' },
    ]);
    await query(postgres.url, 'create table kept as select 7 as number');
    await postgres.kill9();
    await assert.rejects(query(postgres.url, 'select 1'), /ECONNREFUSED/);
    await postgres.restart();
    assert.deepEqual(await query(postgres.url, 'select number from kept'), [{ number: 7 }]);
  } finally {
    await postgres.stop();
  }
  await assert.rejects(query(postgres.url, 'select 1'), /ECONNREFUSED/);
  assert.equal(existsSync(postgres.dataDir), false);
});
