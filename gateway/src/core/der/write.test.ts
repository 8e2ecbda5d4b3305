// Tests of the DER writer with encodings of ITU-T X.690 and of OpenSSL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bits,
  boolean,
  context,
  integer,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
} from './write.ts';

const rows: [string, Buffer, string][] = [
  ['zero', integer(0), '020100'],
  ['127', integer(127), '02017f'],
  ['128 has a leading zero', integer(128), '02020080'],
  ['256', integer(256n), '02020100'],
  ['bytes lose leading zeros', integer(Buffer.from('0000ff', 'hex')), '020200ff'],
  ['an object identifier', oid('1.2.840.113635.100.6.32'), '06092a864886f763640620'],
  ['a second arc above 39', oid('2.5.29.15'), '0603551d0f'],
  ['octets', octets(Buffer.from('a0', 'hex')), '0401a0'],
  ['bits', bits(Buffer.from('a0', 'hex')), '030200a0'],
  ['text', utf8('ż'), '0c02c5bc'],
  ['true', boolean(true), '0101ff'],
  ['false', boolean(false), '010100'],
  ['an explicit tag', context(0, integer(2)), 'a003020102'],
  ['a set is sorted', set(integer(2), integer(1)), '3106020101020102'],
  [
    'the last second of UTCTime',
    time(Date.UTC(2049, 11, 31, 23, 59, 59)),
    '170d3439313233313233353935395a',
  ],
  ['GeneralizedTime', time(Date.UTC(2050, 0)), '180f32303530303130313030303030305a'],
  ['a length of 127', sequence(octets(Buffer.alloc(125))).subarray(0, 2), '307f'],
  ['a length of 128', sequence(octets(Buffer.alloc(126))).subarray(0, 3), '308180'],
  ['a length of 256', octets(Buffer.alloc(256)).subarray(0, 4), '04820100'],
];

for (const [name, bytes, hex] of rows) {
  test(`writes ${name}`, () => {
    assert.equal(bytes.toString('hex'), hex);
  });
}
