// Tests that only fields without a value are left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from './present.ts';

test('leaves out null and undefined, and keeps the order of the rest', () => {
  const fields = { z: 1, a: null, b: undefined, c: 'x' };
  assert.deepEqual(Object.entries(present(fields)), [
    ['z', 1],
    ['c', 'x'],
  ]);
});

test('keeps falsy values', () => {
  const fields = { none: 0, no: false, text: '', list: [] };
  assert.deepEqual(present(fields), fields);
});
