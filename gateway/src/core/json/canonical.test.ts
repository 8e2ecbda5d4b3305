// Tests that equal values have the same canonical text and different values have different ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { readJson } from '../json.ts';
import { canonicalJson } from './canonical.ts';

fc.configureGlobal({ seed });

const canonical = (text: string) => canonicalJson(readJson(text));

const same: readonly (readonly string[])[] = [
  ['60', '60.0', '60.00', '6e1', '6E+1', '600e-1', '0.6e2'],
  ['0', '-0', '0.0', '0e5', '-0.00e-3'],
  ['0.5', '5e-1', '0.50', '50e-2'],
  ['-12.30', '-12.3', '-1.23e1'],
  ['9007199254740993', '9007199254740993.0', '9.007199254740993e15'],
  [
    '{"a":1,"b":{"c":2,"d":3}}',
    '{ "b" : {"d":3.0,"c":2}, "a":1 }',
    '{"a":1,"b":{"c":2,"d":3},"e":null}',
  ],
  ['"zł/"', '"z\\u0142\\/"'],
  ['[1,{"a":[]}]', '[1.0 , {"a":[]}]'],
];

const different: readonly (readonly [string, string])[] = [
  ['60', '60.01'],
  ['60', '"60"'],
  ['60', '-60'],
  ['60', '6'],
  ['0.1', '0.01'],
  ['1', 'true'],
  ['9007199254740993', '9007199254740992'],
  ['12.345678901234567890', '12.345678901234567891'],
  ['[1,2]', '[2,1]'],
  ['[1,2]', '[12]'],
  ['{"a":"b"}', '{"b":"a"}'],
  ['{"a":1}', '{"a":1,"b":1}'],
  ['{"a":{"b":1}}', '{"a":1,"b":1}'],
  ['{}', '[]'],
  ['[null]', '[]'],
  ['"1,2"', '["1","2"]'],
  ['{"a\\":1,\\"b":2}', '{"a":1,"b":2}'],
];

for (const spellings of same) {
  test(`${String(spellings[0])} has the same canonical text in every spelling`, () => {
    for (const text of spellings)
      assert.equal(canonical(text), canonical(spellings[0] ?? ''), text);
  });
}

for (const [one, other] of different) {
  test(`${one} is not ${other}`, () => assert.notEqual(canonical(one), canonical(other)));
}

test('the canonical text is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('__proto__') || text.includes('\\u0000')) return;
      const read = readJson(text);
      assert.deepEqual(JSON.parse(canonicalJson(read)), JSON.parse(JSON.stringify(read)));
    }),
  );
});
