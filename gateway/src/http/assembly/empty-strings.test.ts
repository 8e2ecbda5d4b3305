// Tests that empty strings are dropped where the schema accepts one, and only there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { oneOf } from '../schema.ts';
import { dropEmptyStrings } from './empty-strings.ts';
import type { NamedSchema } from './near-miss.ts';

const schema = Type.Object({
  name: Type.String(),
  kind: Type.Optional(oneOf({ A: 'First', B: 'Second' }, 'Kind')),
  size: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  count: Type.Optional(Type.Integer()),
  inner: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
  list: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()) }))),
  free: Type.Optional(Type.Object({})),
  code: Type.Optional(Type.String({ pattern: '^([A-Z]{2})?$' })),
  id: Type.Optional(Type.String({ minLength: 1 })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
});

const dropped = (body: unknown): unknown => {
  dropEmptyStrings(schema as NamedSchema, body);
  return body;
};

test('an empty string is absent where the schema accepts one, at every depth', () => {
  const body = { name: '', code: '', size: '', inner: { name: '' }, list: [{ name: '' }] };
  assert.deepEqual(dropped(body), { inner: {}, list: [{}] });
});

test('an empty string stays where the schema refuses it', () => {
  const body = { kind: '', id: '', currency: '', at: '' };
  assert.deepEqual(dropped(structuredClone(body)), body);
});

test('everything else stays as it is', () => {
  const body = {
    name: ' ',
    kind: 'A',
    size: 0,
    count: '',
    inner: { name: 'x', other: '' },
    list: ['', { name: 'y' }],
    free: { name: '' },
    other: '',
  };
  assert.deepEqual(dropped(structuredClone(body)), body);
});

test('a body that is not an object is left to the schema', () => {
  for (const body of ['', null, 5, [], [''], undefined]) {
    assert.deepEqual(dropped(structuredClone(body)), body);
  }
});
