// A private temporary PostgreSQL server with its own folder, its own port on loopback, and a random
// password. For tests and benchmarks; it can also be killed and restarted.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './commands.ts';
import { freePort } from './free-port.ts';
import { findPostgresBinaries, postgresAccount } from './postgres-binaries.ts';
import { startServer } from './postgres-server.ts';
import type { Server } from './postgres-server.ts';

export { findPostgresBinaries } from './postgres-binaries.ts';

export type PostgresOptions = { settings?: Record<string, string> };

export type Postgres = {
  /** The administrator's URL of the database `postgres`. */
  url: string;
  port: number;
  dataDir: string;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
  /** Kills all processes of the server, like a crash; the data stays. */
  kill9(): Promise<void>;
  /** Starts the server again on the same port and data, after a kill or while it runs. */
  restart(): Promise<void>;
};

const user = 'bramka';

// The data need not survive a crash of the machine, so commits do not wait for the disk.
const defaultSettings = { fsync: 'off', max_connections: '200' };

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-postgres-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const launch = prepareCluster(folder, options.settings ?? {});
    const port = await freePort();
    const url = `postgres://${user}:${launch.password}@127.0.0.1:${port}/postgres`;
    let server: Server = await startServer({ ...launch, port, url });
    // The last resort if the process ends without calling stop().
    const abandon = () => {
      server.abandon();
      removeFolder();
    };
    process.once('exit', abandon);
    return {
      url,
      port,
      dataDir: launch.dataDir,
      stop: async () => {
        process.removeListener('exit', abandon);
        await server.stop();
        removeFolder();
      },
      kill9: () => server.kill9(),
      restart: async () => {
        await server.stop();
        server = await startServer({ ...launch, port, url });
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

function prepareCluster(folder: string, settings: Record<string, string>) {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) throw new Error('PostgreSQL 15 or newer was not found');
  const account = postgresAccount();
  const dataDir = join(folder, 'data');
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  const login = ['-U', user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const text = ['--encoding=UTF8', '--locale=C'];
  const initialized = runCommand(
    binaries.initdb,
    ['-D', dataDir, ...login, ...text, '--no-sync', '--no-instructions'],
    { ...account, cwd: folder },
  );
  if (!initialized.ok) throw new Error(`initdb failed: ${initialized.lastError}`);
  return {
    program: binaries.postgres,
    account,
    dataDir,
    password,
    folder,
    settings: { ...defaultSettings, unix_socket_directories: folder, ...settings },
  };
}
