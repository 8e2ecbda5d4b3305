// Values of another party are what they must be, or undefined.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, textOf } from './fields.ts';

test('takes objects only: no array, no null, no other value', () => {
  deepEqual(fieldsOf({ a: 1 }), { a: 1 });
  for (const value of [[], ['a'], null, undefined, 'text', 1, true])
    equal(fieldsOf(value), undefined);
});

test('takes a text of the form only', () => {
  equal(textOf('12', /^\d+$/), '12');
  for (const value of ['1a', '', 12, ['12'], null, undefined])
    equal(textOf(value, /^\d+$/), undefined);
});
