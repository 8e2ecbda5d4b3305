// Tests which files are linted again after a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affectedFiles } from './changes.ts';

const tree: Readonly<Record<string, string>> = {
  'gateway/src/core/money.ts': 'export const zero = 0n;',
  'gateway/src/core/amount.ts': "import type { Money } from './money.ts';",
  'gateway/src/fees/fees.ts': "export { fee } from '../core/amount.ts';",
  'gateway/src/http/server.ts': "declare module 'fastify' {}",
  'gateway/src/http/lonely.ts': 'export const nothing = null;',
  'cli/src/pay.ts': "const { fee } = await import('@bramka/gateway/fees/fees.ts');",
  'test/support/pay.ts': "type Pay = typeof import('@bramka/cli/pay.ts');",
  'test/journeys/pay.test.ts': "import { pay } from '@bramka/test/support/pay.ts';",
  'test/tsconfig.json': '{}',
  'paywall/types/preact.d.ts': 'export type Node = object;',
};

/** The files to lint after a change of the tree; undefined as a text: the file is deleted. */
function after(change: Readonly<Record<string, string | undefined>>): readonly string[] | 'all' {
  const entries = Object.entries({ ...tree, ...change });
  const texts = new Map(
    entries.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
  const affected = affectedFiles(tree, Object.fromEntries(texts), texts);
  return affected === 'all' ? 'all' : affected.toSorted();
}

test('lints nothing again if nothing has changed', () => {
  assert.deepEqual(after({}), []);
});

test('lints a changed file and a new one', () => {
  assert.deepEqual(after({ 'gateway/src/http/lonely.ts': 'changed', 'cli/src/new.ts': 'new' }), [
    'cli/src/new.ts',
    'gateway/src/http/lonely.ts',
  ]);
});

test('lints everything that imports a changed file through any kind of import', () => {
  assert.deepEqual(after({ 'gateway/src/core/money.ts': 'changed' }), [
    'cli/src/pay.ts',
    'gateway/src/core/amount.ts',
    'gateway/src/core/money.ts',
    'gateway/src/fees/fees.ts',
    'test/journeys/pay.test.ts',
    'test/support/pay.ts',
  ]);
});

const forAll: [what: string, path: string, text: string | undefined][] = [
  ['changed settings', 'test/tsconfig.json', '{ "files": [] }'],
  ['changed declarations', 'paywall/types/preact.d.ts', 'changed'],
  [
    'a changed module with declarations for others',
    'gateway/src/http/server.ts',
    "declare module 'x'",
  ],
  ['a new module with global declarations', 'gateway/src/new.ts', 'declare global { let a: 1; }'],
  ['a deleted file', 'gateway/src/http/lonely.ts', undefined],
];
for (const [what, path, text] of forAll) {
  test(`lints everything after ${what}`, () => assert.equal(after({ [path]: text }), 'all'));
}
