// Tests of money: reading, printing and comparing.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { Defect } from './assert.ts';
import { currencyCodes, currencyDecimals } from './currency.ts';
import { formatAmount, isSameMoney, money, parseAmount } from './money.ts';

fc.configureGlobal({ seed });

const ABOVE_ZERO = 'must be greater than zero';
const NOT_A_NUMBER = 'must be a number';
const TWO_DECIMALS = 'must have at most 2 decimals for PLN';
const LIMIT = 'must be at most 999999999.99';

const accepted: readonly (readonly [text: string, currency: string, minor: bigint])[] = [
  ['12', 'PLN', 1200n],
  ['12.5', 'PLN', 1250n],
  ['12.50', 'PLN', 1250n],
  ['0.01', 'PLN', 1n],
  ['0.1', 'PLN', 10n],
  ['1.2e2', 'PLN', 12000n],
  ['1.2E+2', 'PLN', 12000n],
  ['1.250e1', 'PLN', 1250n],
  ['1e-2', 'PLN', 1n],
  ['1250e-2', 'PLN', 1250n],
  ['12.50e0', 'PLN', 1250n],
  ['0.00001e5', 'PLN', 100n],
  ['1e0000000000000000000000000000000000001', 'PLN', 1000n],
  ['0.29', 'PLN', 29n],
  ['1.15', 'PLN', 115n],
  ['90071992.54', 'PLN', 9007199254n],
  ['999999999.99', 'PLN', 99999999999n],
  ['999999999', 'JPY', 999999999n],
  ['100', 'JPY', 100n],
  ['1e2', 'JPY', 100n],
  ['0.001', 'KWD', 1n],
  ['999999999.990', 'KWD', 999999999990n],
  ['0.0001', 'CLF', 1n],
  ['999999999.9900', 'CLF', 9999999999900n],
  ['12.50', 'HUF', 1250n],
];

for (const [text, currency, minor] of accepted) {
  test(`reads ${text} ${currency} as ${minor} minor units`, () => {
    deepEqual(parseAmount(text, currency), { ok: true, money: { minor, currency } });
  });
}

const refused: readonly (readonly [text: string, currency: string, reason: string])[] = [
  ['0', 'PLN', ABOVE_ZERO],
  ['-0', 'PLN', ABOVE_ZERO],
  ['0.00', 'PLN', ABOVE_ZERO],
  ['0.000', 'PLN', ABOVE_ZERO],
  ['0e400', 'PLN', ABOVE_ZERO],
  ['-1', 'PLN', ABOVE_ZERO],
  ['-0.01', 'PLN', ABOVE_ZERO],
  ['-1e400', 'PLN', ABOVE_ZERO],
  ['12.500', 'PLN', TWO_DECIMALS],
  ['12.345', 'PLN', TWO_DECIMALS],
  ['0.001', 'PLN', TWO_DECIMALS],
  ['1e-7', 'PLN', TWO_DECIMALS],
  ['1e-99999999999999999999', 'PLN', TWO_DECIMALS],
  ['100000e-3', 'PLN', TWO_DECIMALS],
  ['100.5', 'JPY', 'must have no decimals for JPY'],
  ['100.0', 'JPY', 'must have no decimals for JPY'],
  ['0.0001', 'KWD', 'must have at most 3 decimals for KWD'],
  ['0.00001', 'CLF', 'must have at most 4 decimals for CLF'],
  ['1000000000', 'PLN', LIMIT],
  ['1000000000.00', 'PLN', LIMIT],
  ['1e9', 'PLN', LIMIT],
  ['1e400', 'PLN', LIMIT],
  ['1e99999999999999999999999999999999999999', 'PLN', LIMIT],
  ['9007199254740993', 'PLN', LIMIT],
  ['1000000000', 'JPY', LIMIT],
  ['999999999.991', 'KWD', LIMIT],
  ['999999999.9901', 'CLF', LIMIT],
  ['', 'PLN', NOT_A_NUMBER],
  ['abc', 'PLN', NOT_A_NUMBER],
  ['NaN', 'PLN', NOT_A_NUMBER],
  ['Infinity', 'PLN', NOT_A_NUMBER],
  ['1.', 'PLN', NOT_A_NUMBER],
  ['.5', 'PLN', NOT_A_NUMBER],
  ['+1', 'PLN', NOT_A_NUMBER],
  ['01', 'PLN', NOT_A_NUMBER],
  ['1e', 'PLN', NOT_A_NUMBER],
  ['1,5', 'PLN', NOT_A_NUMBER],
  ['1_000', 'PLN', NOT_A_NUMBER],
  ['0x10', 'PLN', NOT_A_NUMBER],
  [' 1', 'PLN', NOT_A_NUMBER],
  ['1\n', 'PLN', NOT_A_NUMBER],
  ['١', 'PLN', NOT_A_NUMBER],
  ['12', 'pln', 'must be in an active ISO 4217 currency'],
  ['12', 'XXX', 'must be in an active ISO 4217 currency'],
  ['1.' + '0'.repeat(39), 'PLN', 'must be written in at most 40 characters'],
];

