// Tests of the ASN.1 reader with exact bytes, limits, and changed input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed, seededChance } from '@bramka/test/support/chance.ts';
import { readBer, readDer, type Asn1Value } from './read.ts';
import { context, der, integer, octets, oid, sequence, set, tags } from './write.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Tags and contents, such as 30(02=01). */
function outline({ tag, content, children }: Asn1Value): string {
  const isConstructed = (tag & 0x20) !== 0;
  const inside = isConstructed
    ? `(${children.map(outline).join(' ')})`
    : `=${content.toString('hex')}`;
  return tag.toString(16).padStart(2, '0') + inside;
}

const both: [string, string, string][] = [
  ['an integer', '02 01 05', '02=05'],
  ['an empty sequence', '30 00', '30()'],
  ['a sequence', '30 06 02 01 01 04 01 ff', '30(02=01 04=ff)'],
  ['values inside each other', '31 06 30 04 a0 02 05 00', '31(30(a0(05=)))'],
  ['a context tag, primitive', '80 01 00', '80=00'],
  ['a context tag, constructed', 'a0 03 02 01 02', 'a0(02=02)'],
  ['a long length', `04 81 80 ${'00'.repeat(128)}`, `04=${'00'.repeat(128)}`],
  ['a length of two bytes', `04 82 01 00 ${'00'.repeat(256)}`, `04=${'00'.repeat(256)}`],
  ['a negative integer', '02 01 ff', '02=ff'],
  ['an integer with its sign', '02 02 00 80', '02=0080'],
  ['a negative integer of two bytes', '02 02 ff 7f', '02=ff7f'],
  ['true', '01 01 ff', '01=ff'],
  ['NULL', '05 00', '05='],
  ['an object identifier', '06 03 55 1d 0f', '06=551d0f'],
  ['an empty bit string', '03 01 00', '03=00'],
  ['bits', '03 02 07 80', '03=0780'],
];

for (const [name, hex, expected] of both) {
  test(`reads ${name}`, () => {
    const der = readDer(bytes(hex));
    assert.equal(der && outline(der), expected);
    assert.deepEqual(readBer(bytes(hex)), der);
    assert.deepEqual(der?.bytes, bytes(hex));
  });
}

const berOnly: [string, string, string][] = [
  ['an empty sequence without length', '30 80 00 00', '30()'],
  ['values without length', '30 80 02 01 05 00 00', '30(02=05)'],
  ['one without length in another', '30 80 a0 80 04 01 07 00 00 00 00', '30(a0(04=07))'],
  ['one without length in one with length', '30 04 31 80 00 00', '30(31())'],
  ['one with length in one without', '30 80 31 03 02 01 00 00 00', '30(31(02=00))'],
];

for (const [name, hex, expected] of berOnly) {
  test(`reads ${name} in BER, and refuses it in DER`, () => {
    const value = readBer(bytes(hex));
    assert.equal(value && outline(value), expected);
    assert.deepEqual(value?.bytes, bytes(hex));
    assert.equal(readDer(bytes(hex)), undefined);
  });
}

test('the content of a value without length ends before its end mark', () => {
  assert.deepEqual(readBer(bytes('30 80 02 01 05 00 00'))?.content, bytes('02 01 05'));
});

