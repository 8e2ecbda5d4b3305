// Tests of DER elements byte for byte, at the sizes where their encoding changes.
import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { Defect } from '@bramka/gateway/core/assert.ts';
import {
  bitString,
  boolean,
  explicit,
  implicit,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  unsigned,
  utf8String,
} from './der.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

const rows: [what: string, made: Buffer, hex: string][] = [
  ['zero', unsigned(Buffer.of(0)), '020100'],
  ['no bytes at all as zero', unsigned(Buffer.of()), '020100'],
  ['a number without its leading zeros', unsigned(Buffer.of(0, 0, 5)), '020105'],
  ['a number whose first bit would make it negative', unsigned(Buffer.of(0x80)), '02020080'],
  ['true', boolean(true), '0101ff'],
  ['false', boolean(false), '010100'],
  ['an object identifier', objectIdentifier('2.5.4.3'), '0603550403'],
  ['long arcs', objectIdentifier('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
  ['bits', bitString(Buffer.of(6), 1), '03020106'],
  ['octets', octetString(bytes('cafe')), '0402cafe'],
  ['text', utf8String('Łódź'), '0c07c581c3b364c5ba'],
  ['a set', setOf(boolean(true)), '31030101ff'],
  ['an empty sequence', sequence(), '3000'],
  ['an implicit tag', implicit(0, bytes('01')), '800101'],
  ['a tag around', explicit(3, boolean(true)), 'a3030101ff'],
  ['the last time with a two-digit year', time(Date.UTC(2049, 11, 31, 23, 59, 59, 999)), utc()],
  ['the first time with a four-digit year', time(Date.UTC(2050, 0, 1)), generalized()],
];

function utc(): string {
  return '170d' + Buffer.from('491231235959Z').toString('hex');
}

function generalized(): string {
  return '180f' + Buffer.from('20500101000000Z').toString('hex');
}

for (const [what, made, hex] of rows) {
  test(`writes ${what}`, () => equal(made.toString('hex'), hex));
}

test('writes lengths in as few bytes as they need', () => {
  const start = (length: number) => octetString(Buffer.alloc(length)).toString('hex').slice(0, 10);
  equal(start(127), '047f000000');
  equal(start(128), '0481800000');
  equal(start(255), '0481ff0000');
  equal(start(256), '0482010000');
  equal(start(65_536), '0483010000');
});

test('refuses times that a certificate cannot represent', () => {
  throws(() => time(Date.UTC(1949, 0, 1)), Defect);
  throws(() => time(Date.UTC(10_000, 0, 1)), Defect);
});
