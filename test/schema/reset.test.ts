// A reset of the sandbox empties every table but those that are named here: whoever adds a table
// decides which of the two it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tablesToEmpty } from '@bramka/sandbox/control/reset.store.ts';
import { embedded, runSql, type OpenEngine } from '../support/engines.ts';
import { loadDefinitions, migrateAll } from './modules.ts';

const kept = [
  // What the installation is.
  'installation',
  'schema_migrations',
  // Keys outlive what they sealed and signed.
  'signing_keys',
  'data_keys',
  'sandbox.directory_keys',
  // Each process writes its own row again.
  'readiness',
  // What directory servers told; they would tell the same again.
  'card_ranges',
  // Restored one by one.
  'merchants',
  // The panel itself.
  'sandbox.control',
  'sandbox.nodes',
  'sandbox.faults',
];

let opened: OpenEngine;
before(async () => {
  await loadDefinitions();
  opened = await embedded.open();
  await migrateAll(opened.database);
});
after(() => opened.close());

test('every table is either emptied by a reset or kept on purpose', async () => {
  const rows = await runSql<{ name: string }>(
    opened.database,
    `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end
       as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const real = rows.map(({ name }) => name).sort();
  assert.deepEqual([...tablesToEmpty(), ...kept].sort(), real);
});
