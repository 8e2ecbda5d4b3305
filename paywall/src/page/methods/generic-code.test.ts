// Everything of a method is in its folders: other sources of the page name no method, none of their
// requests for data and none of their reject codes.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageMethods } from './registry.ts';

const folder = join(import.meta.dirname, '../..');
const folders = globSync('*/', { cwd: import.meta.dirname }).filter((name) => !name.includes('.'));
const methodFiles = /^(page|browser)\/methods\/(\w+\/|registry\.ts)|(^|\/)testing\/|\.test\.ts$/;
const generic = globSync('**/*.{ts,css}', { cwd: folder }).filter(
  (file) => !methodFiles.test(file),
);

/** Lower case: also in file names, classes and keys. `card` is also a word for what is saved. */
const words = [
  ...folders.filter((name) => name !== 'card' && name !== 'wallet'),
  'apple pay',
  'google',
  'click to pay',
];
const instrumentTypes = ['COF', 'VTS', 'SCOF'];
const names = pageMethods.flatMap(({ name, dataRequests = [], refusals = {} }) => [
  name,
  ...dataRequests,
  ...Object.keys(refusals),
]);
const named = new RegExp(`\\b(${[...names, ...instrumentTypes].join('|')})\\b`);
const written = new RegExp(words.join('|'), 'i');

function findName(text: string): string | undefined {
  return (named.exec(text) ?? written.exec(text))?.[0];
}

test('the check finds names, requests, codes and brands', () => {
  assert.deepEqual(folders.length, pageMethods.length + 1, 'and the one of wallets');
  assert.ok(generic.length > 60, 'the sources were read');
  const texts = ["'CARD'", 'CARD_CVV', "['BLIK_APP']", 'BANK_REJECTED', '.is-apay', 'Google Pay'];
  for (const text of texts) assert.notEqual(findName(text), undefined, text);
  for (const text of ['CARD_3DS', 'savesCard', 'card'])
    assert.equal(findName(text), undefined, text);
});

test('sources outside the folders of methods name no method', () => {
  const found = generic.flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return [file, ...lines].filter((line) => findName(line)).map((line) => `${file}: ${line}`);
  });
  assert.deepEqual(found, []);
});

test('every method of the registry has a folder of its name', () => {
  assert.deepEqual(
    pageMethods.map(({ name }) => name.toLowerCase()).toSorted(),
    folders.filter((name) => name !== 'wallet').toSorted(),
  );
});
