// Tests of the country table.

import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { countryNumeric } from './country.ts';

const rows = `
  PL POL 616
  DE DEU 276
  AF AFG 004
  US USA 840
  GB GBR 826
  AD AND 020
  ZW ZWE 716
  CZ CZE 203
`;

for (const row of rows.trim().split('\n')) {
  const [two = '', three = '', numeric] = row.trim().split(' ');
  test(`${two} and ${three} are ${numeric}, in any case`, () => {
    for (const code of [two, three, two.toLowerCase(), three.toLowerCase()]) {
      equal(countryNumeric(code), numeric, code);
    }
  });
}

test('the table has 249 countries, each with its own two letters, three letters and number', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const threes = pairs.flatMap((pair) => letters.map((third) => pair + third));
  const numbers = (codes: string[]) => codes.flatMap((code) => countryNumeric(code) ?? []);
  const byTwo = numbers(pairs);
  equal(byTwo.length, 249);
  equal(new Set(byTwo).size, 249);
  equal(numbers(threes).sort().join(), byTwo.sort().join());
  ok(byTwo.every((numeric) => /^[0-9]{3}$/.test(numeric)));
});

test('any other text is not a country', () => {
  for (const code of ['', 'P', 'XX', 'XXX', 'POLA', '616', ' PL', 'PL\n', 'ß', 'ﬁ', '__proto__']) {
    equal(countryNumeric(code), undefined, JSON.stringify(code));
  }
});
