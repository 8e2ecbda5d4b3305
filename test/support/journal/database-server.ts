// A PostgreSQL server for one test, which can be made read-only, silent or full without affecting
// other tests; a gateway can use it, and a standby can follow it.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommand } from '../../setup/commands.ts';
import { findPostgresBinaries, postgresAccount } from '../../setup/postgres-binaries.ts';
import { startServer } from '../../setup/postgres-server.ts';
import { freePort } from '../../setup/free-port.ts';
import { startPostgres, type Postgres } from '../../setup/postgres.ts';
import type { Installation } from '../installation.ts';

export const noServer =
  findPostgresBinaries() === undefined && 'PostgreSQL 15 or newer is not installed';

/** Also works while the server is read-only for everyone else. */
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

/** Changes settings of the whole server, including running sessions. */
export async function configure(url: string, ...changes: string[]): Promise<void> {
  for (const change of changes) await ask(url, `alter system ${change}`);
  await ask(url, 'select pg_reload_conf()');
}

/** An installation on this server, reached through this URL. */
export function installationOn(databaseUrl: string): Installation {
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

/** A standby that follows the server, on another port. */
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

/** Starts a server for the duration of the callback. */
export async function withServer(work: (server: Postgres) => Promise<void>): Promise<void> {
  const server = await startPostgres();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}
