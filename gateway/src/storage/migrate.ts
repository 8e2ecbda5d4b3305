// Plain SQL migrations, each applied once, in the order of their names, under one lock, because two
// nodes may start at the same time on the same database.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Queryable } from './database.ts';
import { statement } from './database.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The advisory lock for all migrations of this project. */
const LOCK = '7164627261';

const takeLock = statement('migrate.lock', 'select pg_advisory_xact_lock($1::bigint)');
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

/** Applies the missing migrations, all or nothing; resolves to the names of those applied. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowIso: string,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    await tx.run(takeLock, [LOCK]);
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
    return done;
  });
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
