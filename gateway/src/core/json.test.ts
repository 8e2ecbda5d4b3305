// Tests of the JSON reader and writer: what request bodies may contain and which path an error
// names.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { Defect } from './assert.ts';
import { exactNumber, JsonError, JsonNumber, numberText, readJson, writeJson } from './json.ts';

fc.configureGlobal({ seed });

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const refused: readonly (readonly [text: string, path: string, offset: number, reason: string])[] =
  [
    ['{"a":1,"a":2}', 'a', 10, 'appears more than once in its object'],
    ['{"a":null,"a":2}', 'a', 13, 'appears more than once in its object'],
    ['{"a":2,"a":null}', 'a', 10, 'appears more than once in its object'],
    ['{"a":null,"a":null}', 'a', 13, 'appears more than once in its object'],
    ['{"a":1,"\\u0061":2}', 'a', 15, 'appears more than once in its object'],
    ['{"o":{"x":1,"x":1}}', 'o.x', 15, 'appears more than once in its object'],
    ['{"__proto__":{}}', '__proto__', 12, 'is a name that is not allowed'],
    ['{"a":{"__proto__":null}}', 'a.__proto__', 17, 'is a name that is not allowed'],
    ['{"\\u005f_proto__":1}', '__proto__', 17, 'is a name that is not allowed'],
    ['{"a":{"b":"\\u0000"}}', 'a.b', 11, 'must not contain the character U+0000'],
    ['{"a":{"\\u0000":1}}', 'a', 7, 'must not contain the character U+0000'],
    ['{"a":{"\\ud800":1}}', 'a', 6, 'must not contain a lone surrogate'],
    ['{"a":["x","\\udc00"]}', 'a[1]', 10, 'must not contain a lone surrogate'],
    ['{"items":[{"x":1},{"x":-}]}', 'items[1].x', 24, 'The body is not JSON: a digit is expected.'],
    ['[[1,2],[3,x]]', '[1][1]', 10, 'The body is not JSON: a value is expected.'],
    ['{"a":1}}', '', 7, 'The body is not JSON: nothing may follow the value.'],
    ['{} {}', '', 3, 'The body is not JSON: nothing may follow the value.'],
    ['1\0', '', 1, 'The body is not JSON: nothing may follow the value.'],
    ['{"a"}', 'a', 4, 'The body is not JSON: a colon is expected after the key.'],
    ['{"a":}', 'a', 5, 'The body is not JSON: a value is expected.'],
    ['{"a":1', '', 6, 'The body is not JSON: a comma or a closing brace is expected.'],
    ['{"a":1 "b":2}', '', 7, 'The body is not JSON: a comma or a closing brace is expected.'],
    ['{"a":{"b":1]}', 'a', 11, 'The body is not JSON: a comma or a closing brace is expected.'],
    ['{"a":1,}', '', 7, 'The body is not JSON: a key in double quotes is expected.'],
    ['{a:1}', '', 1, 'The body is not JSON: a key in double quotes is expected.'],
    ['{', '', 1, 'The body is not JSON: a key in double quotes is expected.'],
    ['{,}', '', 1, 'The body is not JSON: a key in double quotes is expected.'],
    ['[1,]', '[1]', 3, 'The body is not JSON: a value is expected.'],
    ['[1 2]', '', 3, 'The body is not JSON: a comma or a closing bracket is expected.'],
    ['[', '[0]', 1, 'The body is not JSON: a value is expected.'],
    ['// x', '', 0, 'The body is not JSON: a value is expected.'],
  ];

for (const [text, path, offset, reason] of refused) {
  test(`refuses ${JSON.stringify(text)} at ${path === '' ? 'the top' : path}`, () => {
    throws(
      () => readJson(text),
      (error) => {
        ok(error instanceof JsonError);
        deepEqual(
          { path: error.path, offset: error.offset, reason: error.reason },
          { path, offset, reason },
        );
        equal(error.kind, reason.startsWith('The body is not JSON') ? 'syntax' : 'content');
        return true;
      },
    );
  });
}

test('allows 32 levels and refuses the 33rd, in arrays, objects and mixtures', () => {
  equal(JSON.stringify(readJson(nested(32))), nested(32));
  throws(() => readJson(nested(33)), { reason: 'is nested deeper than 32 levels' });
  const object = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  equal(JSON.stringify(readJson(object(32))), object(32));
  throws(() => readJson(object(33)), { path: Array(32).fill('a').join('.') });
  throws(() => readJson('{"a":[[]]}', { depth: 2 }), { path: 'a[0]', reason: /deeper than 2/ });
});

