// Which test files run together, and the programs that run them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { groupFiles, writeGroupPrograms } from './groups.ts';

describe('groups of test files', () => {
  test('have about the same length and contain every file once', () => {
    const files = Array.from({ length: 45 }, (_, turn) => `short-${String(turn)}.test.ts`);
    const durations = Object.fromEntries(files.map((file, turn) => [file, 1 + (turn % 5)]));
    const groups = groupFiles(files, durations, 3);
    assert.equal(groups.length, 3);
    assert.deepEqual(groups.flatMap((group) => group.files).sort(), [...files].sort());
    for (const { seconds } of groups) assert.ok(Math.abs(seconds - 45) <= 2, String(seconds));
  });

  test('are never empty', () => {
    assert.deepEqual(groupFiles(['a.test.ts'], { 'a.test.ts': 3 }, 2), [
      { files: ['a.test.ts'], seconds: 3 },
    ]);
    assert.deepEqual(groupFiles([], {}, 2), []);
  });

  test('have a program each, which is removed in the end', () => {
    const programs = writeGroupPrograms([
      { files: ['a.test.ts', 'b.test.ts'], seconds: 2 },
      { files: ['alone.test.ts'], seconds: 1 },
    ]);
    const [path = '', ...others] = programs.paths;
    assert.deepEqual(others, ['alone.test.ts']);
    assert.match(
      readFileSync(path, 'utf8'),
      /^await runTogether\(\["a\.test\.ts","b\.test\.ts"\]\);$/m,
    );
    programs.remove();
    assert.ok(!existsSync(path));
  });
});
