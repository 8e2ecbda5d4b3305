// Backfills: migrations that change the rows of a large table, in batches in the order of its
// primary key. A batch and the cursor after it are one transaction, so that a crash loses nothing,
// and the row of the backfill is locked meanwhile, so that one node works on it at a time.

import { isoTime, type Clock } from '../../core/clock.ts';
import { statement, type Database, type Queryable } from '../database.ts';
import type { MigrationLog } from './locks.ts';
import { headerOf, statementsOf, type Migration } from './parse.ts';
import { sizeOf } from './table-size.ts';

/** So few that the rows of a batch are locked for milliseconds. */
const BATCH = 500;
const ROWS_PER_LOG_LINE = 100_000;

const insertRow = statement(
  'backfills.start',
  `insert into backfills (name, rows_done, rows_total, started_at, updated_at)
   values ($1, 0, $2, $3, $3)`,
);
const claimOne = statement(
  'backfills.claim',
  `select name, after_key as "after" from backfills
   where finished_at is null and name = any($1::text[]) order by name limit 1
   for update skip locked`,
);
const advance = statement(
  'backfills.advance',
  `update backfills set after_key = $2, rows_done = rows_done + $3, updated_at = $4,
     finished_at = case when $5::boolean then $4::timestamptz end
   where name = $1 returning rows_done::float8 as done, rows_total::float8 as total`,
);
const readKey = statement(
  'backfills.key',
  `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
   from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
   where i.indrelid = to_regclass($1) and i.indisprimary
   order by array_position(i.indkey::int2[], a.attnum)`,
);
const readAll = statement(
  'backfills.all',
  `select name, rows_done::float8 as done, rows_total::float8 as total,
     started_at as "startedAt", updated_at as "updatedAt", finished_at as "finishedAt"
   from backfills order by name`,
);
export const findUnfinished = statement(
  'backfills.unfinished',
  'select 1 from backfills where finished_at is null and name = any($1::text[])',
);
export const backfillsDue = statement(
  'backfills.due',
  'select 1 from backfills where finished_at is null order by name',
);

interface BackfillState {
  readonly name: string;
  readonly done: number;
  /** About; as estimated when it started. */
  readonly total: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly finishedAt: number | null;
}

export function readBackfills(database: Queryable): Promise<BackfillState[]> {
  return database.run<BackfillState>(readAll);
}

export async function startBackfill(
  tx: Queryable,
  name: string,
  table: string,
  nowIso: string,
): Promise<void> {
  const size = await sizeOf(tx, table);
  await tx.run(insertRow, [name, size?.rows ?? 0, nowIso]);
}

interface Batch {
  readonly name: string;
  readonly rows: number;
  readonly done: number;
  readonly total: number;
  readonly isLast: boolean;
}

/** Changes the next rows of a backfill; undefined: there is none that this node could work on. */
async function runBatch(
  tx: Queryable,
  migrations: readonly Migration[],
  nowIso: string,
): Promise<Batch | undefined> {
  const names = migrations.map(({ name }) => name);
  const [claimed] = await tx.run<{ name: string; after: string[] | null }>(claimOne, [names]);
  const migration = migrations.find(({ name }) => name === claimed?.name);
  const header = migration && headerOf(migration).backfill;
  if (!claimed || !migration || !header) return undefined;
  const key = await tx.run<KeyColumn>(readKey, [header.table]);
  const page = await tx.run<{ key: string[] }>(pageOf(header.table, key, claimed.after), [
    ...(claimed.after ?? []),
  ]);
  const last = page.at(-1)?.key;
  if (last) {
    const [text = ''] = statementsOf(migration);
    const condition = rangeOf(header.table, key, claimed.after);
    const changed = { name: '', text: text.replace(':batch', condition) };
    await tx.run(changed, [...(claimed.after ?? []), ...last]);
  }
  const isLast = page.length < BATCH;
  const values = [claimed.name, last ?? claimed.after, page.length, nowIso, isLast];
  const [state] = await tx.run<{ done: number; total: number }>(advance, values);
  return { name: claimed.name, rows: page.length, done: 0, total: 0, ...state, isLast };
}

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

const columnsOf = (table: string, key: readonly KeyColumn[]): string =>
  `(${key.map(({ name }) => `${table}.${name}`).join(', ')})`;
const valuesOf = (key: readonly KeyColumn[], first: number): string =>
  `(${key.map(({ type }, at) => `$${first + at}::${type}`).join(', ')})`;

/** The keys of the next rows, which are locked in their order, as the journal does. */
function pageOf(table: string, key: readonly KeyColumn[], after: readonly string[] | null) {
  const columns = columnsOf(table, key);
  const texts = key.map(({ name }) => `${table}.${name}::text`).join(', ');
  const begin = after ? `where ${columns} > ${valuesOf(key, 1)}` : '';
  const order = key.map(({ name }) => `${table}.${name}`).join(', ');
  const text = `select array[${texts}] as key from ${table} ${begin} order by ${order}
    limit ${BATCH} for update`;
  return { name: '', text };
}

function rangeOf(table: string, key: readonly KeyColumn[], after: readonly string[] | null) {
  const columns = columnsOf(table, key);
  if (!after) return `${columns} <= ${valuesOf(key, 1)}`;
  return `${columns} > ${valuesOf(key, 1)} and ${columns} <= ${valuesOf(key, 1 + key.length)}`;
}

interface BackfillParts {
  readonly database: Pick<Database, 'transaction'>;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  readonly log: Pick<MigrationLog, 'info'>;
}

/** The job: one batch for each run; resolves to how much it did. */
export function createBackfiller(parts: BackfillParts): () => Promise<number> {
  const { database, clock, log } = parts;
  const migrations = parts.migrations.filter((one) => headerOf(one).backfill !== null);
  return async () => {
    const nowIso = isoTime(clock.now());
    const batch = await database.transaction((tx) => runBatch(tx, migrations, nowIso));
    if (!batch) return 0;
    const { name, rows, done, total, isLast } = batch;
    const isRound =
      Math.floor(done / ROWS_PER_LOG_LINE) > Math.floor((done - rows) / ROWS_PER_LOG_LINE);
    if (isLast) log.info({ backfill: name, done }, 'a backfill is complete');
    else if (isRound) log.info({ backfill: name, done, total }, 'a backfill goes on');
    return Math.max(1, rows);
  };
}
