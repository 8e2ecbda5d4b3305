// The sandbox as a process of its own: serves the simulated parties over HTTP. Its settings are
// environment variables.

import { systemClock, isoTime } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { processSettings } from '@bramka/gateway/http/system/process-settings.ts';
import { journalSettings } from '@bramka/gateway/journal/sql-committer.ts';
import { closeFilesToOthers, prepareDirectory } from '@bramka/gateway/storage/data-directory.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { composeSandbox, JOURNAL_LANES, sandboxMigrations } from './compose.ts';
import { startJobs } from './job-loop.ts';
import { parties as allParties } from './parties.ts';
import { allowKnownGateways } from './party/known-gateways.ts';
import { openPagesOf, partiesFor, problemsOfNames } from './party/list.ts';
import type { Party } from './party/party.ts';
import { guardBrowsers } from './wire/browser-guard.ts';
import { partyServer } from './wire/server.ts';

const READ_CONNECTIONS = 8;
const DEFAULT_PORT = '8081';

type Env = Readonly<Record<string, string | undefined>>;

interface Databases {
  readonly database: Database;
  readonly journalDatabase?: Database;
}

/**
 * PostgreSQL if DATABASE_URL is set, else the embedded database in BRAMKA_DATA_DIR, else in memory.
 */
async function openDatabases(env: Env): Promise<Databases> {
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
function gatewaysIn(env: Env): string[] {
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

/** Those that are simulated. */
function partiesIn(env: Env): readonly Party[] {
  const setting = processSettings.sandboxProviders;
  const { name, rule } = setting;
  const given = env[name]?.trim() ?? '';
  const names = given === '' ? [] : setting.parse(given);
  if (names === undefined) throw new Error(`${name} ${rule}`);
  const [problem] = problemsOfNames(allParties, names);
  if (problem !== undefined) throw new Error(problem);
  return partiesFor(allParties, names);
}

interface ServedSandbox {
  readonly url: string;
  readonly parties: readonly Party[];
  /** Finishes what is in progress. */
  close(): Promise<void>;
}

/** `onFailure` is told about a job that failed and will be retried. */
export async function serveSandbox(
  env: Env,
  onFailure: (job: string, error: unknown) => void,
): Promise<ServedSandbox> {
  if (env['BRAMKA_ENV'] === 'production') {
    throw new Error('it does not run in production; unset BRAMKA_ENV or do not start it');
  }
  const port = portIn(env);
  const parties = partiesIn(env);
  let publicUrl = addressIn(env['BRAMKA_SANDBOX_URL'] ?? '', 'BRAMKA_SANDBOX_URL');
  const databases = await openDatabases(env);
  const random = systemRandom;
  const ids = createIds(systemClock, random);
  const sandbox = composeSandbox({
    ...databases,
    parties,
    clock: systemClock,
    ids,
    random,
    prefix: '',
    publicUrl: () => publicUrl,
    mayCall: allowKnownGateways(gatewaysIn(env)),
    keyOf(party) {
      const key = env[`BRAMKA_${party.replaceAll('-', '_').toUpperCase()}_KEY`];
      return key ? secret(key) : null;
    },
  });
  await migrate(databases.database, sandboxMigrations, isoTime(systemClock.now()));
  await sandbox.prepare([]);
  const server = partyServer();
  const openPaths = openPagesOf(parties, '');
  guardBrowsers(server, { publicUrl: () => publicUrl, hosts: null, openPaths });
  sandbox.mount(server);
  const host = env['HOST'] || '127.0.0.1';
  const url = await server.listen({ host, port });
  publicUrl ||= url;
  const jobs = startJobs(sandbox.jobs, systemClock, onFailure);
  const close = async (): Promise<void> => {
    await server.close();
    await jobs.stop();
    await sandbox.close();
    await databases.journalDatabase?.close();
    await databases.database.close();
  };
  return { url, parties, close };
}

function portIn(env: Env): number {
  const port = Number(env['PORT'] || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535');
  }
  return port;
}
