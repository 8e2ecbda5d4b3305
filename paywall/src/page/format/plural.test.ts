// Plural forms in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../state.ts';
import { allTexts } from '../texts/all-texts.ts';
import { translator } from '../texts/texts.ts';
import { plural } from './plural.ts';

const rows: [Language, number, string][] = [
  ['en', 1, '1 bank found'],
  ['en', 2, '2 banks found'],
  ['en', 0, '0 banks found'],
  ['pl', 1, 'Znaleziono 1 bank'],
  ['pl', 3, 'Znaleziono 3 banki'],
  ['pl', 5, 'Znaleziono 5 banków'],
  ['pl', 12, 'Znaleziono 12 banków'],
  ['pl', 22, 'Znaleziono 22 banki'],
  ['de', 1, '1 Bank gefunden'],
  ['de', 4, '4 Banken gefunden'],
  ['uk', 1, 'Знайдено 1 банк'],
  ['uk', 2, 'Знайдено 2 банки'],
  ['uk', 11, 'Знайдено 11 банків'],
  ['uk', 21, 'Знайдено 21 банк'],
];
for (const [language, count, text] of rows) {
  test(`${language}: ${text}`, () => {
    assert.equal(plural(translator(allTexts[language]), language, 'pbl:found', count), text);
  });
}
