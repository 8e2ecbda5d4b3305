// Where a gateway's data is stored: the readable files of its database, and every value of every
// table.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { search, type Wanted } from '../../canary.ts';
import type { Installation } from '../../installation.ts';
import { rowsOf, withTables } from '../../tables.ts';

/** The files of the database, as far as this user can read them. */
export async function filesOf(installation: Installation): Promise<string[]> {
  if (installation.databaseUrl === undefined) return [installation.dataDir];
  await rowsOf(installation, 'checkpoint');
  const [row] = await rowsOf<{ data: string; id: string }>(
    installation,
    `select current_setting('data_directory') as data, oid::text as id
     from pg_database where datname = current_database()`,
  );
  const data = row?.data ?? '';
  try {
    accessSync(data, constants.R_OK | constants.X_OK);
  } catch {
    return [];
  }
  const log = join(dirname(data), 'postgres.log');
  const folder = join(data, 'base', row?.id ?? '');
  const paths = [folder, ...writtenAfter(join(folder, 'PG_VERSION'), join(data, 'pg_wal'))];
  return existsSync(log) ? [...paths, log] : paths;
}

/** The server keeps up to a gigabyte of log from before this database was created. */
function writtenAfter(file: string, folder: string): string[] {
  const { mtimeMs } = statSync(file);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= mtimeMs);
}

/**
 * Searches every value of every table, also inside JSON; security codes are searched as whole
 * values.
 */
export function searchTables(
  installation: Installation,
  wanted: readonly Wanted[],
  code: string,
  schemas: readonly string[] = ['public', 'sandbox'],
): Promise<string[]> {
  return withTables(installation, async (run) => {
    const tables = await run<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = any($1)`,
      [schemas],
    );
    const hits: string[] = [];
    for (const { name } of tables) {
      const rows = await run<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
      const text = rows.map((row) => row.text).join('\n');
      hits.push(...search(Buffer.from(text), wanted, 'a table'));
      for (const row of rows) {
        if (hasLeaf(JSON.parse(row.text), code)) hits.push(`a security code in ${name}`);
      }
    }
    return hits;
  });
}

export function hasLeaf(value: unknown, wanted: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner) => hasLeaf(inner, wanted));
  }
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return hasLeaf(JSON.parse(value), wanted);
    } catch {
      return false;
    }
  }
  return String(value) === wanted;
}
