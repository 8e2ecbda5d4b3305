// Builds one SQL statement for a whole batch: compare-and-set first, then all other writes for the
// winners only. Its text depends only on the tables involved (the shape of the batch), so it is
// prepared once per shape.

import { createHash } from 'node:crypto';
import { assert } from '../core/assert.ts';
import type { Statement } from '../storage/database.ts';
import type { Entry } from './entry.ts';
import { arrayElement, columnName, type ColumnType, type Row, type Table } from './table.ts';

type Kind = 'guard' | 'change' | 'insert' | 'update' | 'delete' | 'increment';

/** The rows of one table and kind in the order they are sent, each with the index of its entry. */
interface Section {
  readonly kind: Kind;
  readonly table: Table;
  readonly fields: readonly string[];
  readonly entries: number[];
  readonly rows: Row[];
}

export interface BatchStatement {
  readonly statement: Statement;
  readonly values: readonly string[];
}

const order: readonly Kind[] = ['guard', 'change', 'delete', 'insert', 'update', 'increment'];
const letters: Readonly<Record<Kind, string>> = {
  guard: 'g',
  change: 'c',
  delete: 'd',
  insert: 'i',
  update: 'u',
  increment: 'n',
};
const statements = new Map<string, Statement>();

export function batchStatement(batch: readonly Entry[]): BatchStatement {
  const sections = collectSections(batch);
  const unguarded = batch.flatMap((entry, index) => (entry.changes.length === 0 ? [index] : []));
  const guards = Math.max(1, ...batch.map((entry) => entry.changes.length));
  assert(guards === 1 || batch.length === 1, 'an entry with several guards is written alone');
  const shape = [...sections.map(sectionName), ...(guards > 1 ? [`all${guards}`] : [])].join('+');
  let statement = statements.get(shape);
  if (statement === undefined) {
    statement = { name: statementName(shape), text: batchText(sections, guards) };
    statements.set(shape, statement);
  }
  const values = [`{${unguarded.join(',')}}`];
  for (const section of sections) {
    values.push(`{${section.entries.join(',')}}`);
    for (const field of section.fields) values.push(arrayOf(section, field));
  }
  return { statement, values };
}

/** The server distinguishes names by their first 63 bytes, and shapes are longer than that. */
function statementName(shape: string): string {
  return `journal.${createHash('sha256').update(shape).digest('hex').slice(0, 32)}`;
}

/** The counter columns a batch adds to, per table: each row is written once, with all of them. */
function countersOf(batch: readonly Entry[]): Map<Table, string[]> {
  const found = new Map<Table, string[]>();
  for (const entry of batch) {
    for (const { table, column } of entry.increments) {
      const columns = found.get(table) ?? [];
      if (!columns.includes(column)) found.set(table, [...columns, column].sort());
    }
  }
  return found;
}

function collectSections(batch: readonly Entry[]): Section[] {
  const sections = new Map<string, Section>();
  const counters = countersOf(batch);
  const add = (kind: Kind, table: Table, fields: readonly string[], entry: number, row: Row) => {
    const name = `${kind}:${table.name}`;
    let section = sections.get(name);
    if (!section) sections.set(name, (section = { kind, table, fields, entries: [], rows: [] }));
    section.entries.push(entry);
    section.rows.push(row);
  };
  batch.forEach((entry, index) => {
    for (const change of entry.changes) {
      const { table, isGuard = false } = change;
      const row = { ...change.row, expected: change.expected };
      const fields = [...table.key, 'expected', ...(isGuard ? [] : table.mutable)];
      add(isGuard ? 'guard' : 'change', table, fields, index, row);
    }
    for (const { table, row } of entry.deletes) add('delete', table, table.key, index, row);
    for (const { table, row } of entry.inserts) {
      add('insert', table, Object.keys(table.columns), index, row);
    }
    for (const { table, row } of entry.updates) {
      add('update', table, [...table.key, ...table.mutable], index, row);
    }
    for (const { table, key, column, by } of entry.increments) {
      const fields = [...table.key, ...(counters.get(table) as string[])];
      add('increment', table, fields, index, { ...key, [column]: by });
    }
  });
  return [...sections.values()].sort(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) || (a.table.name < b.table.name ? -1 : 1),
  );
}

function sectionName(section: Section): string {
  const { kind, table, fields } = section;
  const counters = kind === 'increment' ? `(${fields.slice(table.key.length).join(',')})` : '';
  return `${letters[kind]}.${table.name}${counters}`;
}

function typeOf(section: Section, field: string): ColumnType {
  return field === 'expected' ? 'integer' : (section.table.columns[field] as ColumnType);
}

function arrayOf(section: Section, field: string): string {
  const type = typeOf(section, field);
  return `{${section.rows.map((row) => arrayElement(type, row[field])).join(',')}}`;
}

