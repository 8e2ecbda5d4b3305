// Opens the storage of one process: a PostgreSQL server when an address is given, the embedded
// engine in the data directory otherwise, guarded so that one process at a time owns that
// directory.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { createOutage, type Outage } from './availability/outage.ts';
import { reportLosses } from './availability/report-losses.ts';
import { closeFiles, prepareDirectory, StorageUnusable } from './data-directory.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export interface Storage {
  readonly database: Database;
  /** Connections of the journal alone, with its planner settings. */
  readonly journalDatabase: Database;
  readonly lanes: number;
  readonly outage: Outage;
  /** For work that may take long or wait long, such as migrations: no limit but its own. */
  patiently<T>(work: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const LANES = 2;
/** A batch takes milliseconds. A server that is silent for longer must not hold up a lane. */
const JOURNAL_STATEMENT_MS = 3_000;
const JOURNAL_CONNECT_MS = 3_000;
const PATIENT_CONNECT_MS = 10_000;
/** How long a migration may take, or wait for the one of another node. */
const PATIENCE_MS = 60 * 60 * 1000;

/** Look-ups go by index, also while a young table is small enough to be read whole. */
const readSettings = { enable_seqscan: 'off', jit: 'off' } as const;

export interface ServerOptions {
  readonly url: string;
  readonly connections: number;
  readonly journalSettings: Readonly<Record<string, string>>;
  readonly outage: Outage;
}

export function openServerStorage(options: ServerOptions): Storage {
  const { url, connections, outage } = options;
  const shared = {
    url,
    generation: () => outage.count,
    onBackgroundError: (error: Error) => outage.lost(error),
  };
  const database = openPostgres({ ...shared, connections, settings: readSettings });
  const journalDatabase = openPostgres({
    ...shared,
    connections: LANES,
    settings: options.journalSettings,
    statementTimeoutMs: JOURNAL_STATEMENT_MS,
    connectTimeoutMs: JOURNAL_CONNECT_MS,
  });
  return {
    database: reportLosses(database, outage),
    journalDatabase: reportLosses(journalDatabase, outage),
    lanes: LANES,
    outage,
    async patiently(work) {
      const patient = openPostgres({
        url,
        connections: 1,
        statementTimeoutMs: PATIENCE_MS,
        connectTimeoutMs: PATIENT_CONNECT_MS,
        lifetimeSeconds: PATIENCE_MS / 1000,
      });
      return work(patient).finally(() => patient.close());
    },
    close: async () => {
      await Promise.all([database.close(), journalDatabase.close()]);
    },
  };
}

export async function openEmbeddedStorage(
  directory: string,
  outage: Outage = createOutage(systemClock),
): Promise<Storage> {
  prepareDirectory(directory);
  const release = lockDirectory(directory);
  try {
    closeFiles(directory);
    const database = reportLosses(await openEmbedded(directory), outage);
    closeFiles(directory);
    return {
      database,
      journalDatabase: database,
      lanes: 1,
      outage,
      patiently: (work) => work(database),
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

/** A file that names our process; one left by a process that is gone is taken over. */
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

/** The living process that owns the directory. */
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

/** Process ids are used again; a process of the same id that started at another time is not it. */
function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  const [state, since] = statOf(pid);
  // A killed process whose parent has not noticed yet (state Z) holds nothing any more.
  if (state === 'Z' || state === 'X') return false;
  return start === '' || start === since;
}

/** State and start, in ticks since boot; empty where the system does not tell. */
function statOf(pid: number): [state: string, start: string] {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [fields[0] ?? '', fields[19] ?? ''];
  } catch {
    return ['', ''];
  }
}
