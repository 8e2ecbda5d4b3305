// Tests of our references at Adyen: short enough, exact, and never one of something else.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { readReference, referenceOf } from './reference.ts';

const verbs = ['authorize', 'capture', 'adjust', 'reverse', 'refund', 'stop'] as const;
const ids = {
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000001',
  attemptId: '0198c5d1-7b2a-7000-8000-0000000000ff',
};
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

test('names merchant, payment, attempt and operation, in at most 79 characters', () => {
  for (const verb of verbs) {
    for (const attemptId of [ids.attemptId, highest, '00000000-0000-0000-0000-000000000000']) {
      for (const merchantId of ['1000', '999999999999999']) {
        const named = { ...ids, merchantId, attemptId };
        const reference = referenceOf(named, verb);
        ok(reference.length <= 79 && !reference.includes('-') && !reference.includes(':'));
        deepEqual(readReference(reference), { ...named, verb });
      }
    }
  }
});

test('operations of one payment have different references', () => {
  equal(new Set(verbs.map((verb) => referenceOf(ids, verb))).size, verbs.length);
});

test('what is none of ours is not read', () => {
  const right = referenceOf(ids, 'capture');
  const [merchantId = '', payment = '', attempt = ''] = right.split('.');
  const others = [
    '',
    'order-1',
    ` ${right}`,
    `${right}\n`,
    right.toUpperCase(),
    right.slice(0, -1),
    `${right}c`,
    `${merchantId}.${payment}.${attempt}.x`,
    `${merchantId}.${payment}.${attempt}`,
    `abc.${payment}.${attempt}.c`,
    `123.${payment}.${attempt}.c`,
    `${merchantId}.${payment}0.${attempt}.c`,
    `${merchantId}.${payment}.${'z'.repeat(25)}.c`,
  ];
  for (const other of others) equal(readReference(other), undefined, other);
});
