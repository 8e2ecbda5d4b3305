// How large a table is on this data.

import { statement, type Queryable } from '../database.ts';

export interface TableSize {
  /** As PostgreSQL last estimated it. */
  readonly rows: number;
  readonly bytes: number;
}

const readSize = statement(
  'migrate.table-size',
  `select reltuples::float8 as rows, pg_relation_size(oid)::float8 as bytes from pg_class
   where oid = to_regclass($1)`,
);

/** Undefined: there is no such table. */
export async function sizeOf(on: Queryable, table: string): Promise<TableSize | undefined> {
  const [size] = await on.run<TableSize>(readSize, [table]);
  if (!size || size.rows >= 0) return size;
  // It was never analyzed: it is new or small.
  const text = `select count(*)::float8 as rows from ${table}`;
  const [counted] = await on.run<{ rows: number }>({ name: '', text });
  return { ...size, rows: counted?.rows ?? 0 };
}
