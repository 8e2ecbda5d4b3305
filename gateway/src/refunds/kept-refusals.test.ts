// Tests that no refusal is stored under an Idempotency-Key if the same request may succeed later: a
// preauthorization may be captured, a refund declined, a deposit made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RefusalCode } from '../core/refusals.ts';
import { keptRefusals } from '../http/idempotency.ts';

test('refusals that a later capture, decline or deposit changes leave the key free', () => {
  const changing: readonly RefusalCode[] = [
    'NOT_CAPTURED',
    'ALREADY_REFUNDED',
    'REFUND_EXCEEDS_PAYMENT',
    'INSUFFICIENT_FUNDS',
    'OPERATION_IN_PROGRESS',
    'NOT_IN_THIS_STATE',
  ];
  assert.deepEqual(
    changing.filter((code) => keptRefusals.has(code)),
    [],
  );
});
