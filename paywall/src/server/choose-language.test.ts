// The language of the page: the switch, then the shop, then the browser, then English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguage, chooseLanguage } from './choose-language.ts';

test('the switch of the page wins, then the shop, then the browser', () => {
  assert.equal(chooseLanguage('uk', 'de', 'pl'), 'uk');
  assert.equal(chooseLanguage('fr', 'de', 'pl'), 'de');
  assert.equal(chooseLanguage(undefined, null, 'pl'), 'pl');
  assert.equal(chooseLanguage(undefined, null, undefined), 'en');
});

const headers: [header: string, language: string | null][] = [
  ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
  ['fr,de;q=0.5,en;q=0.7', 'en'],
  ['uk-UA', 'uk'],
  ['de;q=0', null],
  ['fr', null],
  ['', null],
  ['*', null],
];
for (const [header, language] of headers) {
  test(`"${header}" is ${language}`, () => assert.equal(acceptedLanguage(header), language));
}

test('a header is read up to 1000 characters, so that none takes long', () => {
  const spaces = (length: number): string => `fr${' '.repeat(length - 3)},pl`;
  assert.equal(acceptedLanguage(spaces(998)), 'pl');
  assert.equal(acceptedLanguage(spaces(1000)), null);
});
