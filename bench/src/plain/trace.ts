// Records which rows a real payment writes, in which commits: temporary triggers on every table
// record each write while a payment runs through the gateway.

import type { Database, Statement } from '@bramka/gateway/storage/database.ts';

export type Cell = string | number | boolean | object | null;
export type TracedRow = Readonly<Record<string, Cell>>;

export interface TracedWrite {
  readonly table: string;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly before: TracedRow | null;
  readonly after: TracedRow | null;
}

/** The writes of one database transaction, in order. */
export type TracedCommit = readonly TracedWrite[];

export interface TableFacts {
  /** Column types, by name. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
}

export interface Trace {
  readonly commits: readonly TracedCommit[];
  readonly tables: Readonly<Record<string, TableFacts>>;
}

interface RecordedWrite extends TracedWrite {
  readonly xid: string;
}

const sql = (name: string, text: string): Statement => ({ name: `bench.${name}`, text });

const makeNotes = [
  sql('notes', 'create schema bench'),
  sql(
    'notes-table',
    `create table bench.notes (position bigserial, xid xid8, "table" text, operation text,
       before jsonb, after jsonb)`,
  ),
  sql(
    'notes-function',
    `create function bench.note() returns trigger language plpgsql as $$
     begin
       insert into bench.notes (xid, "table", operation, before, after) values (
         pg_current_xact_id(), tg_table_schema || '.' || tg_table_name, tg_op,
         case when tg_op <> 'INSERT' then to_jsonb(old) end,
         case when tg_op <> 'DELETE' then to_jsonb(new) end);
       return null;
     end $$`,
  ),
  sql(
    'notes-triggers',
    `do $$ declare t record; begin
       for t in select schemaname, tablename from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema', 'bench')
       loop
         execute format('create trigger bench_note after insert or update or delete on %I.%I
           for each row execute function bench.note()', t.schemaname, t.tablename);
       end loop;
     end $$`,
  ),
];
const dropNotes = sql('notes-drop', 'drop schema bench cascade');
const readNotes = sql(
  'notes-read',
  `select xid::text, "table", operation, before, after from bench.notes
   where xid in (select xid from bench.notes
     where before ->> 'payment_id' = $1 or after ->> 'payment_id' = $1)
   order by position`,
);
const readTables = sql(
  'tables',
  `select n.nspname || '.' || c.relname as "table", a.attname as "column",
     format_type(a.atttypid, a.atttypmod) as type,
     coalesce(a.attnum = any (i.indkey::int2[]), false) as "isKey"
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   left join pg_index i on i.indrelid = c.oid and i.indisprimary
   where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'bench')
   order by 1, a.attnum`,
);

/** Runs `pay`, which returns the id of a completed payment, and returns what it wrote. */
export async function tracePayment(database: Database, pay: () => Promise<string>): Promise<Trace> {
  for (const step of makeNotes) await database.run(step);
  try {
    const paymentId = await pay();
    const notes = await database.run<RecordedWrite>(readNotes, [paymentId]);
    return { commits: byTransaction(notes), tables: await tableFacts(database) };
  } finally {
    await database.run(dropNotes);
  }
}

function byTransaction(notes: readonly RecordedWrite[]): TracedCommit[] {
  const commits = new Map<string, TracedWrite[]>();
  for (const { xid, ...write } of notes) {
    const writes = commits.get(xid) ?? [];
    commits.set(xid, [...writes, write]);
  }
  return [...commits.values()];
}

interface ColumnFacts {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isKey: boolean;
}

async function tableFacts(database: Database): Promise<Record<string, TableFacts>> {
  const tables: Record<string, { columns: Record<string, string>; key: string[] }> = {};
  for (const { table, column, type, isKey } of await database.run<ColumnFacts>(readTables)) {
    const facts = (tables[table] ??= { columns: {}, key: [] });
    facts.columns[column] = type;
    if (isKey) facts.key.push(column);
  }
  return tables;
}
