// A PostgreSQL server that a test has for itself, so that it can be made read-only, silent or full
// without disturbing other tests; a gateway may live on it, and a standby may follow it.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommand } from '../../setup/commands.ts';
import { findPostgresBinaries, postgresAccount } from '../../setup/postgres-binaries.ts';
import { startServer } from '../../setup/postgres-server.ts';
import { freePort, startPostgres, type Postgres } from '../../setup/postgres.ts';
import type { Place } from '../place.ts';

export const noServer =
  findPostgresBinaries() === undefined && 'PostgreSQL 15 or newer is not installed';

/** Also while the server is read-only for everybody else. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const options = '-c default_transaction_read_only=off -c synchronous_commit=local';
  const client = new Client({ connectionString: url, options });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Changes settings of the whole server, running sessions included. */
export async function configure(url: string, ...changes: string[]): Promise<void> {
  for (const change of changes) await ask(url, `alter system ${change}`);
  await ask(url, 'select pg_reload_conf()');
}

/** A place for gateways on that server, reached by this address. */
export function placeOn(databaseUrl: string): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'bramka-test-'));
  return {
    database: 'postgres',
    dataDir,
    databaseUrl,
    adminKey: randomBytes(24).toString('base64url'),
    masterKey: randomBytes(32).toString('base64'),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export interface Standby {
  readonly url: string;
  stop(): Promise<void>;
}

/** A standby of the server, following it on another port. */
export async function followWithStandby(primary: Postgres): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-standby-'));
  const account = postgresAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const programs = findPostgresBinaries();
  if (programs === undefined) throw new Error('PostgreSQL 15 or newer was not found');
  const dataDir = join(folder, 'data');
  const copied = runCommand(
    programs.postgres.replace(/postgres$/, 'pg_basebackup'),
    ['-d', primary.url, '-D', dataDir, '-R', '--checkpoint=fast', '--no-sync'],
    { ...account, cwd: folder, timeoutMs: 120_000 },
  );
  if (!copied.ok) throw new Error(`pg_basebackup failed: ${copied.lastError}`);
  const url = new URL(primary.url);
  const port = await freePort();
  url.port = String(port);
  const server = await startServer({
    program: programs.postgres,
    account,
    folder,
    dataDir,
    settings: { fsync: 'off', max_connections: '200', unix_socket_directories: folder },
    port,
    url: url.href,
  });
  process.once('exit', () => server.abandon());
  return {
    url: url.href,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server of its own for the time of the work. */
export async function withServer(work: (server: Postgres) => Promise<void>): Promise<void> {
  const server = await startPostgres();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}
