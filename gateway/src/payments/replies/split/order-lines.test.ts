// Tests of the lines of an order: exact amounts, only what customers may see, and never a part of
// the order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '../../../core/json.ts';
import { orderLines } from './order-lines.ts';
import type { Subpayment } from '../../model/subpayment.ts';

const share = (amountMinor: bigint, description: string | null): Subpayment => ({
  merchantId: '10000001',
  paymentId: 'p',
  subpaymentId: `s-${String(amountMinor)}`,
  payeeId: '20000001',
  amountMinor,
  commissionMinor: 7n,
  refundedMinor: 0n,
  description,
  extSubpaymentId: 'secret',
});

test('a line is what the share is for and its exact amount, and nothing else', () => {
  const shares = [share(1_000_000_000_000_001n, 'Shoes'), share(50n, 'Delivery')];
  assert.equal(
    writeJson(orderLines(shares, 'PLN')),
    '{"lines":[{"description":"Shoes","amount":10000000000000.01},' +
      '{"description":"Delivery","amount":0.50}]}',
  );
});

test('there are no lines unless every share is described', () => {
  assert.deepEqual(orderLines([], 'PLN'), {});
  assert.deepEqual(orderLines([share(1n, 'Shoes'), share(2n, null)], 'PLN'), {});
  assert.deepEqual(orderLines([share(1n, null)], 'PLN'), {});
});
