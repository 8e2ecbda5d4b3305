// Every language has every text with the values of English, no text is left in English, and the
// sources show exactly these texts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '../state.ts';
import { allTexts } from './all-texts.ts';
import { translator, type TextKey } from './texts.ts';

const english = allTexts.en;
const keys = Object.keys(english) as TextKey[];
/** Titles of methods may be brands. */
const sameEverywhere = /:title$/;
const valuesIn = (text = ''): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

for (const language of languages) {
  const texts = allTexts[language];
  test(`${language}: has exactly the texts of English, with the same values`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), keys.toSorted());
    for (const key of keys) assert.deepEqual(valuesIn(texts[key]), valuesIn(english[key]), key);
  });
  test(`${language}: texts are trimmed, with typographic quotes and ellipses`, () => {
    for (const key of keys) {
      assert.match(texts[key] ?? '', /^\S(.*\S)?$/, key);
      assert.doesNotMatch(texts[key] ?? '', /['"]|\.\.\.| {2}/, key);
    }
  });
  if (language === 'en') continue;
  test(`${language}: no text is left in English`, () => {
    const same = keys.filter((key) => texts[key] === english[key] && !sameEverywhere.test(key));
    assert.deepEqual(same, []);
  });
}

test('Ukrainian texts contain no Russian letters', () => {
  for (const key of keys) assert.doesNotMatch(allTexts.uk[key] ?? '', /[ыэъё]/i, key);
});

test('values are put in place, also those that look like a value', () => {
  const t = translator(english);
  assert.equal(t('result.return', { shop: '{amount} $& Shop' }), 'Return to {amount} $& Shop');
});

const folder = join(import.meta.dirname, '../..');
const shown = new Set(
  globSync('{page,browser,server}/**/*.ts', { cwd: folder })
    .filter((file) => !/\.test\.ts$|texts\.ts$|^page\/texts\//.test(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').match(/(?<=')[a-z0-9]+[.:][\w.]+/gi),
    )
    .map(String),
);

test('every text is shown somewhere', () => {
  const form = /\.(one|few|many)$/;
  const unused = keys.filter((key) => !shown.has(key) && !shown.has(key.replace(form, '')));
  assert.deepEqual(unused, []);
});

test('every text of a method that is shown exists', () => {
  const known = new Set(keys.flatMap((key) => [key, key.replace(/\.many$/, '')] as string[]));
  const missing = [...shown].filter((key) => /^(?!node:).*:/.test(key) && !known.has(key));
  assert.deepEqual(missing, []);
});
