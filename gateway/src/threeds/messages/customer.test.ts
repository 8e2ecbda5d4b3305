// Tests of customer data from the shop, converted to the protocol's fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billingOf, contactOf, holderOf, lineOf, addressOf } from './customer.ts';

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

const phones = `
  48   | 600100200        | 48 600100200
  +48  | 600 100 200      | 48 600100200
  0048 | (600) 100-200    | 48 600100200
  48   | +48 600 100 200  | 48 600100200
  1    | 202.555.0100     | 1 2025550100
  48   | +49600100200     | -
  4812 | 600100200        | -
  pl   | 600100200        | -
  48   | call me          | -
  48   | 1234567890123456 | -
  00   | 600100200        | -
`;
for (const [countryCode = '', phoneNo = '', expected] of rowsOf(phones)) {
  test(`the phone ${countryCode} ${phoneNo} is ${expected}`, () => {
    const { mobilePhone } = contactOf({ phone: { countryCode, phoneNo } });
    const seen = mobilePhone ? `${mobilePhone.cc} ${mobilePhone.subscriber}` : '-';
    assert.equal(seen, expected);
  });
}

const emails = `
  jan@shop.example                      | kept
  jan                                   | left out
  jan@shop@example                      | left out
  ${'j'.repeat(65)}@shop.example        | left out
  jan@${'e'.repeat(251)}                | left out
`;
for (const [email = '', fate] of rowsOf(emails)) {
  test(`the e-mail ${email.slice(0, 40)} is ${fate}`, () => {
    assert.deepEqual(contactOf({ email }), fate === 'kept' ? { email } : {});
  });
}

const holders = `
  Jan Kowalski            | Jan Kowalski
  Żółć Gęślą              | Zolc Gesla
  Łukasz Weiß             | Lukasz Weiss
  Søren Ærø               | Soren AEro
  J                       | -
  Иван Иванов             | -
  ${'J'.repeat(46)}       | -
`;
for (const [name = '', expected] of rowsOf(holders)) {
  test(`the cardholder ${name} is ${expected}`, () => {
    assert.equal(holderOf(name) ?? '-', expected);
  });
}

// One attribute of an address, and the result.
const addresses = `
  street  | "Długa 1/2"                | {"Line1": "Długa 1/2"}
  street  | "Długa 1\\n  m. 2"          | {"Line1": "Długa 1 m. 2"}
  street  | "${'u'.repeat(60)}"        | {"Line1": "${'u'.repeat(50)}"}
  street  | " "                        | {}
  street  | 7                          | {}
  postal  | "00-001"                   | {"PostCode": "00-001"}
  postal  | "12345678901234567"        | {}
  city    | "${'c'.repeat(49)} town"   | {"City": "${'c'.repeat(49)}"}
  country | "PL"                       | {"Country": "616"}
  country | "pol"                      | {"Country": "616"}
  country | "Poland"                   | {}
  state   | "MZ"                       | {}
`;
for (const [name = '', json = '', expected = ''] of rowsOf(addresses)) {
  test(`an address with the ${name} ${json.slice(0, 30)}`, () => {
    const address = { [name]: JSON.parse(json) as unknown };
    const prefixed = (prefix: string) =>
      Object.fromEntries(
        Object.entries(JSON.parse(expected) as object).map(([key, value]) => [
          `${prefix}Addr${key}`,
          value as string,
        ]),
      );
    assert.deepEqual(billingOf({ billing: address }), prefixed('bill'));
    assert.deepEqual(addressOf('ship', address), prefixed('ship'));
  });
}

const states = `
  MZ          | MZ
  pl-mz       | MZ
  14          | 14
  mazowieckie | -
`;
for (const [state, expected] of rowsOf(states)) {
  test(`the state ${state} with its country is ${expected}`, () => {
    assert.equal(addressOf('ship', { country: 'PL', state }).shipAddrState ?? '-', expected);
  });
}

test('missing data stays absent', () => {
  for (const given of [undefined, null, 7, 'jan', [], { email: null, billing: 7, phone: [] }]) {
    assert.deepEqual([contactOf(given), billingOf(given), addressOf('ship', given)], [{}, {}, {}]);
  }
});

test('a line is never cut inside a character', () => {
  assert.equal(lineOf('ab\u{1F6D2}', 3), 'ab');
  assert.equal(lineOf('ab\u{1F6D2}', 4), 'ab\u{1F6D2}');
  assert.equal(lineOf('ab\ud83d', 3), 'ab\ufffd');
});
