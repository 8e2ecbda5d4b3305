// Prepares every named statement, and every shape of the journal's statements, against the migrated
// schema on both engines, so that a wrong column is found here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { batchStatement } from '@bramka/gateway/journal/batch-sql.ts';
import { knownTables } from '@bramka/gateway/journal/table.ts';
import { knownStatements, type Statement } from '@bramka/gateway/storage/database.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';
import { shapesOf } from './citus/shapes.ts';
import { loadDefinitions } from './modules.ts';

const files = await loadDefinitions();
const statements = knownStatements();
const tables = knownTables();

/** Only queries can be prepared; DDL is executed instead. */
const isQuery = /^\s*(select|insert|update|delete|with)\b/i;

/** The length up to which PostgreSQL distinguishes names. */
const MAX_NAME_LENGTH = 63;

test('finds the modules that define statements and tables', () => {
  for (const file of [
    'gateway/src/merchants/merchant.store.ts',
    'gateway/src/payments/loading/payment.store.ts',
    'gateway/src/storage/migrate.ts',
    'sandbox/src/acquirer/acquirer.store.ts',
  ]) {
    assert.ok(files.includes(file), `${file} was not loaded`);
  }
  assert.ok(statements.length >= 15, `only ${statements.length} statements`);
  assert.ok(tables.length >= 6, `only ${tables.length} tables`);
});

test('gives every statement a name that PostgreSQL distinguishes', () => {
  const long = statements.filter(({ name }) => name.length > MAX_NAME_LENGTH);
  assert.deepEqual(long, []);
});

for (const engine of engines) {
  describe(`on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let prepared = 0;
    before(async () => {
      opened = await engine.openWithTables({ connections: 1 });
    });
    after(() => opened.close());

    const prepare = async ({ text }: Statement): Promise<void> => {
      prepared += 1;
      const name = `prepared_${prepared}`;
      await runSql(opened.database, `prepare ${name} as ${text}`);
      await runSql(opened.database, `deallocate ${name}`);
    };

    for (const statement of statements) {
      test(`${statement.name} is valid`, async () => {
        if (isQuery.test(statement.text)) await prepare(statement);
        else await opened.database.run(statement);
      });
    }

    for (const table of tables) {
      for (const [does, draft] of shapesOf(table)) {
        test(`the journal's ${does} of ${table.name} is valid`, async () => {
          const { statement } = batchStatement([draft]);
          assert.ok(statement.name.length <= MAX_NAME_LENGTH, statement.name);
          await prepare(statement);
        });
      }
    }

    test('finds a statement with an unknown column', async () => {
      const text = 'select no_such_column from payments';
      await assert.rejects(prepare({ name: 'wrong', text }), /no_such_column/);
    });
  });
}
