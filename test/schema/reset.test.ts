// Tests that a sandbox reset empties every table except those listed here, so that each new table
// needs a decision.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import type { tablesToEmpty } from '@bramka/sandbox/control/reset.store.ts';
import { embedded, runSql, type OpenEngine } from '../support/engines.ts';

const kept = [
  // The identity of the installation.
  'installation',
  'schema_migrations',
  'backfills',
  // Keys must outlive what they sealed and signed.
  'signing_keys',
  'data_keys',
  'encryption_keys',
  'root_keys',
  'stored_keys',
  'key_rotations',
  'key_nodes',
  'sandbox.directory_keys',
  'sandbox.wallet_keys',
  'sandbox.wallet_recipients',
  'sandbox.c2p_keys',
  // Never emptied: rows of the audit log are never removed.
  'audit_chains',
  'audit_log',
  'audit_tip',
  // The order of events goes on, because readers keep their cursors.
  'event_epoch',
  // Until when authorizations are counted: the count goes on from there.
  'authorization_counting',
  // Each process writes its own row again.
  'readiness',
  // Answers of the directory servers, which would be the same again.
  'card_ranges',
  // Restored one by one, or deleted together with the merchants.
  'merchants',
  'merchant_logos',
  'wallet_credentials',
  'provider_credentials',
  // The same for all merchants; a page that is open still needs its scripts.
  'page_builds',
  // The control panel itself.
  'sandbox.control',
  'sandbox.nodes',
  'sandbox.faults',
];

let opened: OpenEngine;
before(async () => {
  opened = await embedded.openWithTables();
});
after(() => opened.close());

/** In a process of its own, because other tests of this one load more modules. */
function askProcess(): ReturnType<typeof tablesToEmpty> {
  const program = `
    await import('@bramka/cli/start/start.ts');
    const { tablesToEmpty } = await import('@bramka/sandbox/control/reset.store.ts');
    console.log(JSON.stringify(tablesToEmpty()));`;
  const args = ['--input-type=module', '--eval', program];
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as string[];
}

test('every table is either emptied by a reset or listed as kept', async () => {
  const rows = await runSql<{ name: string }>(
    opened.database,
    `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end
       as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const real = rows.map(({ name }) => name).sort();
  assert.deepEqual([...askProcess(), ...kept].sort(), real);
});
