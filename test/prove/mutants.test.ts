// Tests that the planted bugs are up to date: each applies to its source exactly once, and names
// checks that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withBug } from './mutant.ts';
import { mutantGroups } from './mutants.ts';

const root = join(import.meta.dirname, '..', '..');
const all = Object.values(mutantGroups).flat();

describe('planted bugs', () => {
  for (const mutant of all) {
    test(`${mutant.name} fits its source`, () => {
      const { name, file, search, replace, caughtBy } = mutant;
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      const changed = withBug(readFileSync(join(root, file), 'utf8'), mutant);
      assert.notEqual(search, replace);
      assert.doesNotMatch(file, /\/migrations\//, 'the databases of checks are made without it');
      assert.ok(changed.includes(replace));
      assert.ok(caughtBy.length > 0, 'a check must catch it');
      for (const check of caughtBy) {
        if ('file' in check) assert.ok(existsSync(join(root, check.file)), check.file);
      }
    });
  }

  test('have unique names', () => {
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  });

  test('are of every group, and enough of them', () => {
    for (const [group, list] of Object.entries(mutantGroups)) assert.ok(list.length > 0, group);
    assert.ok(all.length >= 40, String(all.length));
  });
});
