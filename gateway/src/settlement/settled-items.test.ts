// Tests of the items of a payment: fees and commission after refunds, exact in currencies with 0, 2
// and 3 decimals, and everything adds up to what was captured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeTable, type FeeRule } from '../fees/fee.ts';
import type { Loaded, Payment } from '../payments/model/payment.ts';
import type { Subpayment } from '../payments/model/subpayment.ts';
import { commissionOn, fundsOf, itemsOf, payeesOf } from './settled-items.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const MARKET = '10000001';
const PAYMENT = '0198c5d1-7b2a-7000-8000-000000000001';

function rule(merchantId: string, percentMillionths: number, fixedMinor = 0n): FeeRule {
  const scope = { method: null, organization: null, currency: 'PLN', minimumMinor: 0n };
  const times = { validFrom: AT, createdAt: AT };
  return { merchantId, ruleId: merchantId, percentMillionths, fixedMinor, ...scope, ...times };
}

const fees = (...rules: FeeRule[]) => {
  return (merchantId: string) => feeTable(rules.filter((one) => one.merchantId === merchantId));
};

function loaded(payment: Partial<Payment>, shares?: Partial<Subpayment>[]): Loaded {
  const own = { merchantId: MARKET, paymentId: PAYMENT, currency: 'PLN', method: 'CARD' };
  const money = { capturedMinor: 10_000n, refundedMinor: 0n, organization: 'VISA' };
  const transType = shares ? 'MARKETPLACE' : 'STANDARD';
  const row = { ...own, ...money, transType, ...payment } as Payment;
  const subpayments = shares?.map((share, place) => ({
    merchantId: MARKET,
    paymentId: PAYMENT,
    subpaymentId: `share ${place}`,
    commissionMinor: 0n,
    refundedMinor: 0n,
    ...share,
  })) as Subpayment[] | undefined;
  const rest = { attempts: [], transactions: [] };
  return { payment: row, ...rest, ...(subpayments ? { subpayments } : {}) };
}

test('a payment is one item; its fee is on what is left after refunds', () => {
  const of = fees(rule(MARKET, 15_000, 30n));
  const [whole, ...others] = itemsOf(loaded({}), AT, of);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [whole?.kind, whole?.payeeId, whole?.funds],
    ['PAYMENT', MARKET, 'MERCHANT_PAYABLE'],
  );
  assert.deepEqual([whole?.feeMinor, whole?.netMinor], [180n, 9_820n]);
  const [part] = itemsOf(loaded({ refundedMinor: 4_000n }), AT, of);
  assert.deepEqual([part?.refundedMinor, part?.feeMinor, part?.netMinor], [4_000n, 120n, 5_880n]);
  const [none] = itemsOf(loaded({ refundedMinor: 10_000n }), AT, of);
  assert.deepEqual([none?.feeMinor, none?.netMinor], [0n, 0n]);
});

test('a rule that begins after the capture does not count', () => {
  const [item] = itemsOf(loaded({}), AT - 1, fees(rule(MARKET, 15_000)));
  assert.equal(item?.feeMinor, 0n);
});

test('every share pays its own fee and commission; the marketplace gets the commission', () => {
  const shares = [
    { payeeId: '2001', amountMinor: 7_000n, commissionMinor: 700n, refundedMinor: 3_500n },
    { payeeId: '2002', amountMinor: 2_000n, commissionMinor: 2_000n },
    { payeeId: MARKET, amountMinor: 1_000n },
  ];
  const payment = loaded({ refundedMinor: 3_500n }, shares);
  assert.deepEqual(payeesOf(payment), ['2001', '2002', MARKET]);
  const items = itemsOf(payment, AT, fees(rule('2001', 20_000), rule('2002', 500_000)));
  assert.deepEqual(
    items.map((one) => [
      one.kind,
      one.payeeId,
      one.funds,
      one.feeMinor,
      one.commissionMinor,
      one.netMinor,
    ]),
    [
      ['SHARE', '2001', 'PAYABLE_TO:2001', 70n, 350n, 3_080n],
      ['COMMISSION', MARKET, 'MERCHANT_PAYABLE', 0n, 0n, 350n],
      // Nothing is left for a fee.
      ['SHARE', '2002', 'PAYABLE_TO:2002', 0n, 2_000n, 0n],
      ['COMMISSION', MARKET, 'MERCHANT_PAYABLE', 0n, 0n, 2_000n],
      ['SHARE', MARKET, 'MERCHANT_PAYABLE', 0n, 0n, 1_000n],
    ],
  );
  const paid = items.reduce((sum, one) => sum + one.netMinor + one.feeMinor, 0n);
  assert.equal(paid, 10_000n - 3_500n);
});

test('shares that do not add up to what is left of the payment are never paid out', () => {
  const shares = [
    { payeeId: '2001', amountMinor: 7_000n, refundedMinor: 1_000n },
    { payeeId: '2002', amountMinor: 3_000n },
  ];
  for (const refundedMinor of [0n, 999n, 1_001n]) {
    const wrong = loaded({ refundedMinor }, shares);
    assert.throws(() => itemsOf(wrong, AT, fees()), /what is left of the shares/);
  }
  assert.equal(itemsOf(loaded({ refundedMinor: 1_000n }, shares), AT, fees()).length, 2);
});

test('commission is rounded half up on what is left', () => {
  const rows: [amount: bigint, commission: bigint, left: bigint, expected: bigint][] = [
    [100n, 10n, 100n, 10n],
    [100n, 10n, 0n, 0n],
    [100n, 1n, 50n, 1n],
    [100n, 1n, 49n, 0n],
    [3n, 1n, 2n, 1n],
    [3n, 1n, 1n, 0n],
    [999_999_999_99n, 999_999_999_99n, 1n, 1n],
  ];
  for (const [amountMinor, commissionMinor, left, expected] of rows) {
    assert.equal(commissionOn({ amountMinor, commissionMinor }, left), expected);
  }
});

test('a payee is paid from its own account in the books, the merchant from its own money', () => {
  assert.equal(fundsOf('1001', '1001'), 'MERCHANT_PAYABLE');
  assert.equal(fundsOf('1001', '2001'), 'PAYABLE_TO:2001');
});
