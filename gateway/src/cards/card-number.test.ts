// Tests of card numbers: the check digit, the organization of every range and length at both ends,
// and the mask. Numbers are published test numbers or generated here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passesLuhn } from '../core/iso/check-digit.ts';
import { maskOf, organizationOf, organizations } from './card-number.ts';

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
  38520000023237      | DINERS
  3095000000000000    | DINERS
  8171999927660000    | UNIONPAY
`;

for (const line of published.trim().split('\n')) {
  const [number = '', organization] = line.split('|').map((cell) => cell.trim());
  test(`${number} is a number of ${organization}`, () => {
    assert.equal(passesLuhn(number), true);
    assert.equal(organizationOf(number), organization);
  });
}

// First and last prefix of a range, and its valid lengths.
const ranges = `
  34     | 34     | 15                      | AMEX
  37     | 37     | 15                      | AMEX
  300    | 305    | 14,15,16,17,18,19       | DINERS
  3095   | 3095   | 14,15,16,17,18,19       | DINERS
  36     | 36     | 14,15,16,17,18,19       | DINERS
  38     | 39     | 14,15,16,17,18,19       | DINERS
  3528   | 3589   | 16,17,18,19             | JCB
  4      | 4      | 13,16,18,19             | VISA
  51     | 55     | 16                      | MASTERCARD
  2221   | 2720   | 16                      | MASTERCARD
  222100 | 272099 | 16                      | MASTERCARD
  6011   | 6011   | 16,17,18,19             | DISCOVER
  644    | 649    | 16,17,18,19             | DISCOVER
  65     | 65     | 16,17,18,19             | DISCOVER
  62     | 62     | 16,17,18,19             | UNIONPAY
  622125 | 622926 | 16,17,18,19             | UNIONPAY
  622126 | 622925 | 16,17,18,19             | UNIONPAY
  8100   | 8171   | 16,17,18,19             | UNIONPAY
  50     | 50     | 12,13,14,15,16,17,18,19 | MAESTRO
  56     | 58     | 12,13,14,15,16,17,18,19 | MAESTRO
  61     | 61     | 12,13,14,15,16,17,18,19 | MAESTRO
  63     | 63     | 12,13,14,15,16,17,18,19 | MAESTRO
  66     | 69     | 12,13,14,15,16,17,18,19 | MAESTRO
`;

test('every range has exactly its lengths, at both of its ends', () => {
  const seen = new Set<string>();
  for (const line of ranges.trim().split('\n')) {
    const [from = '', to = '', lengths = '', organization = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    seen.add(organization);
    for (let length = 10; length <= 20; length += 1) {
      const expected = lengths.split(',').includes(String(length)) ? organization : undefined;
      assert.equal(organizationOf(from.padEnd(length, '0')), expected, `${from}, ${length}`);
      assert.equal(organizationOf(to.padEnd(length, '9')), expected, `${to}, ${length}`);
    }
  }
  assert.deepEqual([...seen].sort(), [...organizations].sort());
});

// First and last prefix of the gaps between the ranges.
const gaps = `
  0    | 2220
  2721 | 2999
  306  | 3094
  3096 | 33
  350  | 3527
  359  | 359
  59   | 6010
  6012 | 609
  640  | 643
  7    | 8099
  8172 | 9
`;

test('numbers between the ranges belong to no organization, whatever their length', () => {
  for (const line of gaps.trim().split('\n')) {
    const [from = '', to = ''] = line.split('|').map((cell) => cell.trim());
    for (let length = 12; length <= 19; length += 1) {
      assert.equal(organizationOf(from.padEnd(length, '0')), undefined, `${from}, ${length}`);
      assert.equal(organizationOf(to.padEnd(length, '9')), undefined, `${to}, ${length}`);
    }
  }
  assert.equal(organizationOf(''), undefined);
});

test('a single wrong digit is always detected', () => {
  const number = '4111111111111111';
  for (let at = 0; at < number.length; at += 1) {
    for (let digit = 0; digit <= 9; digit += 1) {
      const other = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`;
      assert.equal(passesLuhn(other), other === number, other);
    }
  }
});

test('two swapped neighbouring digits are detected', () => {
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
