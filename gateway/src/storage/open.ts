// Opens the storage of one process: a PostgreSQL server when a URL is given, otherwise the embedded
// engine in the data directory, with a lock so that one process at a time owns that directory.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { createOutage, type Outage } from './availability/outage.ts';
import { reportLosses } from './availability/report-losses.ts';
import { closeFilesToOthers, prepareDirectory, StorageUnusable } from './data-directory.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export interface Storage {
  readonly database: Database;
  /** Connections used only by the journal, with its planner settings. */
  readonly journalDatabase: Database;
  readonly lanes: number;
  readonly outage: Outage;
  /** The schema that holds its tables. */
  readonly schema: string;
  /** For work that may take long or wait for long, such as migrations. */
  runLongWork<T>(work: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const DEFAULT_SCHEMA = 'public';
const LANES = 2;
/** A batch takes milliseconds. A server that is silent for longer must not block a lane. */
const JOURNAL_STATEMENT_TIMEOUT_MS = 3_000;
const JOURNAL_CONNECT_TIMEOUT_MS = 3_000;
const MIGRATION_CONNECT_TIMEOUT_MS = 10_000;
/** How long one statement of a migration may take; the build of a large index takes hours. */
const MIGRATION_TIMEOUT_MS = 24 * 60 * 60 * 1000;
/** One works, the other watches it. */
const MIGRATION_CONNECTIONS = 2;

/** Look-ups use indexes even while a table is small enough for a sequential scan. */
const readSettings = { enable_seqscan: 'off', jit: 'off' } as const;

interface ServerOptions {
  readonly url: string;
  /** Without it the search path of the role counts: `public`, unless somebody changed it. */
  readonly schema?: string;
  readonly connections: number;
  readonly journalSettings: Readonly<Record<string, string>>;
  readonly outage: Outage;
}

export function openServerStorage(options: ServerOptions): Storage {
  const { url, connections, outage, schema } = options;
  const path = schema === undefined ? {} : { search_path: checkedName(schema) };
  const shared = {
    url,
    generation: () => outage.count,
    onBackgroundError: (error: Error) => outage.reportLoss(error),
  };
  const database = openPostgres({ ...shared, connections, settings: { ...readSettings, ...path } });
  const journalDatabase = openPostgres({
    ...shared,
    connections: LANES,
    settings: { ...options.journalSettings, ...path },
    statementTimeoutMs: JOURNAL_STATEMENT_TIMEOUT_MS,
    connectTimeoutMs: JOURNAL_CONNECT_TIMEOUT_MS,
  });
  return {
    database: reportLosses(database, outage),
    journalDatabase: reportLosses(journalDatabase, outage),
    lanes: LANES,
    outage,
    schema: schema ?? DEFAULT_SCHEMA,
    async runLongWork(work) {
      const patient = openPostgres({
        url,
        connections: MIGRATION_CONNECTIONS,
        settings: path,
        statementTimeoutMs: MIGRATION_TIMEOUT_MS,
        connectTimeoutMs: MIGRATION_CONNECT_TIMEOUT_MS,
        lifetimeSeconds: MIGRATION_TIMEOUT_MS / 1000,
      });
      try {
        return await work(patient);
      } finally {
        await patient.close();
      }
    },
    close: async () => {
      await Promise.all([database.close(), journalDatabase.close()]);
    },
  };
}

/** The name becomes part of connection options and of SQL texts, where it has no quotes. */
function checkedName(schema: string): string {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith('pg_')) return schema;
  throw new StorageUnusable(
    `a schema cannot be named "${schema}"; use lower case letters, digits and underscores`,
  );
}

export async function openEmbeddedStorage(
  directory: string,
  outage: Outage = createOutage(systemClock),
): Promise<Storage> {
  prepareDirectory(directory);
  const release = lockDirectory(directory);
  try {
    closeFilesToOthers(directory);
    const database = reportLosses(await openEmbedded(directory), outage);
    closeFilesToOthers(directory);
    return {
      database,
      journalDatabase: database,
      lanes: 1,
      outage,
      schema: DEFAULT_SCHEMA,
      runLongWork: (work) => work(database),
      close: async () => {
        await database.close();
        release();
      },
    };
  } catch (error) {
    release();
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageUnusable(`the embedded database in ${directory} cannot be opened: ${why}`);
  }
}

/** Writes a file with our process id; the file of a process that has ended is taken over. */
function lockDirectory(directory: string): () => void {
  const file = join(directory, 'bramka.pid');
  const owner = directoryOwner(directory);
  if (owner !== undefined && owner !== process.pid) {
    throw new StorageUnusable(
      `the data directory ${directory} is in use by process ${String(owner)}`,
    );
  }
  writeFileSync(file, `${String(process.pid)} ${statOf(process.pid)[1]}`);
  return () => rmSync(file, { force: true });
}

/** The running process that owns the directory, if any. */
export function directoryOwner(directory: string): number | undefined {
  const owner = ownerOf(join(directory, 'bramka.pid'));
  return owner && isAlive(owner) ? owner.pid : undefined;
}

interface Owner {
  readonly pid: number;
  readonly start: string;
}

function ownerOf(file: string): Owner | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').trim().split(' ');
    return /^[1-9][0-9]*$/.test(pid) ? { pid: Number(pid), start } : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids are reused: a process with the same id but another start time is a different one. */
function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  const [state, since] = statOf(pid);
  // A zombie (state Z) no longer holds the directory.
  if (state === 'Z' || state === 'X') return false;
  return start === '' || start === since;
}

/** State and start time in ticks since boot; empty where /proc is not available. */
function statOf(pid: number): [state: string, start: string] {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [fields[0] ?? '', fields[19] ?? ''];
  } catch {
    return ['', ''];
  }
}
