// Tests of language selection by Accept-Language, and of amounts and times in each language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, selectLanguage, timeText } from './language.ts';
import { fillPlaceholder, texts, type Language } from './texts.ts';

const headers: [header: string | undefined, language: Language][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['pl', 'pl'],
  ['pl-PL,pl;q=0.9,en-US;q=0.8', 'pl'],
  ['fr-FR, pl;q=0.7, en;q=0.3', 'pl'],
  ['en;q=0.1, pl-PL;q=0.9', 'pl'],
  ['PL', 'pl'],
  ['pl;q=0, en;q=0.1', 'en'],
  ['en;q=0, pl;q=0.1', 'pl'],
  ['en;q=many, pl', 'pl'],
  ['en, pl', 'en'],
  ['pl, en', 'pl'],
  ['de-DE, uk;q=0.9', 'en'],
  ['constructor, __proto__', 'en'],
];
for (const [header, language] of headers) {
  test(`speaks ${language} to a browser that asks for ${header}`, () => {
    assert.equal(selectLanguage(header).language, language);
  });
}

test('fills a placeholder literally', () => {
  assert.equal(fillPlaceholder('Tries left: {tries}.', 2), 'Tries left: 2.');
  assert.equal(fillPlaceholder('{a}', '$&'), '$&');
});

const amounts: [language: Language, amount: string, currency: string, text: string][] = [
  ['en', '1234.50', 'PLN', 'PLN 1,234.50'],
  ['pl', '1234.50', 'PLN', '1234,50 PLN'],
  ['pl', '0.05', 'UAH', '0,05 UAH'],
  ['en', '100', 'JPY', 'JPY 100'],
  ['en', '1.234', 'KWD', 'KWD 1.234'],
  // The locale data would round these.
  ['en', '10.50', 'RSD', 'RSD 10.50'],
  ['en', '999999999.99', 'HUF', 'HUF 999,999,999.99'],
];
for (const [language, amount, currency, text] of amounts) {
  test(`writes ${amount} ${currency} in ${language} digit for digit`, () => {
    const written = amountText({ language, say: texts[language] }, amount, currency);
    assert.equal(written.replace(/\s/g, ' '), text);
  });
}

test('writes times in UTC and says so', () => {
  assert.equal(timeText(selectLanguage('en'), 1_893_553_445_000), '2 Jan 2030, 03:04:05 UTC');
  assert.match(timeText(selectLanguage('pl'), 1_893_553_445_000), /2 sty 2030, 03:04:05 UTC/);
});
