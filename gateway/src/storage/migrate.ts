// Plain SQL migrations, each applied once per schema, in the order of their names, under one lock,
// because two nodes may start at the same time on the same database.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Queryable } from './database.ts';
import { statement } from './database.ts';
import { distributeSchema } from './driver/citus.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The advisory lock for the migrations of the schema `public`. */
const LOCK = '7164627261';

const takeLock = statement('migrate.lock', 'select pg_advisory_xact_lock($1::bigint)');
const findSchema = statement('migrate.schema', 'select 1 from pg_namespace where nspname = $1');

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

/** Reads `*.sql` of one folder; the prefix distinguishes the migrations of several folders. */
export function readMigrations(folder: URL, prefix = ''): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: `${prefix}${file}`,
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/**
 * Applies the missing migrations, all or nothing; resolves to the names of those applied. The
 * search path of the connection must name the schema.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowIso: string,
  schema = 'public',
): Promise<string[]> {
  const { makeTable, readApplied, recordApplied } = bookkeeping(schema);
  return database.transaction(async (tx) => {
    await tx.run(takeLock, [lockOf(schema)]);
    await makeSchema(tx, schema);
    await tx.run(makeTable);
    const applied = new Map<string, string>();
    for (const row of await tx.run<{ name: string; checksum: string }>(readApplied)) {
      applied.set(row.name, row.checksum);
    }
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = createHash('sha256').update(migration.sql).digest('hex');
      const before = applied.get(migration.name);
      if (before === checksum) continue;
      if (before !== undefined) {
        throw new Error(`migration ${migration.name} was changed after it had been applied`);
      }
      await applyEach(tx, migration);
      await tx.run(recordApplied, [migration.name, checksum, nowIso]);
      done.push(migration.name);
    }
    await distributeSchema(tx, schema);
    return done;
  });
}

/** Cells of one database have a schema each, and migrate at the same time. */
function lockOf(schema: string): string {
  if (schema === 'public') return LOCK;
  return String(createHash('sha256').update(`${LOCK} ${schema}`).digest().readBigInt64BE());
}

/** `if not exists` alone would need the right to create schemas even if the schema is there. */
async function makeSchema(tx: Queryable, schema: string): Promise<void> {
  if ((await tx.run(findSchema, [schema])).length > 0) return;
  await tx.run({ name: 'migrate.make-schema', text: `create schema ${schema}` });
}

/** Runs one statement at a time; statements end with `;` at the end of a line. */
async function applyEach(tx: Queryable, migration: Migration): Promise<void> {
  const statements = migration.sql
    .split(/;[ \t]*$/m)
    .map((text) => text.replace(/^\s*--.*$/gm, '').trim())
    .filter((text) => text !== '');
  for (const [index, text] of statements.entries()) {
    await tx.run({ name: `${migration.name}#${String(index)}`, text }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`migration ${migration.name} failed: ${why}`, { cause: error });
    });
  }
}
