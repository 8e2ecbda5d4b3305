// Tests of packager files: what each entry does, and a sentence for each mistake.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BadProfile, loadProfile, readProfile } from './read-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-profile-'));
after(() => rmSync(folder, { recursive: true }));

test('a version alone is the standard', () => {
  const { types, refersBy, fixed, privateFields, networkTransactionId, packager } = readProfile({
    version: '1993',
  });
  assert.equal(types.undo, '1420');
  assert.deepEqual([refersBy, fixed.size, privateFields.size], ['both', 0, 0]);
  assert.equal(networkTransactionId, null);
  assert.equal(packager.frame.lengthBytes, 2);
});

test('the built-in hosts can be used', () => {
  assert.equal(loadProfile('iso1987').packager.version, '1987');
  assert.equal(loadProfile('iso1993').packager.version, '1993');
});

test('entries replace those of the standard', () => {
  const file = join(folder, 'host.json');
  writeFileSync(
    file,
    JSON.stringify({
      version: '1987',
      frame: { lengthBytes: 4, lengthEncoding: 'ascii', countsItself: true, header: '6000' },
      encodings: { digits: 'bcd', bitmap: 'hex-ascii' },
      fields: { 41: 'ans16', 48: { format: 'b...999', lengths: 'binary' }, 2: { digits: 'ascii' } },
      types: { reverse: '0420', sale: '0100' },
      refersBy: 'rrn',
      fixed: { 24: '009' },
      privateFields: { 63: { tagSize: 2, lengthSize: 2, facts: { AA: 'cavv:hex' } } },
      networkTransactionId: { field: 63, tag: 'AA' },
    }),
  );
  const profile = loadProfile(file);
  assert.deepEqual([profile.types.reverse, profile.types.sale], ['0420', '0100']);
  assert.equal(profile.types.hold, '0100');
  assert.equal(profile.refersBy, 'rrn');
  assert.deepEqual([...profile.fixed], [[24, '009']]);
  assert.deepEqual(profile.networkTransactionId, { field: 63, tag: 'AA' });
  const { fields, frame } = profile.packager;
  assert.equal(frame.header, '6000');
  assert.deepEqual([fields.get(41)?.length, fields.get(48)?.content], [16, 'b']);
  assert.deepEqual(
    [fields.get(48)?.encodings.lengths, fields.get(2)?.encodings.digits],
    ['binary', 'ascii'],
  );
});

const host = (entries: object) => ({ version: '1987', ...entries });
const tags = (field: object) => host({ privateFields: { 48: field } });

const mistakes: [name: string, content: unknown, says: RegExp][] = [
  ['no object', [], /^the file must be a JSON object$/],
  ['no version', {}, /^version must be one of 1987, 1993$/],
  ['an unknown entry', host({ frames: {} }), /^the file has no "frames"; use version, frame/],
  ['a wrong frame', host({ frame: { lengthBytes: 3 } }), /^frame lengthBytes must be one of 2, 4$/],
  ['an unknown entry of the frame', host({ frame: { size: 2 } }), /^frame has no "size"/],
  ['a header that is no hexadecimal', host({ frame: { header: '6' } }), /^frame header must be/],
  ['an unknown encoding', host({ encodings: { text: 'utf8' } }), /^encodings text must be one of/],
  ['a field that does not exist', host({ fields: { 129: 'n3' } }), /^129 is not the number/],
  ['a wrong notation', host({ fields: { 41: 'text8' } }), /^field 41: text8 is not in the/],
  ['a wrong encoding of a field', host({ fields: { 41: { text: 'x' } } }), /^fields 41 text must/],
  ['a wrong type', host({ types: { sale: '0201' } }), /^types sale must be four digits that end/],
  ['a type of an unknown operation', host({ types: { buy: '0200' } }), /^types has no "buy"/],
  ['a wrong reference', host({ refersBy: 'stan' }), /^refersBy must be one of rrn, original-data/],
  ['a fixed value that does not fit', host({ fixed: { 22: '81' } }), /^fixed: field 22 has 2 inst/],
  ['a fixed value that is no text', host({ fixed: { 22: 812 } }), /^fixed: field 22 is not a text/],
  [
    'a fixed field without a number',
    host({ fixed: { x: '1' } }),
    /^x is not the number of a field/,
  ],
  ['a fixed amount', host({ fixed: { 4: '000000000001' } }), /^field 4 is written by the gateway$/],
  ['a private field without facts', tags({}), /^privateFields 48 needs "fact" or "facts"$/],
  [
    'an unknown fact',
    tags({ fact: 'pan' }),
    /^privateFields 48 must be one of merchantId, paymentId/,
  ],
  ['an unknown form', tags({ fact: 'cavv:raw' }), /^privateFields 48 must be one of text, hex$/],
  ['a fact in two forms', tags({ fact: 'cavv:hex:hex' }), /write a fact as name or name:form/],
  ['a tag of another size', tags({ facts: { 123: 'cvv' } }), /tag 123 has another size$/],
  ['a size that is too large', tags({ tagSize: 9, facts: { 1: 'cvv' } }), /tagSize and lengthSize/],
  ['a tag that is no BER', tags({ ber: true, facts: { XY: 'cvv' } }), /XY is not a tag in hexa/],
  [
    'a place without tags',
    host({ networkTransactionId: { field: 63, tag: '01' } }),
    /^networkTransactionId: field 63 has no tags in privateFields$/,
  ],
];

/** Operations and answers are told apart by them, so no file may write them. */
for (const number of [2, 3, 4, 7, 11, 37, 38, 39, 49, 64, 90, 128]) {
  mistakes.push([
    `field ${number} as a private field`,
    host({ privateFields: { [number]: { fact: 'cvv' } } }),
    new RegExp(`^field ${number} is written by the gateway$`),
  ]);
}

for (const [name, content, says] of mistakes) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => readProfile(content),
      ({ message }: Error) => says.test(message),
    );
  });
}

test('a file that is missing or no JSON is told by its name', () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '{');
  assert.throws(() => loadProfile(file), BadProfile);
  assert.throws(() => loadProfile(file), /broken\.json cannot be used: /);
  assert.throws(() => loadProfile(join(folder, 'none.json')), /none\.json cannot be used: ENOENT/);
});
