// Tests of the test databases: empty, separate from each other, and removed afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from './database.ts';

const skip = process.env.BRAMKA_TEST_POSTGRES === undefined && 'no PostgreSQL in this run';

async function tablesOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  return rows.map((row) => row.name);
}

test('gives each caller its own empty database', { skip }, async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  assert.ok(one && two);
  assert.notEqual(one.url, two.url);
  const client = new Client({ connectionString: one.url });
  await client.connect();
  await client.query('create table seen (id bigint)');
  assert.deepEqual(await tablesOf(one.url), ['seen']);
  assert.deepEqual(await tablesOf(two.url), []);
  await client.end();
  await Promise.all([one.drop(), two.drop()]);
  await assert.rejects(tablesOf(one.url), /does not exist/);
});

test('gives a copy of a template', { skip }, async () => {
  const template = await createTestDatabase();
  assert.ok(template);
  const client = new Client({ connectionString: template.url });
  await client.connect();
  await client.query('create table copied (id bigint)');
  await client.end();
  const copy = await createTestDatabase(template.name);
  assert.ok(copy);
  assert.deepEqual(await tablesOf(copy.url), ['copied']);
  await Promise.all([template.drop(), copy.drop()]);
});

test('returns undefined if the run has no PostgreSQL', async () => {
  const before = process.env.BRAMKA_TEST_POSTGRES;
  delete process.env.BRAMKA_TEST_POSTGRES;
  assert.equal(await createTestDatabase(), undefined);
  if (before !== undefined) process.env.BRAMKA_TEST_POSTGRES = before;
});
