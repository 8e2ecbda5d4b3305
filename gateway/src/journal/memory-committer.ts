// The journal in memory, for the simulator: the same contract over plain maps, with the constraints
// that the tables declare.

import { assert } from '../core/assert.ts';
import type { Entry, Verdict } from './entry.ts';
import type { Committer } from './group-commit.ts';
import { keyOf, type Row, type Table, type Value } from './table.ts';

export interface Memory {
  readonly committer: Committer;
  rows<R>(table: Table): R[];
  find<R>(table: Table, key: Row): R | undefined;
}

export function createMemory(): Memory {
  const tables = new Map<string, Map<string, Row>>();
  const of = (table: Table): Map<string, Row> => {
    let rows = tables.get(table.name);
    if (!rows) tables.set(table.name, (rows = new Map()));
    return rows;
  };
  return {
    committer: { apply: (batch) => Promise.resolve(batch.map((entry) => applyOne(of, entry))) },
    rows: (table) => [...of(table).values()] as never[],
    find: (table, key) => of(table).get(keyOf(table, key)) as never,
  };
}

type Tables = (table: Table) => Map<string, Row>;

function applyOne(of: Tables, entry: Entry): Verdict {
  for (const { table, row, expected } of entry.changes) {
    const present = of(table).get(keyOf(table, row));
    if (present?.[table.version as string] !== expected) return { kind: 'stale' };
  }
  const touched = [...entry.changes, ...entry.inserts, ...entry.updates];
  const inserted = new Set(entry.inserts.map(({ row }) => row));
  for (const { table, row } of touched) {
    const constraint = violated(of, table, row, inserted.has(row));
    if (constraint !== undefined) return { kind: 'conflict', constraint };
  }
  for (const { table, row } of entry.deletes) of(table).delete(keyOf(table, row));
  for (const { table, row } of entry.inserts) of(table).set(keyOf(table, row), { ...row });
  for (const { table, row } of [...entry.changes, ...entry.updates]) setMutable(of, table, row);
  for (const { table, key, column, by } of entry.increments) {
    const before = of(table).get(keyOf(table, key))?.[column] ?? 0n;
    of(table).set(keyOf(table, key), { ...key, [column]: (before as bigint) + by });
  }
  return { kind: 'committed' };
}

function setMutable(of: Tables, table: Table, row: Row): void {
  const present = of(table).get(keyOf(table, row));
  assert(present !== undefined, `an update of a missing row of ${table.name}`);
  const next: Record<string, Value> = { ...present };
  for (const field of table.mutable) next[field] = row[field] ?? null;
  of(table).set(keyOf(table, row), next);
}

function violated(of: Tables, table: Table, row: Row, isNew: boolean): string | undefined {
  const own = keyOf(table, row);
  for (const rule of table.unique) {
    if (rule.when && !rule.when(row)) continue;
    if (rule.columns.some((field) => row[field] === null)) continue;
    for (const [key, other] of of(table)) {
      if (key === own && !isNew) continue;
      if (rule.when && !rule.when(other)) continue;
      if (rule.columns.every((field) => other[field] === row[field])) return rule.name;
    }
  }
  return undefined;
}
