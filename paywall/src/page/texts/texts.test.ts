// Every language has every text with the values of English, and no text is left in English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../state.ts';
import { allTexts } from './all-texts.ts';
import { translator, type TextKey } from './texts.ts';

const english = allTexts.en.texts;
const keys = Object.keys(english) as TextKey[];
/** Brands. */
const sameEverywhere = /^(blik|apay|gpay|c2p)\.title$/;
const valuesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

for (const language of languages) {
  const { texts } = allTexts[language];
  test(`${language}: has exactly the texts of English, with the same values`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), keys.toSorted());
    for (const key of keys) assert.deepEqual(valuesIn(texts[key]), valuesIn(english[key]), key);
  });
  test(`${language}: texts are trimmed, with typographic quotes and ellipses`, () => {
    for (const key of keys) {
      assert.match(texts[key], /^\S(.*\S)?$/, key);
      assert.doesNotMatch(texts[key], /['"]|\.\.\.| {2}/, key);
    }
  });
  if (language === 'en') continue;
  test(`${language}: no text is left in English`, () => {
    const same = keys.filter((key) => texts[key] === english[key] && !sameEverywhere.test(key));
    assert.deepEqual(same, []);
  });
}

test('Ukrainian texts contain no Russian letters', () => {
  for (const key of keys) assert.doesNotMatch(allTexts.uk.texts[key], /[ыэъё]/i, key);
});

test('values are put in place, also those that look like a value', () => {
  const t = translator(english);
  assert.equal(t('result.return', { shop: '{amount} $& Shop' }), 'Return to {amount} $& Shop');
});
