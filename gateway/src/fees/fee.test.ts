// Tests of fees: exact values in currencies with 0, 2 and 3 decimals, bounds, and the rule that
// counts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALL_MERCHANTS, feeOf, feeTable, ruleFor, type Chargeable, type FeeRule } from './fee.ts';
import { parsePercent } from './percent.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
let count = 0;

interface Terms extends Partial<Omit<FeeRule, 'percentMillionths'>> {
  readonly percent?: string;
}

function rule({ percent = '0', ...other }: Terms = {}): FeeRule {
  return {
    merchantId: ALL_MERCHANTS,
    ruleId: `rule ${(count += 1)}`,
    method: null,
    organization: null,
    currency: 'PLN',
    percentMillionths: parsePercent(percent) ?? assert.fail(percent),
    fixedMinor: 0n,
    minimumMinor: 0n,
    validFrom: START,
    createdAt: START,
    ...other,
  };
}

const payment: Chargeable = {
  method: 'CARD',
  organization: 'VISA',
  currency: 'PLN',
  amountMinor: 10_000n,
  at: START + 1,
};

describe('the fee of a payment', () => {
  type Row = readonly [currency: string, percent: string, fixed: bigint, minimum: bigint];
  const rows: [terms: Row, amountMinor: bigint, fee: bigint][] = [
    // 1.25 % + 0.30, at least 0.50, in PLN.
    [['PLN', '1.25', 30n, 50n], 10_000n, 155n],
    [['PLN', '1.25', 30n, 50n], 1600n, 50n],
    // 1.25 % of 15.60 is 0.195, rounded up to 0.20.
    [['PLN', '1.25', 30n, 50n], 1560n, 50n],
    [['PLN', '1.25', 30n, 50n], 1640n, 51n],
    // The fee takes at most the amount.
    [['PLN', '1.25', 30n, 50n], 50n, 50n],
    [['PLN', '1.25', 30n, 50n], 49n, 49n],
    [['PLN', '1.25', 30n, 50n], 1n, 1n],
    [['PLN', '1.25', 30n, 50n], 0n, 0n],
    [['PLN', '100', 1n, 0n], 777n, 777n],
    // The percentage is rounded, and then the fixed part is added.
    [['PLN', '0.5', 1n, 0n], 99n, 1n],
    [['PLN', '0.5', 1n, 0n], 100n, 2n],
    [['PLN', '0', 0n, 0n], 10_000n, 0n],
    [['PLN', '0', 0n, 7n], 10_000n, 7n],
    // JPY has no decimals: 1.5 % of 33 is 0.495, of 34 is 0.51.
    [['JPY', '1.5', 0n, 0n], 33n, 0n],
    [['JPY', '1.5', 0n, 0n], 34n, 1n],
    [['JPY', '1.5', 40n, 50n], 1000n, 55n],
    [['JPY', '1.5', 40n, 50n], 600n, 50n],
    // KWD has three: 1.235 % of 10.000 is 0.1235, so 0.124.
    [['KWD', '1.235', 0n, 0n], 10_000n, 124n],
    [['KWD', '1.2349', 0n, 0n], 10_000n, 123n],
    [['KWD', '1.235', 100n, 250n], 10_000n, 250n],
    [['KWD', '1.235', 100n, 250n], 20_000n, 347n],
    // The highest amount.
    [['PLN', '2.9', 30n, 0n], 999_999_999_99n, 29_000_000_30n],
  ];
  for (const [[currency, percent, fixedMinor, minimumMinor], amountMinor, fee] of rows) {
    const terms = `${percent} % + ${fixedMinor}, at least ${minimumMinor}`;
    test(`of ${amountMinor} ${currency} with ${terms} is ${fee}`, () => {
      const fees = feeTable([rule({ currency, percent, fixedMinor, minimumMinor })]);
      assert.equal(feeOf(fees, { ...payment, currency, amountMinor }), fee);
    });
  }

  test('is zero without a rule, and without a rule in the currency', () => {
    assert.equal(feeOf(feeTable([]), payment), 0n);
    assert.equal(feeOf(feeTable([rule({ currency: 'EUR', fixedMinor: 5n })]), payment), 0n);
  });

  test('is at most what a commission leaves of a share', () => {
    const fees = feeTable([rule({ percent: '10', minimumMinor: 30n })]);
    const share = { ...payment, amountMinor: 1000n };
    assert.equal(feeOf(fees, { ...share, mostMinor: 100n }), 100n);
    assert.equal(feeOf(fees, { ...share, mostMinor: 99n }), 99n);
    assert.equal(feeOf(fees, { ...share, mostMinor: 0n }), 0n);
    assert.equal(feeOf(fees, { ...share, amountMinor: 20n, mostMinor: 100n }), 20n);
  });

  test('is never computed on a negative amount', () => {
    const fees = feeTable([rule({ percent: '1' })]);
    assert.throws(() => feeOf(fees, { ...payment, amountMinor: -1n }), /negative/);
    assert.throws(() => feeOf(fees, { ...payment, mostMinor: -1n }), /negative/);
  });

  test('is rounded for each share, so the shares pay what each of them owes', () => {
    const fees = feeTable([rule({ percent: '1.5' })]);
    const shares = [33n, 33n, 34n].map((amountMinor) => feeOf(fees, { ...payment, amountMinor }));
    assert.deepEqual(shares, [0n, 0n, 1n]);
    assert.equal(feeOf(fees, { ...payment, amountMinor: 100n }), 2n);
  });
});

