// The product exports only what another file uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unusedExports } from './exports.ts';
import { assertTidy, readSources, sourceOf } from './source.ts';

test('every export of the product is imported by another file', () => {
  assertTidy(unusedExports(readSources()));
});

test('finds exports that no other file imports', () => {
  const money = 'export const zero = 0n;\nexport interface Sum {}\nconst own = 1;';
  const found = (text: string) =>
    unusedExports([
      sourceOf('gateway/src/core/money.ts', money),
      sourceOf('test/race.ts', text.replace('MONEY', '@bramka/gateway/core/money.ts')),
    ]).map(({ line, problem }) => `${line} ${problem.split(',')[0]}`);
  const both = ['1 exports zero', '2 exports Sum'];
  assert.deepEqual(found("import { zero } from '@bramka/gateway/money.ts';"), both);
  assert.deepEqual(found("import { one as zero } from 'MONEY';"), both);
  assert.deepEqual(found("import { zero as one } from 'MONEY';"), ['2 exports Sum']);
  assert.deepEqual(found("export { type Sum } from 'MONEY';"), ['1 exports zero']);
  assert.deepEqual(found("declare module 'MONEY' {\n  interface Sum {"), ['1 exports zero']);
  assert.deepEqual(found("import * as money from 'MONEY';"), []);
  assert.deepEqual(found("const { zero } = await import('MONEY');"), []);
});
