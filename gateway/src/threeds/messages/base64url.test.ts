// Tests of JSON in base64url: encoded values are decoded, and only the canonical encoding is
// accepted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { decodeJson, encodeJson } from './base64url.ts';

fc.configureGlobal({ seed });

test('decodes what it encodes', () => {
  const entry = fc.tuple(fc.stringMatching(/^[a-z]+$/), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const given = Object.fromEntries(entries);
      assert.deepEqual(decodeJson(encodeJson(given)), given);
    }),
  );
});

// The text, and whether it is read as {}.
const rows = `
  e30                | read
  e30=               | read
  e30==              | refused
  e31                | refused
  e3                 | refused
  e                  | refused
  e30-               | refused
  e 30               | refused
  e30%3D             | refused
  =                  | refused
  -                  | refused
  {}                 | refused
  ____               | refused
  eyJhIjoxLCJhIjoyfQ | refused
  e30KCg             | read
`;
for (const line of rows.trim().split('\n')) {
  const [text = '', expected] = line.split(' | ').map((cell) => cell.trim());
  test(`${text} is ${expected}`, () => {
    assert.deepEqual(decodeJson(text), expected === 'read' ? {} : undefined);
  });
}

test('refuses invalid UTF-8 and input that is too deep or too long', () => {
  const encoded = (bytes: Buffer) => bytes.toString('base64url');
  assert.equal(decodeJson(encoded(Buffer.from([0x22, 0xff, 0x22]))), undefined);
  assert.equal(decodeJson(encoded(Buffer.from('\ufeff{}'))), undefined);
  assert.equal(decodeJson(encodeJson([[[[[[[[[1]]]]]]]]])), undefined);
  assert.deepEqual(decodeJson(encodeJson([[[[[[[[1]]]]]]]])), [[[[[[[[1]]]]]]]]);
  const list = (length: number) => new Array<string>(length).fill('x');
  assert.deepEqual(decodeJson(encodeJson(list(12_287))), list(12_287));
  assert.equal(decodeJson(encodeJson(list(12_288))), undefined);
});
