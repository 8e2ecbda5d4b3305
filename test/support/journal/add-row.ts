// Adds rows to tables for tests of statements: a test names only the columns that its statement
// reads and those with a rule of their own; every other required column gets a value of its type.
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { runSql } from '../engines.ts';

const valueOfType: Readonly<Record<string, unknown>> = {
  text: 'x',
  uuid: '00000000-0000-7000-8000-000000000000',
  smallint: 1,
  integer: 1,
  bigint: 1,
  boolean: false,
  jsonb: '{}',
  bytea: Buffer.of(0),
  'timestamp with time zone': '2026-01-01T00:00:00Z',
};

/** `values`: by column; a time as text. */
export async function addRow(
  on: Queryable,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const required = await runSql<{ name: string; type: string }>(
    on,
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO'
       and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const filled = Object.fromEntries(required.map(({ name, type }) => [name, valueOfType[type]]));
  const row = Object.entries({ ...filled, ...values });
  const names = row.map(([name]) => name).join(', ');
  const parameters = row.map((_, index) => `$${String(index + 1)}`).join(', ');
  await runSql(
    on,
    `insert into ${table} (${names}) values (${parameters})`,
    row.map(([, value]) => value),
  );
}