test('depth counts open objects and arrays, not closed ones', () => {
  deepEqual(readJson('[[],[],{},[[]]]', { depth: 3 }), [[], [], {}, [[]]]);
});

test('a very deep body is refused without exhausting the stack', () => {
  throws(() => readJson('['.repeat(1_000_000)), { reason: /nested deeper/, offset: 32 });
});

test('a path shows at most 64 characters of a key and never half a surrogate pair', () => {
  const key = 'k'.repeat(63) + '\u{1f600}' + 'tail';
  throws(() => readJson(`{"${key}":x}`), { path: 'k'.repeat(63) + '\ufffd' });
});

test('an error repeats no value of the body', () => {
  throws(
    () => readJson('{"pan":"4111111111111111","cvv":"123\n"}'),
    (error) => !/4111|123/.test(String(error)),
  );
});

test('null members are dropped, null in an array is kept', () => {
  deepEqual(readJson('{"a":null,"b":{"c":null},"d":[null,{"e":null}]}'), { b: {}, d: [null, {}] });
  equal(readJson('null'), null);
});

test('null is kept in named fields of the outermost object, and only there', () => {
  const text = '{"a":null,"b":null,"c":{"a":null},"d":[{"a":null}],"e":1}';
  deepEqual(readJson(text, { nullFields: ['a', 'e'] }), { a: null, c: {}, d: [{}], e: 1 });
  deepEqual(readJson('[{"a":null}]', { nullFields: ['a'] }), [{}]);
});

test('objects are ordinary objects and keep names that Object.prototype also has', () => {
  const text = '{"constructor":1,"prototype":2,"toString":3,"hasOwnProperty":4,"valueOf":5}';
  const value = readJson(text) as object;
  equal(Object.getPrototypeOf(value), Object.prototype);
  equal(JSON.stringify(value), text);
  equal(Object.hasOwn(Object.prototype, 'prototype'), false);
});

test('safe integers are numbers, every other number keeps its text', () => {
  const kept = ['1.0', '12.50', '1e2', '1E-7', '-0.0', '9007199254740992', '-9007199254740993'];
  for (const text of kept) {
    const value = readJson(text);
    ok(value instanceof JsonNumber, text);
    equal(value.text, text);
    equal(numberText(value), text);
    equal(JSON.stringify({ value }), `{"value":${text}}`);
  }
  for (const text of ['0', '-0', '7', '-12', '9007199254740991', '-9007199254740991']) {
    const value = readJson(text);
    equal(typeof value, 'number', text);
    equal(numberText(value), text);
  }
});

test('only numbers that the reader returns have a number text', () => {
  for (const value of [1.5, NaN, Infinity, 2 ** 53, '1', 1n, null, undefined, { text: '1' }]) {
    equal(numberText(value), undefined);
  }
});

test('an exact number is printed exactly as given', () => {
  equal(writeJson({ amount: exactNumber('100.50') }), '{"amount":100.50}');
  equal(writeJson([exactNumber('0.00'), exactNumber('-1e400')]), '[0.00,-1e400]');
});

test('an exact number must be a JSON number', () => {
  for (const text of ['', '1.', '"1"', 'true', '{}', ' 1', '1 ', '01', 'NaN', '1}']) {
    throws(() => exactNumber(text), Defect, text);
  }
});

test('a value without a JSON form is a defect, never an empty body', () => {
  throws(() => writeJson(undefined), Defect);
  throws(() => writeJson(() => 1), Defect);
});

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ unit: 'binary' }).map((key) => key.replaceAll('\0', '').replace('__proto__', '')),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

/** The same value without null members. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
};

const withPlainNumbers = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]),
  );
};

test('reads every valid document as JSON.parse does, apart from nulls and number texts', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      deepEqual(withPlainNumbers(readJson(text)), withoutNulls(JSON.parse(text)));
    }),
    { numRuns: 500 },
  );
});

test('writing and reading again changes nothing', () => {
  fc.assert(
    fc.property(json, (value) => {
      const read = readJson(JSON.stringify(value));
      deepEqual(readJson(writeJson(read)), read);
    }),
  );
});

test('accepts nothing that JSON.parse refuses, and fails only with its own error', () => {
  const pieces = [...'{}[]:,"\\ \n01-.e', '"a"', '"b":', 'null', 'true', '\\u00', '\ud800'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      try {
        readJson(text);
      } catch (error) {
        ok(error instanceof JsonError);
        return;
      }
      JSON.parse(text);
    }),
    { numRuns: 5000 },
  );
});