for (const [text, currency, reason] of refused) {
  test(`refuses ${JSON.stringify(text)} ${currency}: ${reason}`, () => {
    deepEqual(parseAmount(text, currency), { ok: false, reason });
  });
}

test('never throws and stays fast, whatever the text and currency', () => {
  const numeric = fc.string({ unit: fc.constantFrom(...'0123456789.eE+-'), maxLength: 60 });
  const code = fc.oneof(fc.constantFrom(...currencyCodes), fc.string());
  fc.assert(
    fc.property(fc.oneof(numeric, fc.string()), code, (text, currency) => {
      const result = parseAmount(text, currency);
      if (result.ok) ok(result.money.minor > 0n && result.money.minor <= 9_999_999_999_900n);
      else ok(result.reason.startsWith('must '));
    }),
  );
  const long = '9'.repeat(1_000_000);
  deepEqual(parseAmount(long, 'PLN').ok, false);
  deepEqual(parseAmount(`1e${long}`, 'PLN').ok, false);
});

const payable = fc.constantFrom(...currencyCodes).chain((currency) => {
  const minorMax = 999_999_999n * 10n ** BigInt(currencyDecimals(currency) ?? 0);
  return fc.bigInt(1n, minorMax).map((minor) => money(minor, currency));
});

test('every payable amount reads back as it was printed', () => {
  fc.assert(
    fc.property(payable, (amount) => {
      deepEqual(parseAmount(formatAmount(amount), amount.currency), { ok: true, money: amount });
    }),
  );
});

test('an amount written with an exponent reads as the same amount', () => {
  fc.assert(
    fc.property(payable, (amount) => {
      const text = `${amount.minor}e-${currencyDecimals(amount.currency)}`;
      deepEqual(parseAmount(text, amount.currency), { ok: true, money: amount });
    }),
  );
});

const printed: readonly (readonly [minor: bigint, currency: string, text: string])[] = [
  [12345n, 'PLN', '123.45'],
  [12300n, 'PLN', '123.00'],
  [5n, 'PLN', '0.05'],
  [50n, 'PLN', '0.50'],
  [0n, 'PLN', '0.00'],
  [-5n, 'PLN', '-0.05'],
  [-12345n, 'PLN', '-123.45'],
  [100n, 'JPY', '100'],
  [0n, 'JPY', '0'],
  [-7n, 'JPY', '-7'],
  [1n, 'KWD', '0.001'],
  [12345n, 'CLF', '1.2345'],
  [123456789012345678901234567890n, 'EUR', '1234567890123456789012345678.90'],
];

for (const [minor, currency, text] of printed) {
  test(`prints ${minor} minor units of ${currency} as ${text}`, () => {
    equal(formatAmount({ minor, currency }), text);
  });
}

test('amounts are the same only in the same currency', () => {
  equal(isSameMoney(money(1n, 'PLN'), money(1n, 'PLN')), true);
  equal(isSameMoney(money(1n, 'PLN'), money(2n, 'PLN')), false);
  equal(isSameMoney(money(1n, 'PLN'), money(1n, 'EUR')), false);
});

test('an unknown currency is a defect', () => {
  throws(() => money(1n, 'XXX'), Defect);
  throws(() => money(0n, 'pln'), Defect);
  throws(() => formatAmount({ minor: 1n, currency: '' }), Defect);
});
