// Tests of whole numbers in every spelling, and of numbers that are not whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { JsonNumber, readJson } from '../../core/json.ts';
import { amount } from '../schema.ts';
import { withPlainNumbers } from './whole-numbers.ts';

const one = (text: string, schema: object = Type.Integer()) =>
  withPlainNumbers(schema, readJson(text));

const spellings = `
  1800                 | 1800
  1800.0               | 1800
  1800.000             | 1800
  1.8e3                | 1800
  18E+2                | 1800
  18000e-1             | 1800
  -1.50e1              | -15
  0.0                  | 0
  -0.0                 | 0
  0e300                | 0
  0.00e-300            | 0
  100e-2               | 1
  9007199254740991.0   | 9007199254740991
  9007199254740992     | NaN
  9007199254740993.0   | NaN
  1800.5               | NaN
  1e-1                 | NaN
  10e-2                | NaN
  1e300                | NaN
  9007199254740990.5   | NaN
  1800.0000000000000000000000000000001 | NaN
`;

for (const line of spellings.trim().split('\n')) {
  const [text = '', expected = ''] = line.split('|').map((cell) => cell.trim());
  test(`${text} as a whole number is ${expected}`, () => {
    assert.equal(one(text), Number(expected));
    assert.equal(one(text, Type.Union([Type.Integer(), Type.String()])), Number(expected));
  });
}

test('an amount keeps the text it was sent with', () => {
  for (const text of ['60.00', '6e1', '60.0']) {
    assert.deepEqual(one(text, amount('x')), new JsonNumber(text));
  }
});

test('numbers are found in objects, lists and bodies with several variants', () => {
  const inner = Type.Object({ size: Type.Integer(), price: amount('x') });
  const schema = Type.Union([inner, Type.Object({ inner, list: Type.Array(inner) })]);
  const part = '{"size":2.0,"price":2.0}';
  const plain = { size: 2, price: new JsonNumber('2.0') };
  assert.deepEqual(one(part, schema), plain);
  const whole = one(`{"inner":${part},"list":[${part},${part}]}`, schema);
  assert.deepEqual(whole, { inner: plain, list: [plain, plain] });
});

test('a number is neither an object nor a string', () => {
  assert.deepEqual(one('{"a":1.5}', Type.Object({ a: Type.Object({}) })), { a: NaN });
  assert.deepEqual(one('[1.5]', Type.Array(Type.Object({}))), [NaN]);
  assert.deepEqual(one('1.5', Type.String()), NaN);
});

test('fields unknown to the schema stay as they were sent', () => {
  const sent = '{"free":[1.50,{"a":1e2}],"any":1.0,"toString":2.0}';
  const schema = Type.Object({ free: Type.Array(Type.Any()), any: Type.Any() });
  assert.equal(JSON.stringify(one(sent, schema)), sent);
});
