// Tests of what follows from the facts of the methods: which fields an instrument may have, and
// that no two methods claim the same name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/refusals.ts';
import { instrumentFields } from './instrument-schema.ts';
import { commonFields, refuseForeignFields } from './instrument.ts';
import {
  instrumentTypes,
  methodDefinitions,
  methodOfType,
  ofAllMethods,
  timeOutCodeOf,
} from './registry.ts';

const foreign = (field: string) => (error: unknown) =>
  error instanceof Refusal &&
  error.details.length === 1 &&
  error.details[0]?.field === `instrument.${field}` &&
  /does not belong to an instrument of type/.test(error.details[0].message);

for (const [type, { fields }] of Object.entries(instrumentTypes)) {
  test(`an instrument of type ${type} has its own fields and the common ones only`, () => {
    for (const name of Object.keys(instrumentFields)) {
      const refuse = () => refuseForeignFields(fields, instrumentFields, { type, [name]: '1' });
      if (fields.includes(name) || commonFields.some((one) => one === name)) refuse();
      else assert.throws(refuse, foreign(name));
      refuseForeignFields(fields, instrumentFields, { type, [name]: undefined });
    }
    refuseForeignFields(fields, instrumentFields, { type, brand: 'of no type' });
  });
}

test('every field of a type has a schema', () => {
  for (const [type, { fields }] of Object.entries(instrumentTypes)) {
    for (const name of fields) assert.ok(name in instrumentFields, `${type} ${name}`);
  }
});

test('names, types and codes belong to one method', () => {
  const names = methodDefinitions.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const part of ['instruments', 'rejectReasons', 'dataRequests', 'offerFields'] as const) {
    const keys = methodDefinitions.flatMap((method) => Object.keys(method[part] ?? {}));
    assert.equal(new Set(keys).size, keys.length, part);
    const parts = ofAllMethods<unknown>((method) => method[part]);
    assert.deepEqual(Object.keys(parts), keys);
  }
  assert.equal(methodOfType('COF'), 'CARD');
  assert.throws(() => methodOfType('NONE'), /no method has the instrument type NONE/);
});

test('methods that share a field describe it with the same schema', () => {
  for (const { fields } of methodDefinitions) {
    for (const [name, schema] of Object.entries(fields)) {
      assert.equal(instrumentFields[name], schema, name);
    }
  }
});

test('a payment whose customer does not act in time is EXPIRED unless its method says more', () => {
  const codes = ['CARD', 'BLIK', 'TRANSFER', 'of another version', null].map(timeOutCodeOf);
  assert.deepEqual(codes, ['EXPIRED', 'BLIK_USER_TIMEOUT', 'EXPIRED', 'EXPIRED', 'EXPIRED']);
});
