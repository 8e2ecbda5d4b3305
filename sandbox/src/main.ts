// Entry point of the sandbox as a separate process: serves the simulated parties over HTTP, and
// drains on SIGTERM.

import { systemClock, isoTime } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { journalSettings } from '@bramka/gateway/journal/sql-committer.ts';
import { closeFilesToOthers, prepareDirectory } from '@bramka/gateway/storage/data-directory.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { composeSandbox, JOURNAL_LANES, sandboxMigrations } from './compose.ts';
import { startJobs } from './job-loop.ts';
import { parties } from './parties.ts';
import { allowKnownGateways } from './party/known-gateways.ts';
import { openPagesOf } from './party/list.ts';
import { guardBrowsers } from './wire/browser-guard.ts';
import { partyServer } from './wire/server.ts';

const READ_CONNECTIONS = 8;

interface Databases {
  readonly database: Database;
  readonly journalDatabase?: Database;
}

/**
 * PostgreSQL if DATABASE_URL is set, else the embedded database in BRAMKA_DATA_DIR, else in memory.
 */
async function openDatabases(env: NodeJS.ProcessEnv): Promise<Databases> {
  const url = env['DATABASE_URL'];
  if (!url) return { database: await openDirectory(env['BRAMKA_DATA_DIR'] || undefined) };
  return {
    database: openPostgres({ url, connections: READ_CONNECTIONS }),
    journalDatabase: openPostgres({ url, connections: JOURNAL_LANES, settings: journalSettings }),
  };
}

async function openDirectory(directory: string | undefined): Promise<Database> {
  if (directory === undefined) return openEmbedded();
  prepareDirectory(directory);
  const database = await openEmbedded(directory);
  closeFilesToOthers(directory);
  return database;
}

/** The origins of the gateways that may be called besides those on this machine. */
function gatewaysIn(env: NodeJS.ProcessEnv): string[] {
  const gateways = (env['BRAMKA_GATEWAY_URLS'] ?? '').split(',').filter((url) => url.trim() !== '');
  return gateways.map((url) => new URL(addressIn(url.trim(), 'BRAMKA_GATEWAY_URLS')).origin);
}

/** The public URL of the pages; empty: the address the server listens on. */
function addressIn(text: string, name: string): string {
  if (text !== '' && !(/^https?:\/\//.test(text) && URL.canParse(text))) {
    throw new Error(`${name} must be an http:// or https:// URL`);
  }
  return text.replace(/\/+$/, '');
}

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  let publicUrl = addressIn(env['BRAMKA_SANDBOX_URL'] ?? '', 'BRAMKA_SANDBOX_URL');
  const databases = await openDatabases(env);
  const random = systemRandom;
  const ids = createIds(systemClock, random);
  const sandbox = composeSandbox({
    ...databases,
    clock: systemClock,
    ids,
    random,
    prefix: '',
    publicUrl: () => publicUrl,
    mayCall: allowKnownGateways(gatewaysIn(env)),
    keyOf(party) {
      const key = env[`BRAMKA_${party.toUpperCase()}_KEY`];
      return key ? secret(key) : null;
    },
  });
  await migrate(databases.database, sandboxMigrations, isoTime(systemClock.now()));
  await sandbox.prepare([]);
  const server = partyServer();
  const openPages = openPagesOf(parties);
  guardBrowsers(server, { publicUrl: () => publicUrl, prefix: '', checkHost: false, openPages });
  sandbox.mount(server);
  const host = env['HOST'] || '127.0.0.1';
  const address = await server.listen({ host, port: Number(env['PORT'] || 8081) });
  publicUrl ||= address;
  const jobs = startJobs(sandbox.jobs, systemClock, logFailure);
  const stop = async (): Promise<void> => {
    await server.close();
    await jobs.stop();
    await sandbox.close();
    await databases.journalDatabase?.close();
    await databases.database.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  process.stdout.write(
    `The simulated parties listen (sandbox only):\n${parties
      .map(({ name, meaning }) => `  ${address}/${name}  ${meaning}\n`)
      .join('')}`,
  );
}

function logFailure(job: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The job ${job} failed and will be retried: ${why}\n`);
}

if (process.env['BRAMKA_ENV'] === 'production') {
  process.stderr.write(
    'The sandbox does not run in production: unset BRAMKA_ENV or do not start it.\n',
  );
  process.exitCode = 1;
} else {
  await start(process.env).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The sandbox cannot start: ${why}\n`);
    process.exit(1);
  });
}
