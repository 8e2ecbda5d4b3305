// Tests of ISO 8583 messages as bytes: vectors written by hand from the standard in each encoding,
// every field of both versions there and back, and bytes that are not in the format.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFormat } from './field-format.ts';
import { fieldTables, type Version } from './field-tables.ts';
import { IsoFormatError, readMessage, writeMessage, type IsoMessage } from './iso-message.ts';
import { createPackager, type HostFormat } from './packager.ts';

const message = (type: string, fields: Record<number, string>): IsoMessage => ({
  type,
  fields: new Map(Object.entries(fields).map(([number, value]) => [Number(number), value])),
});
const hexOf = (host: HostFormat, of: IsoMessage): string =>
  writeMessage(createPackager(host), of).toString('hex');
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

const payment = { 2: '4111111111111111', 3: '000000', 4: '000000012345', 11: '000001', 49: '985' };
const bitmap = '7020000000008000';

const vectors: [name: string, host: HostFormat, of: IsoMessage, hex: string][] = [
  [
    'ASCII with a binary bitmap',
    { version: '1987' },
    message('0100', payment),
    ascii('0100') + bitmap + ascii('164111111111111111000000000000012345000001985'),
  ],
  [
    'packed digits',
    { version: '1987', encodings: { digits: 'bcd', lengths: 'bcd' } },
    message('0100', payment),
    `0100${bitmap}16411111111111111100000000000001234500000${'1'}${ascii('985')}`,
  ],
  [
    'EBCDIC with a bitmap in hexadecimal',
    {
      version: '1987',
      encodings: {
        digits: 'ebcdic',
        text: 'ebcdic',
        lengths: 'ebcdic',
        bitmap: 'hex-ebcdic',
      },
    },
    message('0800', { 11: '000123', 70: '301' }),
    'f0f8f0f0' +
      'f8f0f2f0f0f0f0f0f0f0f0f0f0f0f0f0' +
      'f0f4f0f0f0f0f0f0f0f0f0f0f0f0f0f0' +
      'f0f0f0f1f2f3' +
      'f3f0f1',
  ],
  [
    'an odd number of packed digits, padded on the left',
    { version: '1987', encodings: { digits: 'bcd' } },
    message('0800', { 2: '123', 70: '301' }),
    `0800${'c000000000000000'}${'0400000000000000'}${ascii('03')}01230301`,
  ],
  [
    'an odd number of packed digits, padded on the right; a binary length',
    { version: '1987', encodings: { digits: 'bcd', padding: 'right', lengths: 'binary' } },
    message('0800', { 2: '123', 70: '301' }),
    `0800${'c000000000000000'}${'0400000000000000'}03123f301f`,
  ],
  [
    'a packed track and bytes',
    { version: '1987', encodings: { tracks: 'bcd', padding: 'right' } },
    message('0200', { 35: '4111111111111111D2512', 52: '0123456789ABCDEF' }),
    `${ascii('0200')}0000000020001000${ascii('21')}4111111111111111d2512f0123456789abcdef`,
  ],
  [
    'a sign',
    { version: '1987', encodings: { digits: 'bcd' } },
    message('0200', { 28: 'D00000150' }),
    `02000000001000000000${ascii('D')}00000150`,
  ],
  [
    'a field of the host',
    { version: '1993', fields: { 48: { format: 'b...10', lengths: 'binary' } } },
    message('1100', { 48: 'CAFE' }),
    `${ascii('1100')}00000000000100000002cafe`,
  ],
];

for (const [name, host, of, hex] of vectors) {
  test(`${name}: written and read`, () => {
    assert.equal(hexOf(host, of), hex);
    assert.deepEqual(readMessage(createPackager(host), Buffer.from(hex, 'hex')), of);
  });
}

