// Tests that every constraint of the schema refuses its bad rows, by its own name. The constraints
// are read from the catalogue: a check without a bad row fails, and so does a bad row without a
// check.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { CheckViolation, UniqueViolation } from '@bramka/gateway/storage/errors.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';
import { badRows, goodRows, meetingRows } from './bad-rows.ts';
import type { Values } from './bad-sandbox-rows.ts';
import { loadDefinitions } from './modules.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_required: boolean;
}

interface Rule {
  readonly table: string;
  readonly name: string;
  /** Of a unique index; empty for a check, and for an index over an expression. */
  readonly columns: readonly string[];
}

const ours = `n.nspname in ('public', 'sandbox') and t.relkind = 'r'`;
const columnsQuery = `select n.nspname || '.' || t.relname as table, a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_required
  from pg_attribute a join pg_class t on t.oid = a.attrelid
  join pg_namespace n on n.oid = t.relnamespace
  where ${ours} and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`;
const checksQuery = `select n.nspname || '.' || t.relname as table, c.conname as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  join pg_namespace n on n.oid = t.relnamespace where ${ours} and c.contype = 'c' order by 1, 2`;
const uniquesQuery = `select n.nspname || '.' || t.relname as table, i.relname as name,
    coalesce((select string_agg(a.attname, ' ') from pg_attribute a
      where a.attrelid = t.oid and a.attnum = any (x.indkey)), '') as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  join pg_namespace n on n.oid = t.relnamespace where ${ours} and x.indisunique order by 1, 2`;

let number = 0;

/** A value of this type, different from other rows where the type allows it. */
function valueOf(type: string): unknown {
  number += 1;
  switch (type) {
    case 'uuid':
      return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    case 'integer':
    case 'bigint':
      return number;
    case 'boolean':
      return true;
    case 'timestamp with time zone':
      return '2026-03-01T12:00:00.000Z';
    case 'jsonb':
      return {};
    case 'bytea':
      return `\\x${String(number).padStart(12, '0')}`;
    case 'text':
      return `text ${number}`;
    default:
      throw new Error(`give a value for columns of type ${type}`);
  }
}

class Undone extends Error {}

for (const engine of engines) {
  describe(`constraints on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let columns: Column[];
    let checks: Rule[];
    let uniques: Rule[];
    before(async () => {
      await loadDefinitions();
      opened = await engine.openWithTables();
      const { database } = opened;
      columns = await runSql<Column>(database, columnsQuery);
      checks = await runSql<Rule>(database, checksQuery);
      const indexes = await runSql<{ table: string; name: string; columns: string }>(
        database,
        uniquesQuery,
      );
      uniques = indexes.map((one) => ({ ...one, columns: one.columns.split(' ').filter(Boolean) }));
      for (const table of new Set(columns.map((column) => column.table))) {
        // The audit log cannot be emptied, and is empty after the migrations.
        if (!table.startsWith('public.audit_')) await runSql(database, `truncate ${table}`);
      }
    });
    after(() => opened.close());

    const rowOf = (table: string, overrides: Values = {}): Values => {
      const required = columns.filter((one) => one.table === table && one.is_required);
      const filled = required.map(({ name, type }) => [name, valueOf(type)] as const);
      return { ...Object.fromEntries(filled), ...goodRows[table]?.(number), ...overrides };
    };
    const insert = (on: Queryable, table: string, row: Values) =>
      runSql(on, `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
        JSON.stringify(row),
      ]);
    /** Inserts the rows one after another and rolls back. */
    const tryRows = (table: string, ...rows: readonly Values[]): Promise<void> =>
      opened.database
        .transaction(async (tx) => {
          for (const row of rows) await insert(tx, table, row);
          throw new Undone();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });

    test('every check has bad rows, and every bad row has a check', () => {
      const names = checks.map(({ table, name }) => `${table} ${name}`);
      assert.deepEqual(Object.keys(badRows).sort(), [...names].sort());
    });

    test('every table accepts a valid row', async () => {
      for (const table of new Set(columns.map((column) => column.table))) {
        await assert.doesNotReject(tryRows(table, rowOf(table)), table);
      }
    });

    test('every check refuses its bad rows by its own name', async () => {
      for (const { table, name } of checks) {
        for (const bad of badRows[`${table} ${name}`] ?? []) {
          const refused = tryRows(table, rowOf(table, bad));
          const what = `${table} ${JSON.stringify(bad).slice(0, 100)}`;
          await assert.rejects(refused, new CheckViolation(name), what);
        }
      }
    });

    test('every unique index refuses a second equal row by its own name', async () => {
      for (const { table, name, columns: same } of uniques) {
        const meeting = meetingRows[`${table} ${name}`] ?? {};
        const first = rowOf(table, meeting);
        const second = rowOf(table, meeting);
        const alike = Object.fromEntries(same.map((column) => [column, first[column]]));
        const refused = tryRows(table, first, { ...second, ...alike });
        await assert.rejects(refused, new UniqueViolation(name), `${table} ${name}`);
      }
    });

    test('every required column refuses null', async () => {
      for (const { table, name, is_required: isRequired } of columns) {
        if (!isRequired) continue;
        const refused = tryRows(table, rowOf(table, { [name]: null }));
        await assert.rejects(refused, (error: { code?: string; column?: string }) => {
          assert.deepEqual([error.code, error.column], ['23502', name], table);
          return true;
        });
      }
    });
  });
}