describe('the rule that counts', () => {
  const OWN = '10000001';
  const VISA = { organization: 'VISA' };
  const CARD = { method: 'CARD' };
  /** The most specific first; each wins against all after it. */
  const ladder = [
    { merchantId: OWN, ...VISA, ...CARD },
    { merchantId: OWN, ...VISA },
    { merchantId: OWN, ...CARD },
    { merchantId: OWN },
    { ...VISA, ...CARD },
    VISA,
    CARD,
    {},
  ];

  test('is the most specific: merchant, then organization, then method', () => {
    for (let first = 0; first < ladder.length; first += 1) {
      // A later start does not make a less specific rule count.
      const rules = ladder
        .slice(first)
        .map((scope, index) => rule({ ...scope, validFrom: START - ladder.length + index }));
      const [expected] = rules;
      for (const order of [rules, [...rules].reverse()]) {
        assert.equal(ruleFor(feeTable(order), payment), expected, JSON.stringify(ladder[first]));
      }
    }
  });

  test('is never one for another method, organization or currency', () => {
    const others = feeTable([
      rule({ method: 'BLIK' }),
      rule({ organization: 'MASTERCARD' }),
      rule({ method: 'CARD', organization: 'MASTERCARD' }),
      rule({ method: 'BLIK', organization: 'VISA' }),
      rule({ currency: 'EUR' }),
    ]);
    assert.equal(ruleFor(others, payment), undefined);
  });

  test('of a payment without a card is never one for an organization', () => {
    const visa = rule({ organization: 'VISA' });
    const all = rule();
    const blik = { ...payment, method: 'BLIK', organization: null };
    assert.equal(ruleFor(feeTable([visa]), blik), undefined);
    assert.equal(ruleFor(feeTable([visa, all]), blik), all);
  });

  test('is in force at the instant of the capture: from its start, until the next one', () => {
    const first = rule({ validFrom: START });
    const second = rule({ validFrom: START + 1000 });
    const fees = feeTable([first, second]);
    const at = (instant: number) => ruleFor(fees, { ...payment, at: instant });
    assert.equal(at(START - 1), undefined);
    assert.equal(at(START), first);
    assert.equal(at(START + 999), first);
    assert.equal(at(START + 1000), second);
    assert.equal(at(START + 1e9), second);
  });

  test('is a less specific one while the more specific one is in the future', () => {
    const own = rule({ merchantId: OWN, validFrom: START + 1000 });
    const all = rule({ validFrom: START });
    const fees = feeTable([own, all]);
    assert.equal(ruleFor(fees, { ...payment, at: START + 999 }), all);
    assert.equal(ruleFor(fees, { ...payment, at: START + 1000 }), own);
  });
});
