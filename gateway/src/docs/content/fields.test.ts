// Tests of schemas in words: types, limits, nesting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, limitsOf, typeOf, type Schema } from './fields.ts';

const rows: [schema: Schema, type: string, limits: string[]][] = [
  [{ type: 'string', minLength: 1, maxLength: 64 }, 'string', ['1 to 64 characters']],
  [{ type: 'string', minLength: 0, maxLength: 64 }, 'string', ['at most 64 characters']],
  [{ type: 'string', format: 'date-time' }, 'time', []],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 9.99 }, 'number', ['above 0', 'at most 9.99']],
  [{ type: 'integer', minimum: 60 }, 'integer', ['at least 60']],
  [{ type: 'integer', minimum: 4, maximum: 4 }, 'integer', ['exactly 4']],
  [
    { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 16 }] },
    'integer or string',
    ['at most 16 characters'],
  ],
  [
    { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 5, uniqueItems: true },
    'array of strings',
    ['at most 5 items', 'no repeats', 'each at most 3 characters'],
  ],
  [{}, 'anything', []],
];

for (const [schema, type, limits] of rows) {
  test(`describes ${JSON.stringify(schema)} as ${[type, ...limits].join(', ')}`, () => {
    assert.equal(typeOf(schema), type);
    assert.deepEqual(limitsOf(schema), limits);
  });
}

test('puts nested fields below their parent, of objects, lists and alternatives', () => {
  const inner: Schema = { properties: { b: { type: 'string' } }, required: ['b'], type: 'object' };
  const schema: Schema = {
    type: 'array',
    items: {
      type: 'object',
      required: ['one'],
      properties: {
        one: inner,
        many: { type: 'array', items: inner },
        either: { anyOf: [{ type: 'null' }, inner] },
        last: {
          type: 'string',
          enum: ['X', 'Y'],
          pattern: '^X',
          'x-enumDescriptions': { X: 'First.' },
        },
      },
    },
  };
  assert.deepEqual(
    fieldsOf(schema).map(({ name, depth, required }) => [name, depth, required]),
    [
      ['one', 0, true],
      ['b', 1, true],
      ['many', 0, false],
      ['b', 1, true],
      ['either', 0, false],
      ['b', 1, true],
      ['last', 0, false],
    ],
  );
  const last = fieldsOf(schema).at(-1);
  assert.deepEqual(last?.values, [
    { value: 'X', meaning: 'First.' },
    { value: 'Y', meaning: undefined },
  ]);
  assert.equal(last?.form, 'matches ^X');
});
