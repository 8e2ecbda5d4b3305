// Checks names, opening comments, exports, and that no work is marked for later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badNames, forbiddenExports, missingOpening, unfinishedWork } from './form.ts';
import { assertTidy, readSources, sourceOf } from './source.ts';

const sources = readSources();

test('names every file and folder in kebab-case and by its content', () => {
  assertTidy(sources.flatMap(badNames));
});

test('finds meaningless names and names in another case', () => {
  const isFound = (path: string) => badNames(sourceOf(path, '')).length > 0;
  const bad = [
    'core/utils.ts',
    'payments/index.ts',
    'payment.service.ts',
    'card-manager.ts',
    'helpers/money.ts',
    'misc.test.ts',
    'paymentStore.ts',
    'Payment.ts',
    'pay_ment.ts',
  ];
  const good = ['core/money.ts', 'payments/payment.store.ts', 'migrations/0001-payments.ts'];
  assert.deepEqual(bad.filter(isFound), bad);
  assert.deepEqual(good.filter(isFound), []);
});

test('opens every file with a comment on what it is for', () => {
  assertTidy(sources.flatMap(missingOpening));
});

test('finds a file without an opening comment, or with a late or empty one', () => {
  const isFound = (text: string) => missingOpening(sourceOf('a.ts', text)).length > 0;
  const opening = '// Amounts and how they are added.\n';
  assert.equal(isFound(`${opening}export const a = 1;\n`), false);
  assert.equal(isFound(`#!/usr/bin/env node\n${opening}`), false);
  assert.equal(isFound('/** Amounts and how they are added. */\nexport {};\n'), false);
  assert.equal(isFound(`export const a = 1;\n${opening}`), true);
  assert.equal(isFound('// amounts\nexport const a = 1;\n'), true);
  assert.equal(isFound(''), true);
});

test('leaves no work marked for later', () => {
  assertTidy(sources.flatMap(unfinishedWork));
});

test('finds work marked for later in comments, not in strings', () => {
  const text = `const a = 'TODO'; // a list\nfunction f() {\n  /* all fine\n FIXME: not */\n}\n`;
  assert.deepEqual(
    unfinishedWork(sourceOf('a.ts', text)).map((finding) => finding.line),
    [4],
  );
});

test('has no default exports, no enums and no files that only re-export', () => {
  assertTidy(sources.flatMap(forbiddenExports));
});

test('finds default exports, enums and barrels in each of their forms', () => {
  const problems = (text: string) =>
    forbiddenExports(sourceOf('a.ts', text)).map((finding) => finding.problem);
  const byDefault = ['has a default export'];
  assert.deepEqual(problems('export default 1;'), byDefault);
  assert.deepEqual(problems('export default function f() {}'), byDefault);
  assert.deepEqual(problems('const a = 1;\nexport { a as default };'), byDefault);
  assert.deepEqual(problems('enum Status { NEW }'), ['declares an enum']);
  assert.deepEqual(problems(`export * from './b.ts';`), ['only re-exports']);
  assert.deepEqual(problems(`export { b } from './b.ts';\nexport const a = 1;`), []);
});
