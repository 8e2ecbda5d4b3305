// Checks that the version before can run on the schema of this one: migrations that are newer than
// the rule must keep it, and files before them never change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '@bramka/gateway/core/release/version.ts';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import { problemsIn } from '@bramka/gateway/storage/migration/check.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';

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
