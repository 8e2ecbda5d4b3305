// Tests of the defect helpers.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { assert, Defect, defect } from './assert.ts';

test('a defect is an error with its own name and the given message', () => {
  throws(
    () => defect('the ledger does not sum to zero'),
    (error) => {
      ok(error instanceof Defect);
      ok(error instanceof Error);
      equal(error.name, 'Defect');
      equal(error.message, 'the ledger does not sum to zero');
      equal(String(error), 'Defect: the ledger does not sum to zero');
      return true;
    },
  );
});

test('an assertion throws a defect for every falsy condition', () => {
  for (const condition of [false, 0, 0n, '', null, undefined, NaN]) {
    throws(() => assert(condition, 'broken'), Defect);
  }
});

test('an assertion lets every truthy condition pass', () => {
  const passed: unknown[] = [];
  for (const condition of [true, 1, 1n, 'x', {}, []]) {
    assert(condition, 'broken');
    passed.push(condition);
  }
  deepEqual(passed, [true, 1, 1n, 'x', {}, []]);
});

test('an assertion narrows the type of what it checked', () => {
  const value: string | undefined = ['text'][0];
  assert(value !== undefined, 'absent');
  equal(value.length, 4);
});
