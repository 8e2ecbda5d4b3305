// Builds one SQL statement for a whole batch: compare-and-set first, then all other writes for the
// winners only. Its text depends only on the tables involved (the shape of the batch), so it is
// prepared once per shape.

import { createHash } from 'node:crypto';
import { assert } from '../core/assert.ts';
import type { Statement } from '../storage/database.ts';
import { columnsOf, rowsText, type Column } from './batch-rows.ts';
import { collectSections, type Kind, type Section } from './batch-sections.ts';
import type { Entry } from './entry.ts';
import { columnName, type Table } from './table.ts';

interface BatchStatement {
  readonly statement: Statement;
  readonly values: readonly string[];
}

const letters: Readonly<Record<Kind, string>> = {
  guard: 'g',
  change: 'c',
  delete: 'd',
  insert: 'i',
  update: 'u',
  increment: 'n',
};

interface Shape {
  readonly statement: Statement;
  /** The columns of each section. */
  readonly columns: readonly (readonly Column[])[];
}

const shapes = new Map<string, Shape>();

export function batchStatement(batch: readonly Entry[]): BatchStatement {
  const sections = collectSections(batch);
  const unguarded = batch.flatMap((entry, index) => (entry.changes.length === 0 ? [index] : []));
  const guards = Math.max(1, ...batch.map((entry) => entry.changes.length));
  assert(guards === 1 || batch.length === 1, 'an entry with several guards is written alone');
  const name = [...sections.map(sectionName), ...(guards > 1 ? [`all${guards}`] : [])].join('+');
  let shape = shapes.get(name);
  if (shape === undefined) {
    const columns = sections.map(columnsOf);
    const text = batchText(sections, columns, guards);
    shapes.set(name, (shape = { statement: { name: statementName(text), text }, columns }));
  }
  const { statement, columns } = shape;
  const rows = sections.map((one, index) => rowsText(one, columns[index] as readonly Column[]));
  return { statement, values: [`{${unguarded.join(',')}}`, ...rows] };
}

/**
 * A different text gets a different name. In a session that a pooler shares with nodes of another
 * version, their statement would leave out columns that it does not know, without an error.
 */
function statementName(text: string): string {
  return `journal.${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function sectionName({ kind, table, fields }: Section): string {
  const counters = kind === 'increment' ? `(${fields.slice(table.key.length).join(',')})` : '';
  return `${letters[kind]}.${table.name}${counters}`;
}

/** `needed`: how many guarded rows an entry must win before the rest of it is written. */
function batchText(
  sections: readonly Section[],
  columns: Shape['columns'],
  needed: number,
): string {
  const parts: string[] = [];
  const guards: string[] = [];
  const rest: string[] = [];
  sections.forEach((section, index) => {
    const list = columns[index]?.map(({ name, type }) => `, ${name} ${type}`).join('') ?? '';
    const source = `json_to_recordset($${index + 2}::json) as i(entry integer${list})`;
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

/**
 * Makes the planner expect one row of a parameter instead of a hundred, and look rows up by their
 * keys even in small tables.
 */
const always = 'i.entry between 0 and 2147483647';
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
    where ${keyMatch(table)} and t.${version} = i.expected and ${always} returning i.entry`;
}

/** The lock lets other entries rely on the row, but none change it before this one is written. */
function guardText({ table }: Section, source: string): string {
  const version = columnName(table.version as string);
  return `select i.entry from ${source} join ${table.name} t on ${keyMatch(table)}
    where t.${version} = i.expected and ${always} for share of t`;
}

function writeText(section: Section, source: string): string {
  const { table } = section;
  switch (section.kind) {
    case 'insert':
      return insertText(table, `${source} where ${forWinners}`);
    case 'update':
      return `update ${table.name} t set ${assignments(table)} from ${source}
        where ${keyMatch(table)} and ${forWinners}`;
    default:
      return `delete from ${table.name} t using ${source}
        where ${keyMatch(table)} and ${forWinners}`;
  }
}

function insertText(table: Table, source: string): string {
  const names = Object.keys(table.columns).map(columnName);
  return `insert into ${table.name} (${names.join(', ')})
    select ${names.map((name) => `i.${name}`).join(', ')} from ${source}
    ${table.upsert ? replaceText(table) : ''}`.trimEnd();
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
