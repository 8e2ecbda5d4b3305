// Tests of the decrypted payment data of Apple Pay tokens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payment } from '@bramka/test/support/wallets/apple/build-token.ts';
import { open } from '../../core/secret.ts';
import { readPaymentData } from './payment-data.ts';

const read = (value: unknown) => readPaymentData(Buffer.from(JSON.stringify(value)));
const cryptogram = 'Af9x/QwAA/DjmU65oyc1MAABAAA=';

const wrong: [string, Readonly<Record<string, readonly unknown[]>>][] = [
  [
    'number',
    {
      applicationPrimaryAccountNumber: [
        ...[undefined, null, '', 4911110000001234, '4911 1100 0000 1234', '49111100000012a4'],
        ...['1'.repeat(11), '1'.repeat(20), '4911110000001234\n', ['4911110000001234']],
      ],
    },
  ],
  [
    'expiry',
    {
      applicationExpirationDate: [
        ...[undefined, '', '3012', '301301', '300001', '301200', '301232', 301231],
        ...['20301231', '30123', '301231 '],
      ],
    },
  ],
  ['currency', { currencyCode: [undefined, '', 'PLN', '98', '0985', '000', '999', 985, null] }],
  [
    'amount',
    {
      transactionAmount: [
        ...[undefined, null, '1234', 12.5, -1, 2 ** 53, 1e300, true, [1234], {}],
        ...['', '12.34'],
      ],
    },
  ],
  ['name', { cardholderName: [1, 'x'.repeat(256), {}, ['x']] }],
  ['type', { paymentDataType: [undefined, 'EMV', '3dsecure', '3DSecure ', 1, null, ['3DSecure']] }],
  [
    'cryptogram',
    {
      paymentData: [
        ...[undefined, null, 'x', [], {}, { eciIndicator: '5' }],
        ...[1, '', 'Af9x/Q', 'Af9x_Q==', 'Af9x/Qw=\n', null].map((value) => ({
          onlinePaymentCryptogram: value,
        })),
        { onlinePaymentCryptogram: Buffer.alloc(65).toString('base64') },
      ],
    },
  ],
  [
    'ECI',
    {
      paymentData: [1, 5, '', '5 ', '005', 'x', [], {}].map((eciIndicator) => ({
        onlinePaymentCryptogram: cryptogram,
        eciIndicator,
      })),
    },
  ],
];

for (const [name, members] of wrong) {
  for (const [member, values] of Object.entries(members)) {
    for (const value of values) {
      test(`refuses the ${name} ${JSON.stringify(value)?.slice(0, 60)}`, () => {
        assert.equal(read({ ...payment, [member]: value }), undefined);
      });
    }
  }
}

test('refuses what is not one JSON object', () => {
  for (const text of ['', 'x', '[]', 'null', '1', '{}', `${JSON.stringify(payment)}x`]) {
    assert.equal(readPaymentData(Buffer.from(text)), undefined, text);
  }
  assert.equal(readPaymentData(Buffer.from([0xff, 0xfe])), undefined);
  const twice = JSON.stringify(payment).replace('{', '{"transactionAmount":1,');
  assert.equal(readPaymentData(Buffer.from(twice)), undefined);
});

test('reads the largest amount and the longest name exactly', () => {
  const data = read({
    ...payment,
    transactionAmount: Number.MAX_SAFE_INTEGER,
    cardholderName: 'x'.repeat(255),
    paymentData: { onlinePaymentCryptogram: Buffer.alloc(64).toString('base64') },
  });
  assert.deepEqual(data?.amount, { minor: 9_007_199_254_740_991n, currency: 'PLN' });
  assert.equal(data.card.holder && open(data.card.holder), 'x'.repeat(255));
});

test('an ECI of null counts as missing, one digit is written with two', () => {
  const eciOf = (eciIndicator: unknown) =>
    read({ ...payment, paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator } })?.card
      .eci;
  assert.equal(eciOf(null), null);
  assert.equal(eciOf('7'), '07');
  assert.equal(eciOf('02'), '02');
});

test('shows nothing of the card when it is printed', () => {
  const text = JSON.stringify(read(payment)?.card);
  for (const value of ['4911110000001234', '203012', 'Kowalski', cryptogram]) {
    assert.equal(text.includes(value), false, value);
  }
});
