// Creates empty databases on the PostgreSQL server of the test run.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Limits for the tests' own connections: a busy machine takes longer than a gateway may. */
export const patience = { statementTimeoutMs: 120_000, connectTimeoutMs: 120_000 } as const;

export type TestDatabase = { name: string; url: string; drop(): Promise<void> };

/**
 * A new database with a random name, empty or a copy of the template; undefined if the run has no
 * PostgreSQL.
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase | undefined> {
  const adminUrl = process.env.BRAMKA_TEST_POSTGRES;
  if (adminUrl === undefined || adminUrl === '') return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const origin = template === undefined ? '' : ` template ${template}`;
  await administer(adminUrl, `create database ${name}${origin}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