/** `needed`: how many guarded rows an entry must win before the rest of it is written. */
function batchText(sections: readonly Section[], needed: number): string {
  let parameter = 1;
  const parts: string[] = [];
  const guards: string[] = [];
  const rest: string[] = [];
  sections.forEach((section, index) => {
    const arrays = [`$${String((parameter += 1))}::integer[]`];
    for (const field of section.fields) {
      arrays.push(`$${String((parameter += 1))}::${typeOf(section, field)}[]`);
    }
    const names = ['entry', ...section.fields.map(columnName)].join(', ');
    const source = `unnest(${arrays.join(', ')}) as i(${names})`;
    const part = `part${String(index)}`;
    if (section.kind === 'change' || section.kind === 'guard') {
      const text = section.kind === 'change' ? changeText : guardText;
      parts.push(`${part} as (${text(section, source)})`);
      guards.push(part);
    } else if (section.kind === 'increment') {
      rest.push(incrementText(section, source, part));
    } else rest.push(`${part} as (${writeText(section, source)})`);
  });
  const won = ['select unnest($1::integer[]) as entry']
    .concat(guards.map((guard) => `select entry from ${guard}`))
    .join(' union all ');
  const winners =
    needed === 1
      ? won
      : `select entry from (${won}) as each group by entry having count(*) = ${needed}`;
  const all = [...parts, `won as materialized (${winners})`, ...rest];
  return `with ${all.join(',\n')}\nselect entry from won`;
}

const forWinners = 'i.entry = any (array(select entry from won))';

function keyMatch(table: Table): string {
  return table.key
    .map(columnName)
    .map((name) => `t.${name} = i.${name}`)
    .join(' and ');
}

function assignments(table: Table): string {
  return table.mutable
    .map(columnName)
    .map((name) => `${name} = i.${name}`)
    .join(', ');
}

function changeText(section: Section, source: string): string {
  const { table } = section;
  const version = columnName(table.version as string);
  return `update ${table.name} t set ${assignments(table)} from ${source}
    where ${keyMatch(table)} and t.${version} = i.expected returning i.entry`;
}

/** The lock lets other entries rely on the row, but none change it before this one is written. */
function guardText({ table }: Section, source: string): string {
  const version = columnName(table.version as string);
  return `select i.entry from ${source} join ${table.name} t on ${keyMatch(table)}
    where t.${version} = i.expected for share of t`;
}

function writeText(section: Section, source: string): string {
  const { table } = section;
  const names = section.fields.map(columnName);
  switch (section.kind) {
    case 'insert':
      return `insert into ${table.name} (${names.join(', ')})
        select ${names.map((name) => `i.${name}`).join(', ')} from ${source} where ${forWinners}
        ${table.upsert ? replaceText(table) : ''}`.trimEnd();
    case 'update':
      return `update ${table.name} t set ${assignments(table)} from ${source}
        where ${keyMatch(table)} and ${forWinners}`;
    default:
      return `delete from ${table.name} t using ${source}
        where ${keyMatch(table)} and ${forWinners}`;
  }
}

function replaceText(table: Table): string {
  const keys = table.key.map(columnName).join(', ');
  const values = table.mutable.map(columnName).map((name) => `${name} = excluded.${name}`);
  return `on conflict (${keys}) do update set ${values.join(', ')}`;
}

/**
 * Sums per row, in the order of the keys, so that two batches lock shared rows in the same order.
 * Existing rows are updated rather than upserted: PostgreSQL first checks the constraints of the
 * row proposed for insertion, and a negative step alone may violate them.
 */
function incrementText(section: Section, source: string, part: string): string {
  const { table } = section;
  const keys = table.key.map(columnName);
  const counters = section.fields.slice(keys.length).map(columnName);
  const list = keys.map((name) => `i.${name}`).join(', ');
  const sums = counters.map((name) => `coalesce(sum(i.${name}), 0)::bigint as ${name}`).join(', ');
  const added = (from: string): string =>
    counters.map((name) => `${name} = t.${name} + ${from}.${name}`).join(', ');
  const returned = keys.map((name) => `t.${name}`).join(', ');
  const names = keys.join(', ');
  const all = [...keys, ...counters].join(', ');
  return `${part}_sum as materialized (
      select ${list}, ${sums} from ${source} where ${forWinners}
      group by ${list} order by ${list}),
    ${part}_old as (update ${table.name} t set ${added('i')}
      from ${part}_sum i where ${keyMatch(table)} returning ${returned}),
    ${part} as (insert into ${table.name} as t (${all})
      select ${all} from ${part}_sum i
      where not exists (select 1 from ${part}_old t where ${keyMatch(table)})
      on conflict (${names}) do update set ${added('excluded')})`;
}
