// Tests of card numbers in free text: which values contain one, to the exact number of digits, and
// which numbers of daily life do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactNumber } from '../core/json.ts';
import { hasCardNumber } from './card-in-text.ts';

const withCardNumber: readonly unknown[] = [
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4111.1111/1111_1111',
  '4111 – 1111 – 1111 – 1111',
  '4111\u00a01111\t1111\n1111',
  '4111 111111 111111',
  '4111    1111 --- 1111    1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '4111111111111111',
  'card 4111111111111111, please',
  'nr4111111111111111x',
  '4111 1111 1111 1111 12 30 123',
  '4111111111111111 2030',
  'order 7 4111 1111 1111 1111',
  '3714 496353 98431',
  '3000 0000 0000 04',
  '4222222222222',
  '6304000000000000',
  '2223003122003222',
  '4000000000000000006',
  '61 1090 1014 0000 0712 1981 2874 4111 1111 1111 1111',
  // The check digits of an account number are right; it would have 33 digits.
  'DE62 1234 1234 1234 4111 1111 1111 1111 123',
  { any: [{ deep: '5555555555554444' }] },
  { '5555555555554444': true },
  ['x', 5555555555554444],
  { amount: exactNumber('5555555555554444') },
];
const notFound: readonly unknown[] = [
  '',
  '4111111111111112',
  '411111111111',
  // The check digit is right; the length is not that of a card.
  '422222222222',
  '40000000000000000002',
  '1234567812345670',
  '9999999999999995',
  '4111a111111111111',
  '4111 1111, 1111 1111',
  '411111******1111',
  '+48 600 700 800',
  '2026-01-31 12:00:00',
  '1794929831000',
  'PL61 1090 1014 0000 0712 1981 2874',
  'pl61109010140000071219812874',
  '61 1090 1014 0000 0712 1981 2874',
  'Przelew z PL61 1090 1014 0000 0712 1981 2874 dnia 12.05.2026',
  'DE89 3704 0044 0532 0130 00',
  'DE37 1234 1234 1234 4111 1111 1111 1111 12',
  '0198c5d1-7b2a-7000-8000-000000000001',
  null,
  undefined,
  true,
  4111,
  { type: 'terms', agreed: true, at: '2026-01-31T12:00:00.000Z' },
];

for (const value of withCardNumber) {
  test(`finds a card number in ${JSON.stringify(value)}`, () => assert.ok(hasCardNumber(value)));
}
for (const value of notFound) {
  test(`finds none in ${JSON.stringify(value)}`, () => assert.ok(!hasCardNumber(value)));
}

test('an account number in groups that look like a card number is none', () => {
  // The groups from the second on are a card number; only the check digits of the account differ.
  const rest = '4111 1111 1111 1111 1111 1111';
  const texts = Array.from(
    { length: 97 },
    (_, check) => `${String(check + 2).padStart(2, '0')} ${rest}`,
  );
  const allowed = texts.filter((text) => !hasCardNumber(text));
  assert.equal(allowed.length, 1);
  assert.ok(!hasCardNumber(`PL${allowed[0]}`));
  assert.ok(hasCardNumber(`DE${allowed[0]}`));
});
