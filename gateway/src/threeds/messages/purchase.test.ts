// Tests of amounts in every kind of currency, and of payment series in the fields of each version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import { purchaseFields, recurringFields, transTypeField, type Purchase } from './purchase.ts';

const purchase: Purchase = {
  version: '2.2.0',
  amount: money(12345n, 'PLN'),
  at: Date.UTC(2026, 0, 31, 23, 5, 9, 999),
  recurring: null,
};
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

const amounts = `
  100   | JPY | 100 392 0
  1     | KWD | 1 414 3
  12345 | CLF | 12345 990 4
`;
for (const [minor = '', currency = '', expected] of rowsOf(amounts)) {
  test(`${minor} minor units of ${currency} are ${expected}`, () => {
    const message = purchaseFields({ ...purchase, amount: money(BigInt(minor), currency) });
    const { purchaseAmount, purchaseCurrency, purchaseExponent } = message;
    assert.equal([purchaseAmount, purchaseCurrency, purchaseExponent].join(' '), expected);
  });
}

test('only account funding names its kind of transaction', () => {
  assert.deepEqual(transTypeField({ isFunding: true }), { transType: '10' });
  assert.deepEqual(transTypeField({ isFunding: false }), {});
  assert.deepEqual(transTypeField({}), {});
});

// The series as given; days and end before 2.3.1; frequency, days, next day and end since then.
const series = `
  {}                                               | 1 99991231     | 02 - - -
  {"frequencyDays": 28, "expiry": "2027-02-28"}    | 28 20270228    | 01 28 20260228 20270228
  {"frequencyDays": 1}                             | 1 99991231     | 01 1 20260201 -
  {"frequencyDays": 9999, "expiry": "20270228"}    | 9999 20270228  | 01 9999 20530617 20270228
  {"expiry": "2027-02-28T10:00:00Z"}               | 1 20270228     | 02 - - 20270228
  {"frequencyDays": 10000, "expiry": "2027-02-30"} | 1 99991231     | 02 - - -
  {"frequencyDays": 0.5, "expiry": "soon"}         | 1 99991231     | 02 - - -
`;
for (const [json = '', before = '', since = ''] of rowsOf(series)) {
  const recurring = JSON.parse(json) as Purchase['recurring'];
  const dash = (value: string | undefined) => (value === '-' ? undefined : value);

  test(`the series ${json} is ${before} before 2.3.1`, () => {
    const [recurringFrequency, recurringExpiry] = before.split(' ');
    for (const version of ['2.1.0', '2.2.0'] as const) {
      assert.deepEqual(recurringFields({ ...purchase, version, recurring }), {
        threeDSRequestorAuthenticationInd: '02',
        recurringFrequency,
        recurringExpiry,
      });
    }
  });

  test(`the series ${json} is ${since} since 2.3.1, with a variable amount`, () => {
    const [frequencyInd, recurringFrequency, recurringDate, recurringExpiry] = since
      .split(' ')
      .map(dash);
    const expected = {
      threeDSRequestorAuthenticationInd: '02',
      recurringInd: { amountInd: '02', frequencyInd },
      ...(recurringFrequency === undefined ? {} : { recurringFrequency, recurringDate }),
      ...(recurringExpiry === undefined ? {} : { recurringExpiry }),
    };
    assert.deepEqual(recurringFields({ ...purchase, version: '2.3.1', recurring }), expected);
  });
}

test('a payment that starts no series has no series fields', () => {
  for (const version of ['2.1.0', '2.2.0', '2.3.1'] as const) {
    const said = recurringFields({ ...purchase, version });
    assert.deepEqual(said, { threeDSRequestorAuthenticationInd: '01' });
  }
});
