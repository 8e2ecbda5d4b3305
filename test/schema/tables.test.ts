// Compares the journal's table definitions with the real tables: columns and types, nullability,
// keys, and unique constraints by name.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { columnName, knownTables, type Table } from '@bramka/gateway/journal/table.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';
import { loadDefinitions, nullableFields } from './modules.ts';

await loadDefinitions();
const tables = knownTables();
const nullable = nullableFields();

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Index {
  readonly name: string;
  readonly columns: string;
  readonly is_unique: boolean;
  readonly is_partial: boolean;
}

/** `sandbox.charges` in its two parts; a table without a schema is in public. */
function nameOf(table: Table): [schema: string, name: string] {
  const [first = '', second] = table.name.split('.');
  return second === undefined ? ['public', first] : [first, second];
}

const columnsOf = `select column_name as name, udt_name as type from information_schema.columns
  where table_schema = $1 and table_name = $2 order by column_name`;

const indexesOf = `select i.relname as name, x.indisunique as is_unique,
    x.indpred is not null as is_partial,
    (select string_agg(a.attname, ',' order by k.position)
     from unnest(x.indkey) with ordinality as k(attnum, position)
     join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum) as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = $1 and t.relname = $2`;

/** Type names in the catalogue where they differ from the ones we use. */
const catalogueNames: Record<string, string> = { bigint: 'int8', integer: 'int4', boolean: 'bool' };

for (const engine of engines) {
  describe(`tables on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());

    for (const table of tables) {
      test(`${table.name} has exactly the columns and types the journal writes`, async () => {
        const real = await runSql<Column>(opened.database, columnsOf, nameOf(table));
        const believed = Object.entries(table.columns)
          .map(([field, type]) => ({ name: columnName(field), type: catalogueNames[type] ?? type }))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
        const written = real.filter(({ name }) => !table.defaulted.includes(name));
        assert.deepEqual(
          written.sort((a, b) => (a.name < b.name ? -1 : 1)),
          believed,
        );
      });

      test(`${table.name} has the unique constraints that the journal defines`, async () => {
        const real = await runSql<Index>(opened.database, indexesOf, nameOf(table));
        const unique = real.filter((index) => index.is_unique);
        const names = [...new Set(table.unique.map((rule) => rule.name))].sort();
        assert.deepEqual(unique.map((index) => index.name).sort(), names);
        for (const index of unique) {
          const rules = table.unique.filter((rule) => rule.name === index.name);
          const alike = rules.find((rule) => rule.columns.map(columnName).join() === index.columns);
          assert.ok(alike, `${index.name} is about ${index.columns}`);
          assert.equal(index.is_partial, alike.when !== undefined, `${index.name} is partial`);
        }
      });

      test(`${table.name} has the nullable columns of its row type`, async () => {
        const believed = nullable.get(table.name);
        assert.ok(believed, 'the row type was not found');
        const text = columnsOf.replace('where', `where is_nullable = 'YES' and`);
        const real = await runSql<Column>(opened.database, text, nameOf(table));
        assert.deepEqual(real.map(({ name }) => name).sort(), [...believed].map(columnName).sort());
      });
    }
  });
}

test('a guarded table has a version among its mutable columns, of type integer', () => {
  for (const { name, version, mutable, columns } of tables) {
    if (version === undefined) continue;
    assert.ok(mutable.includes(version), `${name}.${version} is mutable`);
    assert.equal(columns[version], 'integer', `${name}.${version}`);
  }
});

/** Of the operator: files of providers and counts, about all merchants. */
const ofOperator = /^(reconciliation_|authorization_counts$)/;

test('the key of every gateway table begins with the MID, so that it can be sharded', () => {
  const own = tables.filter(({ name }) => !name.includes('.') && !ofOperator.test(name));
  assert.ok(own.length >= 10);
  for (const { name, key } of own) assert.equal(key[0], 'merchantId', name);
});

test('no table allows its key to change', () => {
  for (const { name, key, mutable } of tables) {
    const both = key.filter((field) => mutable.includes(field));
    assert.deepEqual(both, [], name);
  }
});