const malformed: [string, string][] = [
  ['nothing', ''],
  ['a tag alone', '30'],
  ['a length beyond the end', '04 02 00'],
  ['a length of bytes that are missing', '04 82 01'],
  ['a value beyond the end of its sequence', '30 03 04 02 00 00'],
  ['a value after the end', '02 01 00 02 01 00'],
  ['a byte after the end', '02 01 00 00'],
  ['a short length in a long form', '04 81 01 00'],
  ['a length with a leading zero', `04 82 00 80 ${'00'.repeat(128)}`],
  ['a length of five bytes', '04 85 00 00 00 00 01 00'],
  ['the reserved length', '04 ff 00'],
  ['a length of four gigabytes', '04 84 ff ff ff ff 00'],
  ['a primitive value without length', '04 80 00 00'],
  ['no end mark', '30 80 02 01 05'],
  ['half an end mark', '30 80 02 01 05 00'],
  ['an end mark with content', '30 80 02 01 05 00 01 00'],
  ['an end mark beyond the sequence around it', '30 03 31 80 00 00'],
  ['an end mark in a sequence with length', '30 02 00 00'],
  ['an end mark alone', '00 00'],
  ['a tag number above 30', '1f 21 00'],
  ['a context tag number above 30', '9f 21 00'],
  ['a primitive sequence', '10 00'],
  ['a primitive set', '11 00'],
  ['a string in pieces', '24 03 04 01 00'],
  ['a string in pieces without length', '24 80 04 01 00 00 00'],
  ['a constructed integer', '22 03 02 01 00'],
  ['an empty integer', '02 00'],
  ['an integer with needless zeros', '02 02 00 7f'],
  ['a negative integer with needless ones', '02 02 ff 80'],
  ['an empty boolean', '01 00'],
  ['a boolean that is neither true nor false', '01 01 01'],
  ['a boolean of two bytes', '01 02 ff ff'],
  ['a NULL with content', '05 01 00'],
  ['an empty object identifier', '06 00'],
  ['an object identifier that does not end', '06 02 55 9d'],
  ['an object identifier with leading zeros', '06 03 55 80 01'],
  ['a bit string without its count', '03 00'],
  ['a bit string with eight unused bits', '03 02 08 00'],
  ['an empty bit string with unused bits', '03 01 01'],
];

for (const [name, hex] of malformed) {
  test(`refuses ${name}`, () => {
    assert.equal(readBer(bytes(hex)), undefined);
    assert.equal(readDer(bytes(hex)), undefined);
  });
}

const nested = (depth: number): Buffer =>
  Array.from({ length: depth - 1 }).reduce<Buffer>((inner) => sequence(inner), sequence());

test('limits the depth, the number of values and the size exactly', () => {
  const limits = { bytes: 10, depth: 3, values: 4 };
  assert.ok(readDer(nested(3), limits));
  assert.equal(readDer(nested(4), limits), undefined);
  assert.ok(readDer(bytes('30 06 05 00 05 00 05 00'), limits));
  assert.equal(readDer(bytes('30 08 05 00 05 00 05 00 05 00'), limits), undefined);
  assert.ok(readDer(octets(Buffer.alloc(8)), limits));
  assert.equal(readDer(octets(Buffer.alloc(9)), limits), undefined);
});

test('refuses deep input without a stack overflow', () => {
  const open = Buffer.alloc(400_000, bytes('3080'));
  const limits = { bytes: 1_000_000, depth: 64, values: 1_000_000 };
  assert.equal(readBer(open, limits), undefined);
  assert.equal(readBer(open), undefined);
});

test('changed and random input is read or refused, never an exception', () => {
  const chance = seededChance(seed);
  const sample = Buffer.concat([
    bytes('30 80'),
    set(integer(70_000), oid('1.2.840.113635.100.6.32')),
    context(0, sequence(octets(Buffer.alloc(200, 7)), der(tags.null))),
    bytes('31 80 05 00 00 00 00 00'),
  ]);
  assert.ok(readBer(sample));
  let read = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const input = Buffer.from(sample.subarray(0, chance.below(10) ? undefined : chance.below(99)));
    for (let change = chance.below(3); change >= 0; change -= 1) {
      input[chance.below(input.length || 1)] = chance.below(256);
    }
    const value = readBer(input);
    if (!value) continue;
    read += 1;
    // Whatever is read is the whole input, and a second reading is the same.
    assert.deepEqual(value.bytes, input);
    const inner = value.children.map((child) => readBer(Buffer.from(child.bytes)));
    assert.deepEqual(
      inner.map((one) => one && outline(one)),
      value.children.map(outline),
    );
  }
  assert.ok(read > 1000 && read < 19_000, `${read} of 20000 were read`);
});
