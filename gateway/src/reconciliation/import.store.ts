// Imports and their lines in the database. Every change of an import is a compare-and-set, so that
// of two nodes or two senders one has an effect.

import { isoTime, type Instant } from '../core/clock.ts';
import { jsonRows, rowsFrom } from '../journal/batch-rows.ts';
import { columnName, selectList, type Table } from '../journal/table.ts';
import { statement, type Database, type Queryable } from '../storage/database.ts';
import { imports, lines, totals, type Import, type Line, type Total } from './reconciliation.ts';

export const columnNames = (of: Table): string =>
  Object.keys(of.columns).map(columnName).join(', ');

const insert = statement(
  'reconciliation.insert',
  `insert into reconciliation_imports (import_id, provider, fingerprint, period_from, period_to,
     state, line_count, row_count, line_hash, is_complete, line_cursor, compared, version,
     started_at, updated_at)
   values ($1, $2, $3, $4, $5, 'LOADING', 1, 0, $6, false, 0, 0, 1, $7, $7)
   on conflict do nothing returning ${selectList(imports)}`,
);
const find = statement(
  'reconciliation.find',
  `select ${selectList(imports)} from reconciliation_imports where import_id = $1::uuid`,
);
const findFile = statement(
  'reconciliation.find-file',
  `select ${selectList(imports)} from reconciliation_imports
   where provider = $1 and fingerprint = $2 and state <> 'REJECTED'`,
);
const list = statement(
  'reconciliation.list',
  `select ${selectList(imports)} from reconciliation_imports
   where ($1::text is null or provider = $1) and ($2::uuid is null or import_id < $2)
   order by import_id desc limit $3`,
);
const advance = statement(
  'reconciliation.add-lines',
  `update reconciliation_imports set line_count = $3, row_count = $4, line_hash = $5,
     is_complete = $6, version = version + 1, updated_at = $7
   where import_id = $1 and line_count = $2 and state = 'LOADING'
   returning ${selectList(imports)}`,
);
const insertLines = statement(
  'reconciliation.insert-lines',
  `insert into reconciliation_lines (${columnNames(lines)})
   select ${columnNames(lines)} from ${rowsFrom(lines, '$1', 'r')}`,
);
const close = statement(
  'reconciliation.close',
  `update reconciliation_imports set state = $2::text,
     phase = case when $2::text = 'COMPARING' then 'LINES' end,
     finished_at = case when $2::text = 'REJECTED' then $3::timestamptz end,
     version = version + 1, updated_at = $3
   where import_id = $1 and state = 'LOADING' returning ${selectList(imports)}`,
);
const comparing = statement(
  'reconciliation.comparing',
  `select ${selectList(imports)} from reconciliation_imports
   where state = 'COMPARING' order by import_id limit 10`,
);
export const comparisonsDue = statement(
  'reconciliation.due',
  `select 1 from reconciliation_imports where state = 'COMPARING' order by provider`,
);
const readTotals = statement(
  'reconciliation.totals',
  `select ${selectList(totals)} from reconciliation_totals where import_id = $1
   order by result, currency`,
);
const countOpen = statement(
  'reconciliation.count-open',
  `select count(*)::integer as count from reconciliation_items
   where import_id = $1 and resolved_at is null`,
);

interface NewImport {
  readonly importId: string;
  readonly provider: string;
  readonly fingerprint: Uint8Array;
  readonly from: Instant;
  readonly to: Instant;
  /** The hash after the header. */
  readonly lineHash: Uint8Array;
  readonly at: Instant;
}

/** Undefined: the same file was started before. */
export async function insertImport(
  database: Queryable,
  { importId, provider, fingerprint, from, to, lineHash, at }: NewImport,
): Promise<Import | undefined> {
  const period = [isoTime(from), isoTime(to)];
  const values = [importId, provider, fingerprint, ...period, lineHash, isoTime(at)];
  return (await database.run<Import>(insert, values))[0];
}

export async function findImport(
  database: Queryable,
  importId: string,
): Promise<Import | undefined> {
  return (await database.run<Import>(find, [importId]))[0];
}

export async function findImportOfFile(
  database: Queryable,
  provider: string,
  fingerprint: Uint8Array,
): Promise<Import | undefined> {
  return (await database.run<Import>(findFile, [provider, fingerprint]))[0];
}

/** The newest first. */
export function listImports(
  database: Queryable,
  {
    provider,
    after,
  }: { readonly provider?: string | undefined; readonly after?: string | undefined },
  limit: number,
): Promise<Import[]> {
  return database.run<Import>(list, [provider ?? null, after ?? null, limit]);
}

/** Undefined: the import has received other lines meanwhile, or is closed. */
export function storeLines(
  database: Database,
  before: Import,
  after: Pick<Import, 'lineCount' | 'rowCount' | 'lineHash' | 'isComplete'>,
  added: readonly Line[],
  at: Instant,
): Promise<Import | undefined> {
  return database.transaction(async (tx) => {
    const { lineCount, rowCount, lineHash, isComplete } = after;
    const values = [lineCount, rowCount, lineHash, isComplete, isoTime(at)];
    const [stored] = await tx.run<Import>(advance, [before.importId, before.lineCount, ...values]);
    if (stored && added.length > 0) await tx.run(insertLines, [jsonRows(lines, added)]);
    return stored;
  });
}

/** Undefined: it is closed already. */
export async function closeImport(
  database: Queryable,
  { importId }: Import,
  state: 'COMPARING' | 'REJECTED',
  at: Instant,
): Promise<Import | undefined> {
  return (await database.run<Import>(close, [importId, state, isoTime(at)]))[0];
}

/** The imports that are being compared; at most one of each provider. */
export function importsToCompare(database: Queryable): Promise<Import[]> {
  return database.run<Import>(comparing);
}

export function totalsOf(database: Queryable, importId: string): Promise<Total[]> {
  return database.run<Total>(readTotals, [importId]);
}

export async function countOpenItems(database: Queryable, importId: string): Promise<number> {
  return (await database.run<{ count: number }>(countOpen, [importId]))[0]?.count ?? 0;
}
