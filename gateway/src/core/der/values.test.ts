// Tests of the conversions of ASN.1 values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDer } from './read.ts';
import { isOid, sequenceOf, setOf, timeOfValue } from './values.ts';
import { der, nothing, octets, oid, sequence, set, tags } from './write.ts';

const utc = (text: string): Buffer => der(tags.utcTime, Buffer.from(text));
const generalized = (text: string): Buffer => der(tags.generalizedTime, Buffer.from(text));

const times: [string, Buffer, string | undefined][] = [
  ['UTCTime', utc('240108175444Z'), '2024-01-08T17:54:44.000Z'],
  ['the last UTCTime', utc('491231235959Z'), '2049-12-31T23:59:59.000Z'],
  ['the first UTCTime', utc('500101000000Z'), '1950-01-01T00:00:00.000Z'],
  ['GeneralizedTime', generalized('20500101000000Z'), '2050-01-01T00:00:00.000Z'],
  ['29 February of a leap year', utc('240229000000Z'), '2024-02-29T00:00:00.000Z'],
  ['29 February of another year', utc('230229000000Z'), undefined],
  ['GeneralizedTime before 2050', generalized('20491231235959Z'), undefined],
  ['a month 13', utc('241301000000Z'), undefined],
  ['a month 0', utc('240001000000Z'), undefined],
  ['a 31 April', utc('240431000000Z'), undefined],
  ['an hour 24', utc('240101240000Z'), undefined],
  ['a leap second', utc('161231235960Z'), undefined],
  ['no seconds', utc('2401081754Z'), undefined],
  ['an offset', utc('240108175444+0100'), undefined],
  ['no zone', utc('240108175444'), undefined],
  ['a fraction', generalized('20500101000000.5Z'), undefined],
  ['a letter', utc('24010817544aZ'), undefined],
  ['a line break', utc('240108175444Z\n'), undefined],
  ['another type', octets(Buffer.from('240108175444Z')), undefined],
  ['nothing', Buffer.alloc(0), undefined],
];

for (const [name, encoded, expected] of times) {
  test(`${expected === undefined ? 'refuses' : 'reads'} a time with ${name}`, () => {
    const at = timeOfValue(readDer(encoded));
    assert.equal(at === undefined ? undefined : new Date(at).toISOString(), expected);
  });
}

test('compares object identifiers by their whole encoding', () => {
  const value = readDer(oid('1.2.840.113549.1.7.1'));
  assert.equal(isOid(value, '1.2.840.113549.1.7.1'), true);
  assert.equal(isOid(value, '1.2.840.113549.1.7.2'), false);
  assert.equal(isOid(value, '1.2.840.113549.1.7'), false);
  assert.equal(
    isOid(readDer(octets(value?.content ?? Buffer.alloc(0))), '1.2.840.113549.1.7.1'),
    false,
  );
  assert.equal(isOid(undefined, '1.2.840.113549.1.7.1'), false);
});

test('sequences and sets are told apart', () => {
  assert.equal(sequenceOf(readDer(sequence(nothing())))?.length, 1);
  assert.equal(setOf(readDer(set(nothing())))?.length, 1);
  assert.equal(sequenceOf(readDer(set(nothing()))), undefined);
  assert.equal(setOf(readDer(sequence(nothing()))), undefined);
});
