// Tests of which shares a refund returns: everything that is left, after refunds of single shares.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../core/id.ts';
import { Refusal } from '../core/refusals.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { newDecision } from '../payments/decisions/decision.ts';
import { addShares, decideRegister } from '../payments/decisions/register.ts';
import { freshPayment } from '../payments/decisions/testing/fresh-payment.ts';
import type { Loaded } from '../payments/model/payment.ts';
import { refundParts } from '../payments/model/refund-part.ts';
import { addRefundParts, returnRefundParts } from './refund-shares.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };
const amounts = [10_000n, 2_000n, 345n];

/** 123.45: three shares. */
function split(): Loaded {
  const fresh = freshPayment(now, { transType: 'MARKETPLACE' });
  const { merchantId, paymentId } = fresh;
  const shares = amounts.map((amountMinor, index) => ({
    ...{ merchantId, paymentId, subpaymentId: now.ids.next(), payeeId: '20000002', amountMinor },
    ...{ commissionMinor: 0n, refundedMinor: 0n, description: null },
    extSubpaymentId: String(index),
  }));
  return addShares(decideRegister(fresh, {}, now), shares).loaded;
}

/** `share`: its place; null: everything that is left. */
function refund(loaded: Loaded, transId: string, share: number | null, amountMinor: bigint) {
  const id = share === null ? null : (loaded.subpayments?.[share]?.subpaymentId ?? '');
  const asked = { transId, subpaymentId: id, amountMinor };
  const { draft, loaded: after } = addRefundParts(newDecision(loaded), asked);
  const rows = draft.inserts.filter(({ table }) => table === refundParts);
  const placeOf = (one: unknown) =>
    after.subpayments?.findIndex(({ subpaymentId }) => subpaymentId === one);
  return {
    after,
    parts: rows.map(({ row }) => [placeOf(row['subpaymentId']), row['amountMinor']]),
    refunded: after.subpayments?.map(({ refundedMinor }) => refundedMinor),
  };
}

test('after the refund of a whole share the rest is the other shares', () => {
  const { after, parts } = refund(split(), 'a', 1, 2_000n);
  assert.deepEqual(parts, [[1, 2_000n]]);
  const rest = refund(after, 'b', null, 10_345n);
  assert.deepEqual(rest.parts, [
    [0, 10_000n],
    [2, 345n],
  ]);
  assert.deepEqual(rest.refunded, amounts);
  assert.throws(() => refund(rest.after, 'c', 0, 1n), Refusal);
});

test('after the refund of a part of a share the rest of it is returned', () => {
  const { after } = refund(split(), 'a', 0, 9_999n);
  const { parts } = refund(after, 'b', null, 2_346n);
  assert.deepEqual(parts, [
    [0, 1n],
    [1, 2_000n],
    [2, 345n],
  ]);
  assert.throws(() => refund(after, 'b', null, 2_345n), Refusal);
});

test('what a failed refund did not return can be refunded again', () => {
  const { after } = refund(split(), 'a', 1, 2_000n);
  const returned = returnRefundParts(newDecision(after), 'a').loaded;
  assert.equal(refund(returned, 'b', null, 12_345n).parts.length, 3);
});
