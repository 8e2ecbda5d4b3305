// Tests of response codes: every code of ISO 8583:1987 and every action code of :1993 that can
// answer a payment, codes that do not exist, and which declines may be tried at another provider.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Version } from './codec/field-tables.ts';
import { isNotLocated, readResponse } from './responses.ts';

const expected: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
  '1987': {
    approved: '00 08 11 16',
    unclear: '09 10 32 68 94',
    DO_NOT_HONOR: '01 02 05 18 21 22 23 44 55 60 93',
    INSUFFICIENT_FUNDS: '51',
    EXPIRED_CARD: '33 54',
    LOST_CARD: '41',
    STOLEN_CARD: '43',
    LIMIT_EXCEEDED: '61 65',
    INVALID_CVV: '82 N7',
    INVALID_CARD: '14 15 56',
    CARD_RESTRICTED: '36 38 39 42 52 53 57 58 62 75',
    SUSPECTED_FRAUD: '04 07 34 35 37 59 63 66 67',
    ISSUER_UNAVAILABLE: '31 90 91 92',
    SCA_REQUIRED: '1A',
    AMOUNT_OUT_OF_RANGE: '13 64',
    CANCELLED_BY_CUSTOMER: '17',
    SYSTEM_ERROR: '03 06 12 19 20 24 25 26 27 28 29 30 40 95 96',
  },
  '1993': {
    approved: '000 001 003 004 005 007 400 800 901',
    unclear: '002 006 911 913 923',
    DO_NOT_HONOR: '100 103 105 107 108 112 113 117 124 126 127 128 200 203 205 207 900 950',
    INSUFFICIENT_FUNDS: '116',
    EXPIRED_CARD: '101 201',
    LOST_CARD: '208',
    STOLEN_CARD: '209',
    LIMIT_EXCEEDED: '121 123',
    INVALID_CARD: '111 118',
    CARD_RESTRICTED: '104 106 114 119 120 125 204 206',
    SUSPECTED_FRAUD: '102 122 129 202 210',
    ISSUER_UNAVAILABLE: '905 906 907 908 910 912',
    AMOUNT_OUT_OF_RANGE: '110',
    SYSTEM_ERROR: '109 115 902 903 904 909 914 915 916 917 918 919 920 921 922',
  },
};

const elsewhere: Readonly<Record<Version, string>> = {
  '1987': '03 31 40 58 90 91 92 96',
  '1993': '109 115 120 905 906 907 908 909 910 912',
};

const span = (from: number, to: number, digits: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(digits, '0'));

/** The codes that the standards define for payments and messages of connections. */
const defined: Readonly<Record<Version, readonly string[]>> = {
  '1987': [...span(0, 44, 2), ...span(51, 68, 2), ...['75', ...span(90, 96, 2)]],
  '1993': [
    ...span(0, 7, 3),
    ...span(100, 129, 3),
    ...span(200, 210, 3),
    ...['400', '800', ...span(900, 923, 3), '950'],
  ],
};

for (const version of ['1987', '1993'] as const) {
  describe(`response codes of ${version}`, () => {
    const rows = Object.entries(expected[version]).map(
      ([result, codes]) => [result, codes.split(' ')] as const,
    );

    for (const [result, codes] of rows) {
      for (const code of codes) {
        test(`${code} is ${result}`, () => {
          const read = readResponse(version, code);
          if (typeof read === 'string') return assert.equal(read, result);
          const mayTryElsewhere = elsewhere[version].split(' ').includes(code);
          assert.deepEqual(read, {
            kind: 'declined',
            rejectCode: result,
            reference: null,
            providerCode: code,
            ...(mayTryElsewhere ? { mayTryElsewhere: true } : {}),
          });
        });
      }
    }

    test('every code of the standard is listed once', () => {
      const listed = rows.flatMap(([, codes]) => codes);
      assert.deepEqual(listed.toSorted(), [...new Set(listed)].toSorted());
      assert.deepEqual(
        defined[version].filter((code) => !listed.includes(code)),
        [],
      );
    });

    test('a code that is not known is a decline that keeps it', () => {
      for (const code of ['ZZ', '999', '  ', '']) {
        const declined = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
        assert.deepEqual(readResponse(version, code), { ...declined, providerCode: code });
      }
    });
  });
}

test('only one code says that the original is not there', () => {
  const located = (version: Version) =>
    defined[version].filter((code) => isNotLocated(version, code));
  assert.deepEqual([located('1987'), located('1993')], [['25'], ['914']]);
});
