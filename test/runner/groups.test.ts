// Which whole-system test files run together, and the programs that run them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { groupFiles, writeGroupPrograms } from './groups.ts';

describe('groups of test files', () => {
  test('have about the same length and contain every file once, except long ones', () => {
    const short = Array.from({ length: 45 }, (_, turn) => `short-${String(turn)}.test.ts`);
    const durations = Object.fromEntries(short.map((file, turn) => [file, 1 + (turn % 5)]));
    const groups = groupFiles([...short, 'long.test.ts'], { ...durations, 'long.test.ts': 60 });
    assert.equal(groups.length, 3);
    assert.deepEqual(groups.flatMap(({ files }) => files).sort(), [...short].sort());
    for (const { seconds } of groups) assert.ok(Math.abs(seconds - 45) <= 2, String(seconds));
  });

  test('do not exist without short files', () => {
    assert.deepEqual(groupFiles(['long.test.ts'], { 'long.test.ts': 60 }), []);
    assert.deepEqual(groupFiles([], {}), []);
  });

  test('have a program each, which is removed in the end', () => {
    const programs = writeGroupPrograms([{ files: ['a.test.ts', 'b.test.ts'], seconds: 2 }]);
    const [path = '', ...others] = programs.paths;
    assert.deepEqual(others, []);
    assert.match(
      readFileSync(path, 'utf8'),
      /^await runTogether\(\["a\.test\.ts","b\.test\.ts"\]\);$/m,
    );
    programs.remove();
    assert.ok(!existsSync(path));
  });
});
