// Tests of null in request bodies: documented for every optional field, at every depth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { amountOrAll } from '../http/schema.ts';
import { plain as shown } from './contents.ts';
import { withNull, withoutOthers, type JsonSchema } from './nullable.ts';

const optional = Type.Optional;
const objectSchema = Type.Object({
  must: Type.String(),
  may: optional(Type.String({ enum: ['A', 'B'] })),
  either: optional(Type.Union([Type.Integer(), Type.String()])),
  inner: Type.Object({ deep: optional(Type.Integer()) }),
  list: Type.Array(Type.Object({ name: optional(Type.String()) })),
  anything: optional(Type.Unsafe<unknown>({})),
  map: optional(Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String())),
});
const plain = JSON.parse(JSON.stringify(objectSchema)) as JsonSchema;

test('every optional field may be null, entries of arrays may not', () => {
  const { properties } = withNull(plain);
  assert.deepEqual(properties?.['must'], { type: 'string' });
  assert.deepEqual(properties?.['may'], { type: ['string', 'null'], enum: ['A', 'B', null] });
  assert.deepEqual(properties?.['either']?.anyOf?.at(-1), { type: 'null' });
  assert.deepEqual(properties?.['inner']?.type, 'object');
  assert.deepEqual(properties?.['inner']?.properties?.['deep']?.type, ['integer', 'null']);
  assert.equal(properties?.['list']?.items?.type, 'object');
  assert.deepEqual(properties?.['list']?.items?.properties?.['name']?.type, ['string', 'null']);
  assert.deepEqual(properties?.['anything'], {});
  const values = Object.values(properties?.['map']?.patternProperties ?? {});
  assert.deepEqual(values, [{ type: ['string', 'null'] }]);
});

test('no object has other fields, at any depth, unless any are allowed', () => {
  const closed = withoutOthers(plain);
  const isClosed = (schema?: JsonSchema): boolean => schema?.additionalProperties === false;
  const { inner, list, map, anything } = closed.properties ?? {};
  assert.deepEqual([closed, inner, list?.items, map].map(isClosed), [true, true, true, true]);
  assert.deepEqual([list, anything].map(isClosed), [false, false]);
  assert.deepEqual(map?.patternProperties, plain.properties?.['map']?.patternProperties);
  assert.deepEqual(withoutOthers({ anyOf: [{ properties: {} }, { type: 'string' }] }), {
    anyOf: [{ properties: {}, additionalProperties: false }, { type: 'string' }],
  });
});

test('an amount whose absence means everything is never null', () => {
  const body = Type.Object({ amount: optional(amountOrAll('All')), note: optional(Type.String()) });
  const { properties } = withNull(shown(body) as JsonSchema);
  assert.equal(properties?.['amount']?.type, 'number');
  assert.equal('neverNull' in (properties?.['amount'] ?? {}), false);
  assert.deepEqual(properties?.['note']?.type, ['string', 'null']);
});
