// Plain SQL migrations, each applied once per schema, in the order of their names, by one node at a
// time, because several nodes may start at the same time on the same database.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { systemClock, type Clock } from '../core/clock.ts';
import type { Database, Queryable } from './database.ts';
import { statement } from './database.ts';
import { distributeSchema } from './driver/citus.ts';
import { ConnectionLost } from './errors.ts';
import { applyMigration, type ApplyParts } from './migration/apply.ts';
import { MigrationBlocked, type MigrationLog } from './migration/locks.ts';
import type { Migration } from './migration/parse.ts';

/**
 * The advisory lock of the node that migrates the schema `public`. Not the one of release 0.2.0:
 * its nodes take theirs at every start, and would wait for the end of an index build.
 */
const LOCK = '7164627262';

const tryLock = statement('migrate.lock', 'select pg_try_advisory_lock($1::bigint) as "isTaken"');
const unlock = statement('migrate.unlock', 'select pg_advisory_unlock($1::bigint)');
const findSchema = statement('migrate.schema', 'select 1 from pg_namespace where nspname = $1');
const findTable = statement('migrate.has-table', 'select to_regclass($1) is not null as "isFound"');

const DEFAULT_SCHEMA = 'public';

/** The schema is named, because a role may have another search path. */
const bookkeeping = (schema: string) => ({
  makeTable: {
    name: 'migrate.table',
    text: `create table if not exists ${schema}.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`,
  },
  readApplied: {
    name: 'migrate.applied',
    text: `select name, checksum from ${schema}.schema_migrations`,
  },
  recordApplied: {
    name: 'migrate.record',
    text: `insert into ${schema}.schema_migrations (name, checksum, applied_at)
      values ($1, $2, $3)`,
  },
});

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
  /** The search path of the connection must name it; absent: public. */
  readonly schema?: string;
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
  schema = DEFAULT_SCHEMA,
): Promise<Applied> {
  const applied = new Map<string, string>();
  const name = `${schema}.schema_migrations`;
  const [table] = await database.run<{ isFound: boolean }>(findTable, [name]);
  const rows = table?.isFound
    ? await database.run<{ name: string; checksum: string }>(bookkeeping(schema).readApplied)
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
  const { schema = DEFAULT_SCHEMA } = options;
  if ((await compareApplied(database, migrations, schema)).missing.length === 0) {
    await distributeSchema(database, schema);
    return [];
  }
  const lock = lockOf(schema);
  return database.session(async (session) => {
    if (database.kind === 'postgres') await takeTurn(session, lock, clock, log);
    const shared = { session, clock, log, lockLimitMs, migrations, nowIso, schema };
    const parts = { ...shared, database: session, others: database, kind: database.kind };
    try {
      return await applyMissing(parts);
    } finally {
      // Otherwise the next node would wait until the server has noticed that the connection ended.
      await session.run(unlock, [lock]).catch(() => undefined);
    }
  });
}

/** Cells of one database have a schema each, and migrate at the same time. */
function lockOf(schema: string): string {
  if (schema === DEFAULT_SCHEMA) return LOCK;
  return String(createHash('sha256').update(`${LOCK} ${schema}`).digest().readBigInt64BE());
}

/** `if not exists` alone would need the right to create schemas even if the schema is there. */
async function makeSchema(session: Queryable, schema: string): Promise<void> {
  if ((await session.run(findSchema, [schema])).length > 0) return;
  await session.run({ name: 'migrate.make-schema', text: `create schema ${schema}` });
}

type MissingParts = Omit<ApplyParts, 'record'> & {
  readonly nowIso: string;
  readonly schema: string;
};

async function applyMissing({ nowIso, schema, ...parts }: MissingParts): Promise<string[]> {
  const { session, migrations } = parts;
  const { makeTable, recordApplied } = bookkeeping(schema);
  await makeSchema(session, schema);
  await session.run(makeTable);
  const record = async (migration: Migration): Promise<void> => {
    await session.run(recordApplied, [migration.name, checksumOf(migration), nowIso]);
  };
  const { missing } = await compareApplied(session, migrations, schema);
  for (const migration of missing) {
    await applyMigration({ ...parts, record }, migration).catch((error: unknown) => {
      throw explain(migration, error);
    });
  }
  await distributeSchema(session, schema);
  return missing.map(({ name }) => name);
}

async function takeTurn(
  session: Queryable,
  lock: string,
  clock: Clock,
  log: MigrationLog,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_MS) {
    const [answer] = await session.run<{ isTaken: boolean }>(tryLock, [lock]);
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
