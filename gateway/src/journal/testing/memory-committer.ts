// The journal in memory, for tests and the simulator: the same contract on plain maps, with the
// constraints that the tables declare.

import { assert } from '../../core/assert.ts';
import type { Entry, CommitResult } from '../entry.ts';
import type { Committer } from '../group-commit.ts';
import { keyOf, type Row, type Table, type Value } from '../table.ts';

export interface Memory {
  readonly committer: Committer;
  rows<R>(table: Table): R[];
  find<R>(table: Table, key: Row): R | undefined;
}

export function createMemory(): Memory {
  const tables = new Map<string, Map<string, Row>>();
  const of = (table: Table): Map<string, Row> => {
    let rows = tables.get(table.name);
    if (!rows) tables.set(table.name, (rows = new Map<string, Row>()));
    return rows;
  };
  return {
    committer: { apply: (batch) => Promise.resolve(batch.map((entry) => applyEntry(of, entry))) },
    rows: (table) => [...of(table).values()] as never[],
    find: (table, key) => of(table).get(keyOf(table, key)) as never,
  };
}

type Tables = (table: Table) => Map<string, Row>;
/** Writes a row, or removes it when `row` is undefined; can be undone. */
type WriteRow = (table: Table, key: string, row: Row | undefined) => void;

function applyEntry(of: Tables, entry: Entry): CommitResult {
  for (const { table, row, expected } of entry.changes) {
    const present = of(table).get(keyOf(table, row));
    if (present?.[table.version as string] !== expected) return { kind: 'stale' };
  }
  const undo: (() => void)[] = [];
  const writeRow: WriteRow = (table, key, row) => {
    const rows = of(table);
    const before = rows.get(key);
    undo.push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)));
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
  };
  const constraint = writeAll(of, writeRow, entry);
  if (constraint === undefined) return { kind: 'committed' };
  for (const step of undo.reverse()) step();
  return { kind: 'conflict', constraint };
}

/** In the same order as the database; returns the first constraint that refuses a row. */
function writeAll(of: Tables, writeRow: WriteRow, entry: Entry): string | undefined {
  const changes = entry.changes.filter(({ isGuard }) => !isGuard);
  for (const { table, row } of [...changes, ...entry.updates]) {
    const constraint = findViolation(of, table, row, false);
    if (constraint !== undefined) return constraint;
    writeRow(table, keyOf(table, row), mergeMutable(of, table, row));
  }
  for (const { table, row } of entry.inserts) {
    const constraint = findViolation(of, table, row, !table.upsert);
    if (constraint !== undefined) return constraint;
    writeRow(table, keyOf(table, row), { ...row });
  }
  for (const { table, row } of entry.deletes) writeRow(table, keyOf(table, row), undefined);
  for (const { table, key, column, by } of entry.increments) {
    const present = of(table).get(keyOf(table, key)) ?? { ...zeroCounters(table), ...key };
    const next = { ...present, [column]: (present[column] as bigint) + by };
    writeRow(table, keyOf(table, key), next);
  }
  return findFailedCheck(of, entry);
}

/** Checked once all counters are added, as the database does for the rows of one statement. */
function findFailedCheck(of: Tables, entry: Entry): string | undefined {
  const written = [
    ...[...entry.changes, ...entry.updates, ...entry.inserts].map(({ table, row }) => [table, row]),
    ...entry.increments.map(({ table, key }) => [table, key]),
  ] as [Table, Row][];
  for (const [table, key] of written) {
    const row = of(table).get(keyOf(table, key));
    const failed = row && table.checks.find((check) => !check.holds(row));
    if (failed) return failed.name;
  }
  return undefined;
}

/** Counters start at zero. */
function zeroCounters(table: Table): Row {
  const fields = Object.keys(table.columns).filter((field) => table.columns[field] === 'bigint');
  return Object.fromEntries(fields.map((field) => [field, 0n]));
}

function mergeMutable(of: Tables, table: Table, row: Row): Row {
  const present = of(table).get(keyOf(table, row));
  assert(present !== undefined, `an update of a missing row of ${table.name}`);
  const next: Record<string, Value> = { ...present };
  for (const field of table.mutable) next[field] = row[field] ?? null;
  return next;
}

function findViolation(of: Tables, table: Table, row: Row, isNew: boolean): string | undefined {
  const rowKey = keyOf(table, row);
  for (const rule of table.unique) {
    if (rule.when && !rule.when(row)) continue;
    if (!rule.nullsAreEqual && rule.columns.some((field) => row[field] === null)) continue;
    for (const [key, stored] of of(table)) {
      if (key === rowKey && !isNew) continue;
      if (rule.when && !rule.when(stored)) continue;
      if (rule.columns.every((field) => isEqual(stored[field], row[field]))) return rule.name;
    }
  }
  return undefined;
}

function isEqual(one: Value | undefined, other: Value | undefined): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return Buffer.compare(one, other) === 0;
  }
  return one === other;
}
