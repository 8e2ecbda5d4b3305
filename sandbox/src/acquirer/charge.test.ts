// Tests of the acquirer's money rules, one row per case.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import {
  noTotals,
  decideOperation,
  chargeAt,
  totalsOf,
  type Charge,
  type FollowUpVerb,
} from './charge.ts';

const TERMS = { merchantId: 'shop-1', currency: 'PLN' };

function charge(overrides: Partial<Charge> = {}): Charge {
  return {
    ...totalsOf('hold', 100n),
    amountMinor: 100n,
    createdAt: 1_000,
    dueAt: null,
    version: 1,
    attemptId: 'a',
    reference: 'r',
    paymentId: 'p',
    originalAttemptId: null,
    merchantId: 'shop-1',
    verb: 'authorize',
    kind: 'hold',
    funding: null,
    currency: 'PLN',
    result: 'APPROVED',
    rejectCode: null,
    authCode: '123456',
    eci: null,
    exemption: null,
    networkTransactionId: null,
    initialTransactionId: null,
    cardLastFour: '1111',
    tokenLastFour: null,
    ...overrides,
  };
}

const originals = {
  'a hold of 100': charge(),
  'a hold adjusted to 40': charge({ authorizedMinor: 40n }),
  'a hold captured with 60': charge({ capturedMinor: 60n }),
  'a sale of 100': charge({ kind: 'sale', ...totalsOf('sale', 100n) }),
  'a sale of 100 with 70 refunded': charge({
    kind: 'sale',
    ...totalsOf('sale', 100n),
    refundedMinor: 70n,
  }),
  'account funding of 100': charge({ kind: 'funding', ...totalsOf('funding', 100n) }),
  'a reversed sale': charge({ kind: 'sale', ...noTotals, result: 'VOID' }),
  'a declined sale': charge({ kind: 'sale', ...noTotals, result: 'DECLINED' }),
  'a pending hold': charge({ ...noTotals, result: 'PENDING', dueAt: 4_000 }),
  'a refund': charge({ verb: 'refund', kind: null, ...noTotals }),
  'a hold of another merchant': charge({ merchantId: 'shop-2' }),
  'a hold in euro': charge({ currency: 'EUR' }),
  'an attempt never seen': undefined,
} as const;

type Expected = Partial<Charge> | null | string;
const VOIDED = { result: 'VOID', ...noTotals } as const;

const cases: readonly (readonly [FollowUpVerb, bigint, keyof typeof originals, Expected])[] = [
  ['capture', 100n, 'a hold of 100', { capturedMinor: 100n }],
  ['capture', 1n, 'a hold of 100', { capturedMinor: 1n }],
  ['capture', 101n, 'a hold of 100', 'LIMIT_EXCEEDED'],
  ['capture', 40n, 'a hold adjusted to 40', { capturedMinor: 40n }],
  ['capture', 41n, 'a hold adjusted to 40', 'LIMIT_EXCEEDED'],
  ['capture', 1n, 'a hold captured with 60', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a sale of 100', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a reversed sale', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a declined sale', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a pending hold', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a refund', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a hold of another merchant', 'DO_NOT_HONOR'],
  ['capture', 1n, 'a hold in euro', 'CURRENCY_NOT_SUPPORTED'],
  ['capture', 1n, 'an attempt never seen', 'DO_NOT_HONOR'],
  ['adjust', 40n, 'a hold of 100', { authorizedMinor: 40n }],
  ['adjust', 250n, 'a hold of 100', { authorizedMinor: 250n }],
  ['adjust', 40n, 'a hold captured with 60', 'DO_NOT_HONOR'],
  ['adjust', 40n, 'a sale of 100', 'DO_NOT_HONOR'],
  ['adjust', 40n, 'an attempt never seen', 'DO_NOT_HONOR'],
  ['refund', 100n, 'account funding of 100', { refundedMinor: 100n }],
  ['refund', 99n, 'account funding of 100', 'DO_NOT_HONOR'],
  ['refund', 101n, 'account funding of 100', 'DO_NOT_HONOR'],
  ['capture', 1n, 'account funding of 100', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'account funding of 100', VOIDED],
  ['refund', 100n, 'a sale of 100', { refundedMinor: 100n }],
  ['refund', 101n, 'a sale of 100', 'LIMIT_EXCEEDED'],
  ['refund', 30n, 'a sale of 100 with 70 refunded', { refundedMinor: 100n }],
  ['refund', 31n, 'a sale of 100 with 70 refunded', 'LIMIT_EXCEEDED'],
  ['refund', 60n, 'a hold captured with 60', { refundedMinor: 60n }],
  ['refund', 61n, 'a hold captured with 60', 'LIMIT_EXCEEDED'],
  ['refund', 1n, 'a hold of 100', 'DO_NOT_HONOR'],
  ['refund', 1n, 'a reversed sale', 'DO_NOT_HONOR'],
  ['refund', 1n, 'a refund', 'DO_NOT_HONOR'],
  ['refund', 1n, 'an attempt never seen', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'a hold of 100', VOIDED],
  ['reverse', 100n, 'a sale of 100', VOIDED],
  ['reverse', 100n, 'a pending hold', VOIDED],
  ['reverse', 100n, 'a reversed sale', null],
  ['reverse', 100n, 'a declined sale', null],
  ['reverse', 100n, 'an attempt never seen', null],
  ['reverse', 100n, 'a hold captured with 60', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'a sale of 100 with 70 refunded', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'a refund', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'a hold of another merchant', 'DO_NOT_HONOR'],
  ['reverse', 100n, 'a hold in euro', 'CURRENCY_NOT_SUPPORTED'],
];

for (const [verb, amountMinor, name, expected] of cases) {
  const ending = typeof expected === 'string' ? `is declined with ${expected}` : 'is approved';
  test(`${verb} of ${String(amountMinor)} on ${name} ${ending}`, () => {
    const ruling = decideOperation(verb, originals[name], { ...TERMS, amountMinor });
    if (typeof expected === 'string') {
      deepEqual(ruling, { result: 'DECLINED', rejectCode: expected });
    } else deepEqual(ruling, { result: 'APPROVED', change: expected });
  });
}

test('a pending charge is decided at its due time, not before', () => {
  const pending = charge({ ...noTotals, kind: 'sale', result: 'PENDING', dueAt: 4_000 });
  equal(chargeAt(pending, 3_999), pending);
  const decided = { ...pending, result: 'APPROVED', ...totalsOf('sale', 100n) };
  deepEqual(chargeAt(pending, 4_000), decided);
});

test('a pending charge with a reject code is declined and moves no money', () => {
  const code = { rejectCode: 'DO_NOT_HONOR' };
  const pending = charge({ ...noTotals, ...code, result: 'PENDING', dueAt: 4_000 });
  deepEqual(chargeAt(pending, 4_000), { ...pending, result: 'DECLINED' });
});
