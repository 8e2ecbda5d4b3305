// Tests of the currency table.

import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import {
  currencyCodes,
  currencyDecimals,
  currencyNumeric,
  currencyOfNumeric,
  isCurrency,
} from './currency.ts';

const DECIMALS_BY_CODE: Record<string, number> = {
  PLN: 2,
  EUR: 2,
  USD: 2,
  GBP: 2,
  CZK: 2,
  HUF: 2,
  IDR: 2,
  COP: 2,
  TWD: 2,
  MGA: 2,
  MRU: 2,
  SLE: 2,
  VED: 2,
  XAD: 2,
  XCG: 2,
  ZWG: 2,
  JPY: 0,
  KRW: 0,
  ISK: 0,
  CLP: 0,
  UGX: 0,
  UYI: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  KWD: 3,
  BHD: 3,
  TND: 3,
  IQD: 3,
  CLF: 4,
  UYW: 4,
};

for (const [code, decimals] of Object.entries(DECIMALS_BY_CODE)) {
  test(`${code} has ${decimals} decimals`, () => {
    equal(currencyDecimals(code), decimals);
    equal(isCurrency(code), true);
  });
}

test('the table has each of the 165 active codes once, in three capital letters', () => {
  equal(currencyCodes.length, 165);
  equal(new Set(currencyCodes).size, currencyCodes.length);
  deepEqual(
    currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code)),
    [],
  );
});

test('only the currencies listed in the standard have other than two decimals', () => {
  const withDecimals = (decimals: number) =>
    currencyCodes.filter((code) => currencyDecimals(code) === decimals).join(' ');
  equal(withDecimals(0), 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF');
  equal(withDecimals(3), 'BHD IQD JOD KWD LYD OMR TND');
  equal(withDecimals(4), 'CLF UYW');
});

test('withdrawn currencies are not currencies', () => {
  for (const code of ['ANG', 'BGN', 'BYR', 'CUC', 'DEM', 'HRK', 'LTL', 'PLZ', 'SLL', 'ZWL']) {
    equal(isCurrency(code), false, code);
    equal(currencyDecimals(code), undefined, code);
  }
});

test('codes without a minor unit are not currencies', () => {
  for (const code of ['XAG', 'XAU', 'XBA', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX']) {
    equal(isCurrency(code), false, code);
  }
});

test('anything but the exact capital code is not a currency', () => {
  for (const code of ['pln', 'Pln', ' PLN', 'PLN ', 'PL', 'PLNX', '985', '', '__proto__', 'size']) {
    equal(isCurrency(code), false, JSON.stringify(code));
    equal(currencyDecimals(code), undefined, JSON.stringify(code));
  }
});

test('every active currency has its own numeric code, and other codes have none', () => {
  const numbers = currencyCodes.map((code) => currencyNumeric(code) ?? '');
  deepEqual(
    currencyCodes.filter((_, index) => !/^[0-9]{3}$/.test(numbers[index] ?? '')),
    [],
  );
  equal(new Set(numbers).size, currencyCodes.length);
  for (const code of ['pln', 'XXX', 'HRK', '985', '', '__proto__']) {
    equal(currencyNumeric(code), undefined, JSON.stringify(code));
  }
});

const NUMERIC_BY_CODE = `
  PLN 985 | EUR 978 | USD 840 | GBP 826 | CZK 203 | JPY 392 | KWD 414 | CLF 990 | ALL 008
  XAD 396 | XCG 532 | ZWG 924
`;

for (const pair of NUMERIC_BY_CODE.trim().split(/[|\n]/)) {
  const [code = '', numeric] = pair.trim().split(' ');
  test(`${code} is ${numeric} in the card protocols`, () => {
    equal(currencyNumeric(code), numeric);
    equal(currencyOfNumeric(numeric), code);
  });
}

test('every numeric code leads back to its currency, and other values lead nowhere', () => {
  deepEqual(
    currencyCodes.map((code) => currencyOfNumeric(currencyNumeric(code))),
    currencyCodes,
  );
  for (const numeric of ['000', '999', '85', '0985', 985, 'PLN', '', undefined]) {
    equal(currencyOfNumeric(numeric), undefined, String(numeric));
  }
});
