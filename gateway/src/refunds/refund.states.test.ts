// Tests of the states of a refund: where each end of an attempt leads, and that ends are final.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundStatusAfter, refundTransitions } from './refund.states.ts';

test('an attempt decides its refund', () => {
  assert.equal(refundStatusAfter('PENDING', 'APPROVED'), 'COMPLETED');
  assert.equal(refundStatusAfter('PENDING', 'DECLINED'), 'REJECTED');
  assert.equal(refundStatusAfter('PENDING', 'VOID'), 'ERROR');
});

test('a refund that has ended does not change', () => {
  assert.deepEqual([...new Set(refundTransitions.flatMap(({ from }) => from))], ['PENDING']);
  for (const status of ['COMPLETED', 'REJECTED', 'ERROR'] as const) {
    assert.throws(() => refundStatusAfter(status, 'APPROVED'), { code: 'NOT_IN_THIS_STATE' });
  }
});
