// Amounts are written and read as the exact text of JSON numbers, and nothing else is changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExact, writeExact } from './exact-json.ts';

const amounts = 'order.amount order.parts.amount total';

const written: [what: string, value: unknown, json: string][] = [
  ['an amount', { order: { amount: '100.50' } }, '{"order":{"amount":100.50}}'],
  ['a whole amount', { total: '500' }, '{"total":500}'],
  [
    'amounts of a list',
    { order: { parts: [{ amount: '1.10' }] } },
    '{"order":{"parts":[{"amount":1.10}]}}',
  ],
  ['a field of the same name elsewhere', { amount: '1.50' }, '{"amount":"1.50"}'],
  [
    'an amount in an opaque object',
    { consents: [{ order: { amount: '1' } }] },
    '{"consents":[{"order":{"amount":"1"}}]}',
  ],
  ['a comma', { total: '1,50' }, '{"total":"1,50"}'],
  ['a leading zero', { total: '01.50' }, '{"total":"01.50"}'],
  ['a sign', { total: '-1.50' }, '{"total":"-1.50"}'],
  ['an exponent', { total: '1e3' }, '{"total":"1e3"}'],
  ['an empty text', { total: '' }, '{"total":""}'],
  ['JSON in an amount', { total: '1,"x":2' }, '{"total":"1,\\"x\\":2"}'],
  ['a number', { total: 1.5 }, '{"total":1.5}'],
  ['undefined fields', { total: undefined, a: null, b: [undefined] }, '{"a":null,"b":[null]}'],
  [
    'dates and texts',
    { at: new Date(0), text: '"ó\n' },
    '{"at":"1970-01-01T00:00:00.000Z","text":"\\"ó\\n"}',
  ],
];
for (const [what, value, json] of written) {
  test(`writes ${what}`, () => assert.equal(writeExact(value, amounts), json));
}

const read: [what: string, json: string, value: unknown][] = [
  ['an amount', '{"order":{"amount":100.50}}', { order: { amount: '100.50' } }],
  ['one that a float cannot hold', '{"total":90071992547409.93}', { total: '90071992547409.93' }],
  ['a negative one', '{"total":-0.10}', { total: '-0.10' }],
  ['amounts of lists', '[{"total":1.00},{"total":2.00}]', [{ total: '1.00' }, { total: '2.00' }]],
  [
    'amounts of inner lists',
    '{"order":{"parts":[{"n":1,"amount":1.10},{"amount":2}]}}',
    { order: { parts: [{ n: 1, amount: '1.10' }, { amount: '2' }] } },
  ],
  ['other numbers', '{"amount":1.50,"order":{"count":2}}', { amount: 1.5, order: { count: 2 } }],
  [
    'a field after an object',
    '{"order":{"x":{"y":1}},"total":3.00}',
    { order: { x: { y: 1 } }, total: '3.00' },
  ],
  [
    'numbers in texts',
    '{"total":"{\\"total\\":1}","x":[1,2]}',
    { total: '{"total":1}', x: [1, 2] },
  ],
  ['escaped names', '{"\\u0074otal":1.0}', { total: '1.0' }],
  ['null', '{"total":null,"a":true}', { total: null, a: true }],
  ['empty values', '{"a":{},"b":[],"total":7}', { a: {}, b: [], total: '7' }],
];
for (const [what, json, value] of read) {
  test(`reads ${what}`, () => assert.deepEqual(readExact(json, amounts), value));
}

test('what is read can be written again', () => {
  const json = '{"order":{"amount":100.50,"parts":[{"amount":0.01}]},"total":1}';
  assert.equal(writeExact(readExact(json, amounts), amounts), json);
});

test('text that is not JSON is refused', () => {
  for (const text of ['', '{', '{"total":01}', '{"total":1.}', '<html>']) {
    assert.throws(() => readExact(text, amounts), SyntaxError);
  }
});
