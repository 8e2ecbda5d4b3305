// JSON in base64url: what is encoded is read back, and nothing but the one true form is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { decodeJson, encodeJson } from './base64url.ts';

fc.configureGlobal({ seed });

test('reads back what it encodes', () => {
  const entry = fc.tuple(fc.stringMatching(/^[a-z]+$/), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const given = Object.fromEntries(entries);
      assert.deepEqual(decodeJson(encodeJson(given)), given);
    }),
  );
});

// The text; whether it is read as {}.
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

test('refuses what is not UTF-8, too deep or too long', () => {
  const encoded = (bytes: Buffer) => bytes.toString('base64url');
  assert.equal(decodeJson(encoded(Buffer.from([0x22, 0xff, 0x22]))), undefined);
  assert.equal(decodeJson(encoded(Buffer.from('\ufeff{}'))), undefined);
  assert.equal(decodeJson(encodeJson([[[[[[[[[1]]]]]]]]])), undefined);
  assert.deepEqual(decodeJson(encodeJson([[[[[[[[1]]]]]]]])), [[[[[[[[1]]]]]]]]);
  const list = (length: number) => new Array<string>(length).fill('x');
  assert.deepEqual(decodeJson(encodeJson(list(12_287))), list(12_287));
  assert.equal(decodeJson(encodeJson(list(12_288))), undefined);
});
