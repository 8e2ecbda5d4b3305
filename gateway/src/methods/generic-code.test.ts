// No module around the methods names one: what they need is in the facts of the methods.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataRequests, instrumentTypes, methodDefinitions, methodNames } from './registry.ts';

const source = join(import.meta.dirname, '..');
const folders = 'payments,refunds,fees,admin,docs';
const files = globSync(`{${folders}}/**/*.ts`, { cwd: source }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
);

/** Types of stored cards are also kinds of tokens, which have endpoints of their own. */
const tokenTypes = new Set(['COF', 'VTS', 'SCOF']);
const codes = methodDefinitions.flatMap((method) => [
  ...Object.keys(method.instruments),
  ...Object.keys(method.dataRequests ?? {}),
  ...Object.keys(method.rejectReasons ?? {}),
]);
const names = [...methodNames, ...codes].filter((name) => !tokenTypes.has(name));
const named = new RegExp(`\\b(${names.join('|')})\\b`);
/** Also in names of files and of variables. `card` is what many payments have. */
const words = methodNames.filter((name) => name !== 'CARD');
const written = new RegExp(`(${words.join('|')})(?!ment)`, 'i');

function findName(line: string): string | undefined {
  return (named.exec(line) ?? written.exec(line))?.[0];
}

test('the check finds names, types, requests, codes and variables', () => {
  assert.ok(files.length > 150, 'the sources were read');
  assert.ok('CARD' in instrumentTypes && 'BLIK_APP' in dataRequests);
  for (const line of ["'CARD'", 'a BLIK code', 'BLIK_APP', 'BLIK_TIMEOUT', 'blikAlias', 'isGpay']) {
    assert.notEqual(findName(line), undefined, line);
  }
  for (const line of ['CARD_3DS', 'cardMask', 'display']) assert.equal(findName(line), undefined);
});

test(`no file of ${folders} names a method`, () => {
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(source, file), 'utf8').split('\n');
    return [file, ...lines]
      .filter((line) => findName(line))
      .map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(found, []);
});
