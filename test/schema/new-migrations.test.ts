// Checks that the version before can run on the schema of this one: migrations that are newer than
// the rule keep it, and what is run in place of older ones keeps it too and makes the same schema.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { version } from '@bramka/gateway/core/release/version.ts';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { problemsIn } from '@bramka/gateway/storage/migration/effects/check.ts';
import type { Migration } from '@bramka/gateway/storage/migration/parse.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';
import { anyEngine, runSql, type OpenEngine } from '../support/engines.ts';

/** The last migrations that were written before the rule, by folder. */
const lastBefore: Readonly<Record<string, string>> = {
  '': '0056',
  'sandbox/': '0009',
};
const LAST_OF_PARTIES = '0001';

const all = [...gatewayMigrations, ...sandboxMigrations];

function isNew(name: string): boolean {
  const [, folder = '', number = ''] = /^(.*\/)?(\d{4})-/.exec(name) ?? [];
  return number > (lastBefore[folder] ?? LAST_OF_PARTIES);
}

test('new migrations lock nothing for long and keep what the version before uses', () => {
  const fresh = all.filter(({ name }) => isNew(name));
  assert.ok(fresh.length > 0 && fresh.length < all.length, 'the new migrations were not found');
  const problems = fresh.flatMap((migration) => {
    const earlier = all.slice(0, all.indexOf(migration));
    return problemsIn(migration, earlier, version).map((what) => `${migration.name}: ${what}`);
  });
  assert.deepEqual(problems, []);
});

test('what is run in place of an older migration locks nothing for long', () => {
  const replaced = all.filter(({ online }) => online !== undefined);
  assert.equal(replaced.length, 3);
  const problems = replaced.flatMap((migration) => {
    const { name, sql } = migration;
    const earlier = [...all.slice(0, all.indexOf(migration)), { name, sql }];
    return problemsIn(migration, earlier, version).map((what) => `${name}: ${what}`);
  });
  assert.deepEqual(problems, []);
});

const opened: OpenEngine[] = [];
after(() => Promise.all(opened.map((one) => one.close())));

async function migrated(migrations: readonly Migration[]): Promise<Database> {
  const engine = await anyEngine.open();
  opened.push(engine);
  await migrate(engine.database, migrations, '2026-03-01T12:00:00.000Z');
  return engine.database;
}

const schemaOf = `select c.relname || ' ' || a.attnum || ' ' || a.attname || ' ' ||
    format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relkind = 'r' and a.attnum > 0 and c.relnamespace = 'public'::regnamespace
  union all select pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index
  where indrelid::regclass::text not like 'pg\\_%'
  union all select conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
  from pg_constraint where connamespace = 'public'::regnamespace
  order by line`;

test('what is run in place of an older migration makes the same schema', async () => {
  const [online, plain] = await Promise.all([
    migrated(gatewayMigrations),
    migrated(gatewayMigrations.map(({ name, sql }) => ({ name, sql }))),
  ]);
  const lines = await runSql(online, schemaOf);
  assert.ok(lines.length > 500, `only ${lines.length} lines`);
  assert.deepEqual(lines, await runSql(plain, schemaOf));
  const counting = 'select * from authorization_counting';
  assert.deepEqual(await runSql(online, counting), await runSql(plain, counting));
});
