// The sections of a batch: the rows of all its entries, by kind of write and table.

import type { Entry } from './entry.ts';
import type { Row, Table } from './table.ts';

export type Kind = 'guard' | 'change' | 'insert' | 'update' | 'delete' | 'increment';

/** The rows of one table and kind in the order they are sent, each with the index of its entry. */
export interface Section {
  readonly kind: Kind;
  readonly table: Table;
  readonly fields: readonly string[];
  readonly entries: number[];
  readonly rows: Row[];
}

const order: readonly Kind[] = ['guard', 'change', 'delete', 'insert', 'update', 'increment'];

/** The counter columns a batch adds to, per table: each row is written once, with all of them. */
function countersOf(batch: readonly Entry[]): Map<Table, string[]> {
  const counters = new Map<Table, string[]>();
  for (const entry of batch) {
    for (const { table, column } of entry.increments) {
      const columns = counters.get(table) ?? [];
      if (!columns.includes(column)) counters.set(table, [...columns, column].sort());
    }
  }
  return counters;
}

export function collectSections(batch: readonly Entry[]): Section[] {
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
