// Card numbers: the check digit, the organization of every range and length at both of its ends,
// and the mask. Numbers are test numbers published by the organizations, or made here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOf, organizationOf, organizations, passesLuhn } from './card-number.ts';

const published = `
  4111111111111111    | VISA
  4012888888881881    | VISA
  4222222222222       | VISA
  4000000000000000006 | VISA
  5555555555554444    | MASTERCARD
  5105105105105100    | MASTERCARD
  2221000000000009    | MASTERCARD
  2720999999999996    | MASTERCARD
  378282246310005     | AMEX
  341111111111111     | AMEX
  6011111111111117    | DISCOVER
  6445644564456445    | DISCOVER
  6500000000000002    | DISCOVER
  3530111333300000    | JCB
  3566002020360505    | JCB
  6200000000000005    | UNIONPAY
  6205500000000000004 | UNIONPAY
  6759649826438453    | MAESTRO
  5018000000000009    | MAESTRO
  6304000000000000    | MAESTRO
  30569309025904      | DINERS
  36227206271667      | DINERS
`;

for (const line of published.trim().split('\n')) {
  const [number = '', organization] = line.split('|').map((cell) => cell.trim());
  test(`${number} is a number of ${organization}`, () => {
    assert.equal(passesLuhn(number), true);
    assert.equal(organizationOf(number), organization);
  });
}

// Prefix, lengths that belong to the organization.
const ranges = `
  34   | 15                      | AMEX
  37   | 15                      | AMEX
  300  | 14,15,16,17,18,19       | DINERS
  305  | 14,15,16,17,18,19       | DINERS
  36   | 14,15,16,17,18,19       | DINERS
  38   | 16,17,18,19             | DINERS
  39   | 16,17,18,19             | DINERS
  3528 | 16,17,18,19             | JCB
  3589 | 16,17,18,19             | JCB
  4    | 13,16,18,19             | VISA
  51   | 16                      | MASTERCARD
  55   | 16                      | MASTERCARD
  2221 | 16                      | MASTERCARD
  2720 | 16                      | MASTERCARD
  6011 | 16,17,18,19             | DISCOVER
  644  | 16,17,18,19             | DISCOVER
  649  | 16,17,18,19             | DISCOVER
  65   | 16,17,18,19             | DISCOVER
  62   | 16,17,18,19             | UNIONPAY
  50   | 12,13,14,15,16,17,18,19 | MAESTRO
  56   | 12,13,14,15,16,17,18,19 | MAESTRO
  58   | 12,13,14,15,16,17,18,19 | MAESTRO
  63   | 12,13,14,15,16,17,18,19 | MAESTRO
  67   | 12,13,14,15,16,17,18,19 | MAESTRO
  68   | 12,13,14,15,16,17,18,19 | MAESTRO
`;

test('every range has its lengths and no others', () => {
  const seen = new Set<string>();
  for (const line of ranges.trim().split('\n')) {
    const [prefix = '', lengths = '', organization = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    seen.add(organization);
    for (let length = 10; length <= 20; length += 1) {
      const expected = lengths.split(',').includes(String(length)) ? organization : undefined;
      assert.equal(organizationOf(prefix.padEnd(length, '9')), expected, `${prefix}, ${length}`);
      assert.equal(organizationOf(prefix.padEnd(length, '0')), expected, `${prefix}, ${length}`);
    }
  }
  assert.deepEqual([...seen].sort(), [...organizations].sort());
});

test('numbers just outside a range belong to nobody', () => {
  const outside = ['2220', '2721', '3527', '3590', '306', '35', '33', '643', '66', '69', '6012'];
  for (const prefix of [...outside, '0', '1', '20', '59', '60', '7', '8', '9', '0004']) {
    assert.equal(organizationOf(prefix.padEnd(16, '0')), undefined, prefix);
  }
  assert.equal(organizationOf(''), undefined);
});

test('one wrong digit is always found', () => {
  const number = '4111111111111111';
  for (let at = 0; at < number.length; at += 1) {
    for (let digit = 0; digit <= 9; digit += 1) {
      const other = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`;
      assert.equal(passesLuhn(other), other === number, other);
    }
  }
});

test('two neighbours that changed places are found', () => {
  const number = '5555551234567899';
  assert.ok(passesLuhn(number));
  for (let at = 0; at < number.length - 1; at += 1) {
    const [one, two] = [number[at], number[at + 1]];
    const swapped = `${number.slice(0, at)}${two}${one}${number.slice(at + 2)}`;
    assert.equal(passesLuhn(swapped), one === two, swapped);
  }
});

test('shows the first six and the last four digits, whatever the length', () => {
  assert.equal(maskOf('4111111111111111'), '411111******1111');
  assert.equal(maskOf('378282246310005'), '378282*****0005');
  assert.equal(maskOf('501800000009'), '501800**0009');
  assert.equal(maskOf('6205500000000000004'), '620550*********0004');
});
