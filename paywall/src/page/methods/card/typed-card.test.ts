// Card numbers, expiry dates and security codes as customers type them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caretAfter } from '../../format/caret.ts';
import { brandOf, groupDigits } from './brand.ts';
import { formatExpiry, readExpiry } from './expiry.ts';
import { codeFault, numberFault } from './number.ts';

const now = Date.UTC(2026, 10, 16);

const grouped: [typed: string, shown: string][] = [
  ['4111111111111111', '4111 1111 1111 1111'],
  ['378282246310005', '3782 822463 10005'],
  ['30569309025904', '3056 930902 5904'],
  ['4111-1111 1111', '4111 1111 1111'],
  ['41111', '4111 1'],
  ['4111', '4111'],
  ['', ''],
  ['41111111111111111112345', '4111 1111 1111 1111 111'],
];
for (const [typed, shown] of grouped) {
  test(`groups ${typed}`, () => assert.equal(groupDigits(typed), shown));
}

test('the caret stays behind the same digit', () => {
  // A digit was inserted after the fourth: the caret is behind it.
  assert.equal(caretAfter('4111 21111', 6, '4111 2111 1'), 6);
  assert.equal(caretAfter('41112', 5, '4111 2'), 6);
  assert.equal(caretAfter('4111 1', 0, '4111 1'), 0);
  assert.equal(caretAfter('411 1', 3, '4111'), 3);
});

const brands: [digits: string, brand: string | undefined][] = [
  ['4', 'VISA'],
  ['51', 'MASTERCARD'],
  ['55', 'MASTERCARD'],
  ['2221', 'MASTERCARD'],
  ['2220', undefined],
  ['2720', 'MASTERCARD'],
  ['2721', undefined],
  ['34', 'AMEX'],
  ['37', 'AMEX'],
  ['35', undefined],
  ['3528', 'JCB'],
  ['6011', 'DISCOVER'],
  ['36', 'DINERS'],
  ['50', 'MAESTRO'],
  ['9', undefined],
];
for (const [digits, brand] of brands) {
  test(`${digits}… is ${brand ?? 'no known brand'}`, () => {
    assert.equal(brandOf(digits)?.brand, brand);
  });
}

const numbers: [text: string, fault: string | undefined][] = [
  ['4111 1111 1111 1111', undefined],
  ['4111-1111-1111-1111', undefined],
  ['3782 822463 10005', undefined],
  ['', 'card:number.missing'],
  [' - ', 'card:number.missing'],
  ['4111', 'card:number.short'],
  ['4111 1111 1111 1112', 'card:number.wrong'],
  // 14 digits that pass the check: no Visa card has this length.
  ['41111111111112', 'card:number.wrong'],
  ['4111 1111 1111 1111x', 'card:number.wrong'],
];
for (const [text, fault] of numbers) {
  test(`the number "${text}" is ${fault ?? 'accepted'}`, () =>
    assert.equal(numberFault(text), fault));
}

const dates: [text: string, read: string][] = [
  ['1226', '202612'],
  ['12/26', '202612'],
  ['12.2026', '202612'],
  ['12-26', '202612'],
  [' 12 / 26 ', '202612'],
  ['122026', '202612'],
  ['1/27', '202701'],
  ['11/26', '202611'],
  ['10/26', 'card:expiry.past'],
  ['12/20', 'card:expiry.past'],
  ['13/26', 'card:expiry.wrong'],
  ['00/26', 'card:expiry.wrong'],
  ['12/2057', 'card:expiry.wrong'],
  ['12', 'card:expiry.wrong'],
  [`12${' '.repeat(17)}26`, 'card:expiry.wrong'],
  ['2026-12', 'card:expiry.wrong'],
  ['', 'card:expiry.missing'],
];
for (const [text, read] of dates) {
  test(`the date "${text}" is ${read}`, () => {
    const found = readExpiry(text, now);
    assert.equal(found.ok ? found.expDate : found.fault, read);
  });
}

test('a card is valid until its month has ended in the last time zone', () => {
  assert.ok(readExpiry('11/26', Date.UTC(2026, 11, 1, 11, 59)).ok);
  assert.ok(!readExpiry('11/26', Date.UTC(2026, 11, 1, 12)).ok);
});

const slashes: [typed: string, shown: string][] = [
  ['1', '1'],
  ['12', '12/'],
  ['4', '04/'],
  ['122', '12/2'],
  ['12/26', '12/26'],
  ['1/', '01/'],
  ['122026', '12/2026'],
  ['12.2026', '12/2026'],
  ['12//26', '12/26'],
  ['12/-', '12/'],
  ['2/', '02/'],
  ['0', '0'],
  ['2026-12', '2026-12'],
  ['soon', 'soon'],
];
for (const [typed, shown] of slashes) {
  test(`"${typed}" is shown as "${shown}"`, () => assert.equal(formatExpiry(typed, false), shown));
}

/** As a browser does it: the field is formatted after each key. */
const press = (value: string, key: string): string => formatExpiry(value + key, false);
const backspace = (value: string): string => formatExpiry(value.slice(0, -1), true);

/** Types a wrong digit before the key at this place, and deletes until it is gone. */
function typeWith(keys: string, wrongAt: number): string {
  return [...keys].reduce((value, key, place) => {
    let shown = value;
    if (place === wrongAt) {
      shown = press(shown, '7');
      while (shown.length > value.length) shown = backspace(shown);
    }
    return press(shown, key);
  }, '');
}

const forms: readonly ((month: number) => string)[] = ['/', '', ' / ', '-', '.', ' '].flatMap(
  (separator) =>
    ['35', '2035'].flatMap((year) => [
      (month: number) => `${String(month).padStart(2, '0')}${separator}${year}`,
      (month: number) => `${String(month)}${separator || '/'}${year}`,
    ]),
);

test('every way to type a valid date ends in that date, also with a corrected key', () => {
  for (let month = 1; month <= 12; month += 1) {
    for (const keys of forms.map((form) => form(month))) {
      for (let wrongAt = -1; wrongAt < keys.length; wrongAt += 1) {
        const value = typeWith(keys, wrongAt);
        const read = readExpiry(value, now);
        const expDate = `2035${String(month).padStart(2, '0')}`;
        assert.deepEqual(read, { ok: true, expDate }, `${keys} became ${value}`);
      }
    }
  }
});

test('the slash can be deleted', () => {
  assert.equal(formatExpiry('12', true), '12');
});

test('a security code has three digits, or four for American Express', () => {
  assert.equal(codeFault('123', 3), undefined);
  assert.equal(codeFault('1234', 3), 'card:code.wrong');
  assert.equal(codeFault('123', 4), 'card:code.wrong4');
  assert.equal(codeFault('1234', 4), undefined);
  assert.equal(codeFault('1234'), undefined);
  assert.equal(codeFault('12a'), 'card:code.wrong');
  assert.equal(codeFault(' '), 'card:code.missing');
});
