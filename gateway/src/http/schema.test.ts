// Tests that only fields of the schema are kept.

import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { readJson } from '../core/json.ts';
import { amount, knownFields } from './schema.ts';

const schema = Type.Object({
  name: Type.Optional(Type.String()),
  amount: Type.Optional(amount('an amount')),
  address: Type.Optional(Type.Object({ city: Type.Optional(Type.String()) })),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.Optional(Type.String()) }))),
});

test('drops unknown fields at every depth and keeps the known ones', () => {
  const body = {
    name: 'a',
    pan: '4111111111111111',
    address: { city: 'b', more: 1 },
    list: [{ id: 'c', more: 2 }],
  };
  deepEqual(knownFields(schema, body), {
    name: 'a',
    address: { city: 'b' },
    list: [{ id: 'c' }],
  });
});

test('keeps exact numbers exact', () => {
  const given = readJson('{"amount": 12.50}');
  equal(JSON.stringify(knownFields(schema, given)), '{"amount":12.50}');
});

test('does not change its input', () => {
  const given = { name: 'a', more: 1 };
  knownFields(schema, given);
  deepEqual(given, { name: 'a', more: 1 });
});