const samples = { n: '7', 'x+n': 'C7', a: 'a', an: 'A', ans: '~', z: '3', b: 'F0' } as const;
const hosts: HostFormat['encodings'][] = [
  {},
  { digits: 'bcd', tracks: 'bcd', lengths: 'bcd', padding: 'right' },
  { digits: 'ebcdic', text: 'ebcdic', tracks: 'ebcdic', lengths: 'ebcdic', bytes: 'hex-ebcdic' },
  { lengths: 'binary', bytes: 'hex-ascii', bitmap: 'hex-ascii' },
];
for (const version of Object.keys(fieldTables) as Version[]) {
  test(`every field of ${version} in its greatest and smallest length`, () => {
    for (const encodings of hosts) {
      const packager = createPackager({ version, encodings: encodings ?? {} });
      for (const [number, { content, length, lengthDigits }] of packager.fields) {
        const one = samples[content];
        const longest = content === 'x+n' ? `C${'7'.repeat(length)}` : one.repeat(length);
        for (const value of lengthDigits === 0 ? [longest] : [longest, one]) {
          const of = message('0100', { [number]: value });
          const bytes = writeMessage(packager, of);
          assert.deepEqual(readMessage(packager, bytes), of, `${version} ${number}`);
          for (const cut of [1, 3, bytes.length - 5]) {
            const short = bytes.subarray(0, -cut);
            assert.throws(() => readMessage(packager, short), IsoFormatError);
          }
        }
        const tooLong = message('0100', { [number]: `${longest}${one.slice(-2)}` });
        assert.throws(() => writeMessage(packager, tooLong), IsoFormatError);
      }
    }
  });
}

describe('what is not in the format', () => {
  const packager = createPackager({ version: '1987' });
  const unreadable: [what: string, bytes: string, sentence: RegExp][] = [
    ['nothing', '', /^the message type is cut off$/],
    ['a type of letters', ascii('01A0') + bitmap, /^the message type is not 4 digits$/],
    ['no bitmap', ascii('0100'), /^the bitmap is cut off$/],
    ['no second bitmap', `${ascii('0100')}8000000000000000`, /^the bitmap is cut off$/],
    [
      'a length of letters',
      `${ascii('0100')}4000000000000000${ascii('1x')}`,
      /length.* no number$/,
    ],
    [
      'a longer length than allowed',
      `${ascii('0100')}4000000000000000${ascii('20')}${ascii('1'.repeat(20))}`,
      /^field 2 has 20, more than 19$/,
    ],
    [
      'letters in digits',
      `${ascii('0100')}2000000000000000${ascii('00000x')}`,
      /^field 3 is not of kind n$/,
    ],
    [
      'control characters',
      `${ascii('0100')}0000000000800000${ascii('1234567')}00`,
      /^field 41 has bytes that are no text$/,
    ],
    [
      'more bytes',
      `${ascii('0100')}2000000000000000${ascii('0000001')}`,
      /^1 bytes follow the last field$/,
    ],
    [
      'the field of the third bitmap',
      `${ascii('0100')}80000000000000008000000000000000${'00'.repeat(8)}`,
      /^field 65 has no format$/,
    ],
  ];
  for (const [what, hex, sentence] of unreadable) {
    test(what, () => {
      const read = () => readMessage(packager, Buffer.from(hex, 'hex'));
      assert.throws(read, (error: Error) => {
        assert.ok(error instanceof IsoFormatError);
        assert.match(error.message, sentence);
        return true;
      });
    });
  }

  test('wrong padding of packed digits', () => {
    const left = createPackager({ version: '1987', encodings: { digits: 'bcd' } });
    const bytes = Buffer.from(`0800${'8000000000000000'}${'0400000000000000'}1301`, 'hex');
    assert.throws(() => readMessage(left, bytes), /^Error: field 70 is not padded as configured$/);
  });

  test('an error never repeats a value', () => {
    const bad = message('0100', { 2: '41111111111111111x' });
    assert.throws(
      () => writeMessage(packager, bad),
      (error: Error) => !error.message.includes('4111'),
    );
  });

  test('packagers with a wrong field', () => {
    const made = (fields: HostFormat['fields']) => () =>
      createPackager({ version: '1987', fields: fields ?? {} });
    assert.throws(made({ 1: 'b8' }), /^Error: 1 is not the number of a field$/);
    assert.throws(made({ 65: 'b8' }), /65 is not the number of a field/);
    assert.throws(made({ 129: 'b8' }), /129 is not the number of a field/);
    assert.throws(made({ 48: 'n.' }), /^Error: field 48: n\. is not in the notation/);
    assert.throws(made({ 48: 'ans..100' }), /notation/);
    const { encodings } = packager;
    assert.deepEqual(readFormat('ans..99', encodings)?.lengthDigits, 2);
  });
});
