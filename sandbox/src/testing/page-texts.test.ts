// Tests that every page of a simulated party has all its texts in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acsTexts } from '../acs/pages/texts.ts';
import { bankTexts } from '../bank/pages/texts.ts';
import { phoneTexts } from '../blik/pages/texts.ts';
import { c2pTexts } from '../c2p/pages/texts.ts';
import { texts } from '../pages/texts.ts';
import { sheetTexts } from '../wallets/pages/texts.ts';

type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>;

const pages: Readonly<Record<string, TextsByLanguage>> = {
  'all pages': texts,
  issuer: acsTexts,
  bank: bankTexts,
  phone: phoneTexts,
  'wallet sheet': sheetTexts,
  'Click to Pay': c2pTexts,
};
/** Words that are the same in both languages. */
const alike = ['sandbox', 'token'];

for (const [page, languages] of Object.entries(pages)) {
  for (const [language, told] of Object.entries(languages)) {
    test(`${page}: has all texts in ${language}`, () => {
      const english = languages['en'] ?? {};
      assert.deepEqual(Object.keys(languages), ['en', 'pl']);
      assert.deepEqual(Object.keys(told), Object.keys(english));
      for (const [name, text] of Object.entries(told)) {
        assert.notEqual(text.trim(), '', name);
        assert.deepEqual(gapsIn(text), gapsIn(english[name] ?? ''), name);
        const isOwn = language === 'en' || text !== english[name];
        assert.ok(isOwn || alike.includes(name), `${name} is not translated`);
      }
    });
  }
}

function gapsIn(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? [];
}
