// Tests reading the shares of a MARKETPLACE payment: exact sums in currencies with 0, 2 and 3
// decimals, and the exact message of every refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from '../../../core/json.ts';
import { Refusal } from '../../../core/refusals.ts';
import { freshPayment } from '../../decisions/testing/fresh-payment.ts';
import type { CreateRequest } from '../../requests/schema.ts';
import { copySplit, readSplit } from './read-split.ts';

const now = {
  at: 1,
  ids: ((count) => ({ next: () => `id-${String((count += 1)).padStart(3, '0')}` }))(0),
};
const limits = { depth: 10, stringLength: 1000, numberLength: 50 };

/** Reads `order` from JSON text, so that numbers keep their exact digits. */
function read(order: string, amountMinor = 10_000n, currency = 'PLN', transType = 'MARKETPLACE') {
  const body = { order: readJson(order, limits) } as unknown as CreateRequest;
  return readSplit(body, freshPayment(now, { amountMinor, currency, transType }), now.ids);
}

function refusalOf(order: string, ...rest: [bigint?, string?, string?]): string {
  try {
    read(order, ...rest);
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'INVALID_REQUEST');
    return error.details.map(({ field, message }) => `${field} ${message}`).join();
  }
  return assert.fail('nothing was refused');
}

const share = (amount: string, more = ''): string =>
  `{"merchant": {"merchantId": "20000001"}, "amount": ${amount}${more}}`;
const split = (...shares: string[]): string => `{"subpayments": [${shares.join()}]}`;

test('the shares keep their order, amounts, commissions and texts', () => {
  const texts = ', "description": "shoes", "extSubpaymentId": "s-1"';
  const rows = read(split(share('70.01', `, "commission": 7.5${texts}`), share('29.99')));
  assert.deepEqual(
    rows.map(({ merchantId, payeeId, amountMinor, commissionMinor, ...row }) => [
      merchantId,
      payeeId,
      amountMinor,
      commissionMinor,
      row.refundedMinor,
      row.description,
      row.extSubpaymentId,
    ]),
    [
      ['10000001', '20000001', 7001n, 750n, 0n, 'shoes', 's-1'],
      ['10000001', '20000001', 2999n, 0n, 0n, null, null],
    ],
  );
  assert.ok((rows[0]?.subpaymentId ?? '') < (rows[1]?.subpaymentId ?? ''));
});

test('a STANDARD payment has no shares', () => {
  assert.deepEqual(read('{}', 10_000n, 'PLN', 'STANDARD'), []);
});

const sums: readonly [currency: string, total: bigint, shares: string[]][] = [
  ['JPY', 100n, ['33', '33', '34']],
  ['PLN', 10_000n, ['33.33', '33.33', '33.34']],
  ['KWD', 100_000n, ['33.333', '33.333', '33.334']],
  ['PLN', 99_999_999_999n, ['999999999.98', '0.01']],
];
for (const [currency, total, amounts] of sums) {
  test(`${amounts.join(' + ')} ${currency} add up; one minor unit more or less does not`, () => {
    const order = split(...amounts.map((amount) => share(amount)));
    const rows = read(order, total, currency);
    assert.equal(
      rows.reduce((sum, row) => sum + row.amountMinor, 0n),
      total,
    );
    for (const other of [total - 1n, total + 1n]) {
      assert.match(refusalOf(order, other, currency), /^order\.subpayments must add up to /);
    }
  });
}

const own = '{"merchant": {"merchantId": "10000001"}, "amount": 100, "commission": 0.01}';
const sameId = ', "extSubpaymentId": "a"';
const refused: readonly [title: string, order: string, message: string][] = [
  ['no shares', '{}', 'order.subpayments are required with transType MARKETPLACE'],
  [
    'a sum below the amount',
    split(share('60'), share('39.99')),
    'order.subpayments must add up to order.amount, 100.00; they add up to 99.99',
  ],
  [
    'a sum above the amount',
    split(share('60'), share('40.01')),
    'order.subpayments must add up to order.amount, 100.00; they add up to 100.01',
  ],
  [
    'a share of zero',
    split(share('100'), share('0')),
    'order.subpayments[1].amount must be greater than zero',
  ],
  [
    'a negative share that makes the sum right',
    split(share('110'), share('-10')),
    'order.subpayments[1].amount must be greater than zero',
  ],
  [
    'too many decimals',
    split(share('100.000')),
    'order.subpayments[0].amount must have at most 2 decimals for PLN',
  ],
  [
    'a negative commission',
    split(share('100', ', "commission": -1')),
    'order.subpayments[0].commission must not be negative',
  ],
  [
    'a commission above the share',
    split(share('100', ', "commission": 100.01')),
    'order.subpayments[0].commission must be at most the amount of the share',
  ],
  [
    'a commission on the own share',
    split(own),
    'order.subpayments[0].commission must be 0, because the share is your own',
  ],
  [
    'the same id twice',
    split(share('50', sameId), share('50', sameId)),
    'order.subpayments[1].extSubpaymentId must differ from that of order.subpayments[0]',
  ],
  [
    'another total commission',
    `{"commission": 2, "subpayments": [${share('100', ', "commission": 1.99')}]}`,
    'order.commission must be the sum of the commissions of the shares, 1.99',
  ],
];
for (const [title, order, message] of refused) {
  test(`refuses ${title}`, () => assert.equal(refusalOf(order), message));
}

test('refuses shares of a STANDARD payment', () => {
  const message = refusalOf(split(share('100')), 10_000n, 'PLN', 'STANDARD');
  assert.equal(message, 'order.subpayments need transType MARKETPLACE');
});

test('accepts a commission of the whole share, and the right total commission', () => {
  const shares = [share('60', ', "commission": 60'), share('40', ', "commission": 1')];
  const order = `{"commission": 61, "subpayments": [${shares.join()}]}`;
  assert.deepEqual(
    read(order).map((row) => row.commissionMinor),
    [6000n, 100n],
  );
});

test('a retried payment has the same shares with other ids, and nothing refunded', () => {
  const [before] = read(split(share('100', ', "commission": 5, "description": "x"')));
  assert.ok(before);
  const [after] = copySplit([{ ...before, refundedMinor: 7n }], { paymentId: 'other' }, now.ids);
  assert.notEqual(after?.subpaymentId, before.subpaymentId);
  assert.deepEqual(after, { ...before, paymentId: 'other', subpaymentId: after?.subpaymentId });
});
