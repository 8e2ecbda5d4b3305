// Plain SQL migrations, each applied once, in the order of their names, by one node at a time,
// because several nodes may start at the same time on the same database.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { systemClock, type Clock } from '../core/clock.ts';
import type { Database, Queryable } from './database.ts';
import { statement } from './database.ts';
import { ConnectionLost } from './errors.ts';
import { applyMigration, type ApplyParts } from './migration/apply.ts';
import { MigrationBlocked, type MigrationLog } from './migration/locks.ts';
import type { Migration } from './migration/parse.ts';

/**
 * The advisory lock of the node that migrates. Not the one of release 0.2.0: its nodes take theirs
 * at every start, and would wait for the end of an index build.
 */
const LOCK = '7164627262';

const tryLock = statement('migrate.lock', 'select pg_try_advisory_lock($1::bigint) as "isTaken"');
const unlock = statement('migrate.unlock', 'select pg_advisory_unlock($1::bigint)');
const findTable = statement(
  'migrate.has-table',
  `select to_regclass('public.schema_migrations') is not null as "isFound"`,
);
const makeTable = statement(
  'migrate.table',
  `create table if not exists public.schema_migrations (
     name text primary key, checksum text not null, applied_at timestamptz not null)`,
);
const readApplied = statement(
  'migrate.applied',
  'select name, checksum from public.schema_migrations',
);
const recordApplied = statement(
  'migrate.record',
  'insert into public.schema_migrations (name, checksum, applied_at) values ($1, $2, $3)',
);

/** Between two tries to be the node that migrates. It does not wait in a statement: an index build
 * waits for all statements that have begun before it, and so the two would wait for each other. */
const TURN_MS = 500;
const TURN_LOG_MS = 10_000;
const LOCK_LIMIT_MS = 5 * 60_000;

const silent: MigrationLog = { info: () => undefined, warn: () => undefined };

interface MigrateOptions {
  readonly clock?: Clock;
  readonly log?: MigrationLog;
  /** How long a migration tries to get its locks. */
  readonly lockLimitMs?: number;
}

/**
 * Reads `*.sql` of one folder, with those of its folder `online` that are run in their place; the
 * prefix distinguishes the migrations of several folders.
 */
export function readMigrations(folder: URL, prefix = ''): Migration[] {
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const migration = { name: `${prefix}${file}`, sql: read(file) };
      const online = `online/${file}`;
      return existsSync(new URL(online, folder))
        ? { ...migration, online: read(online) }
        : migration;
    });
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

interface Applied {
  readonly missing: readonly Migration[];
  /** Names of applied migrations that this version does not know: those of a later version. */
  readonly unknown: readonly string[];
}

/** Compares the migrations with those that were applied; one that was changed is an error. */
export async function compareApplied(
  database: Queryable,
  migrations: readonly Migration[],
): Promise<Applied> {
  const applied = new Map<string, string>();
  const [table] = await database.run<{ isFound: boolean }>(findTable);
  const rows = table?.isFound
    ? await database.run<{ name: string; checksum: string }>(readApplied)
    : [];
  for (const { name, checksum } of rows) applied.set(name, checksum);
  const missing = migrations.filter((migration) => {
    const before = applied.get(migration.name);
    if (before !== undefined && before !== checksumOf(migration)) {
      throw new Error(`migration ${migration.name} was changed after it had been applied`);
    }
    return before === undefined;
  });
  const known = new Set(migrations.map(({ name }) => name));
  return { missing, unknown: [...applied.keys()].filter((name) => !known.has(name)).sort() };
}

/**
 * Applies the missing migrations one after the other; resolves to the names of those applied. One
 * that fails changes nothing, and those before it stay.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowIso: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { clock = systemClock, log = silent, lockLimitMs = LOCK_LIMIT_MS } = options;
  if ((await compareApplied(database, migrations)).missing.length === 0) return [];
  return database.session(async (session) => {
    if (database.kind === 'postgres') await takeTurn(session, clock, log);
    const shared = { session, clock, log, lockLimitMs, migrations, nowIso };
    const parts = { ...shared, database: session, others: database, kind: database.kind };
    try {
      return await applyMissing(parts);
    } finally {
      // Otherwise the next node would wait until the server has noticed that the connection ended.
      await session.run(unlock, [LOCK]).catch(() => undefined);
    }
  });
}

type MissingParts = Omit<ApplyParts, 'record'> & { readonly nowIso: string };

async function applyMissing({ nowIso, ...parts }: MissingParts): Promise<string[]> {
  const { session, migrations } = parts;
  await session.run(makeTable);
  const record = async (migration: Migration): Promise<void> => {
    await session.run(recordApplied, [migration.name, checksumOf(migration), nowIso]);
  };
  const { missing } = await compareApplied(session, migrations);
  for (const migration of missing) {
    await applyMigration({ ...parts, record }, migration).catch((error: unknown) => {
      throw explain(migration, error);
    });
  }
  return missing.map(({ name }) => name);
}

async function takeTurn(session: Queryable, clock: Clock, log: MigrationLog): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_MS) {
    const [answer] = await session.run<{ isTaken: boolean }>(tryLock, [LOCK]);
    if (answer?.isTaken) return;
    if (waitedMs % TURN_LOG_MS === 0) log.info({ waitedMs }, 'another node migrates the database');
    await clock.sleep(TURN_MS);
  }
}

function explain({ name }: Migration, error: unknown): unknown {
  if (error instanceof MigrationBlocked || error instanceof ConnectionLost) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`migration ${name} failed: ${why}`, { cause: error });
}
