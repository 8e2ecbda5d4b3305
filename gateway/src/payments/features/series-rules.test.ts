// Tests of the rules of a series, each at its exact boundary.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRecurringRules, type RecurringRules } from '../../merchants/recurring-rules.ts';
import { newAgreement, type AgreedTerms } from '../model/agreement.ts';
import { breachOf } from './series-rules.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const key = { merchantId: '10000001', paymentId: '0198c5d1-7b2a-7000-8000-000000000001' };
const agreed: AgreedTerms = {
  amountMinor: 1000n,
  currency: 'PLN',
  cycleDays: 30,
  expiresOn: null,
  networkTransactionId: null,
};
const capped: RecurringRules = { amount: 'AT_MOST_INITIAL', frequency: 'ANY' };
const byCycle: RecurringRules = { amount: 'ANY', frequency: 'BY_CYCLE' };

interface Case {
  readonly terms?: Partial<AgreedTerms>;
  readonly rules?: RecurringRules;
  readonly amountMinor?: bigint;
  readonly currency?: string;
  readonly at?: number;
}

function codeOf({ terms, rules, amountMinor = 1000n, currency = 'PLN', at = START }: Case) {
  const agreement = newAgreement(key, Buffer.of(1), { ...agreed, ...terms }, START);
  const payment = { amountMinor, currency };
  return breachOf(agreement, payment, rules ?? defaultRecurringRules, START, at)?.code ?? null;
}

const cases: [name: string, given: Case, code: string | null][] = [
  ['any amount by default', { amountMinor: 99_999n }, null],
  ['any currency by default', { currency: 'EUR' }, null],
  ['any time by default', {}, null],
  ['the initial amount', { rules: capped }, null],
  ['a minor unit more', { rules: capped, amountMinor: 1001n }, 'RECURRING_AMOUNT_TOO_HIGH'],
  ['less in another currency', { rules: capped, currency: 'EUR' }, 'RECURRING_OTHER_CURRENCY'],
  ['a limited amount at any time', { rules: capped, at: START + 1 }, null],
  ['29 of 30 days later', { rules: byCycle, at: START + 29 * DAY_MS }, null],
  ['just before', { rules: byCycle, at: START + 29 * DAY_MS - 1 }, 'RECURRING_TOO_SOON'],
  [
    'half a day of a daily cycle',
    { rules: byCycle, terms: { cycleDays: 1 }, at: START + DAY_MS / 2 },
    null,
  ],
  [
    'less than half a day of it',
    { rules: byCycle, terms: { cycleDays: 1 }, at: START + DAY_MS / 2 - 1 },
    'RECURRING_TOO_SOON',
  ],
  [
    'a day of a cycle of two days',
    { rules: byCycle, terms: { cycleDays: 2 }, at: START + DAY_MS },
    null,
  ],
  ['no cycle', { rules: byCycle, terms: { cycleDays: null } }, 'RECURRING_CYCLE_UNKNOWN'],
  ['no cycle, and none is needed', { rules: capped, terms: { cycleDays: null } }, null],
  [
    'the last day, in the last time zone',
    { terms: { expiresOn: '20260331' }, at: Date.parse('2026-04-01T11:59:59.999Z') },
    null,
  ],
  [
    'the day after it',
    { terms: { expiresOn: '20260331' }, at: Date.parse('2026-04-01T12:00:00Z') },
    'RECURRING_EXPIRED',
  ],
  [
    'an agreement older than the rules',
    {
      terms: { amountMinor: null, currency: null, cycleDays: null },
      rules: { amount: 'AT_MOST_INITIAL', frequency: 'BY_CYCLE' },
    },
    null,
  ],
];
for (const [name, given, code] of cases) {
  test(`${name}: ${code ?? 'allowed'}`, () => assert.equal(codeOf(given), code));
}

test('the details say from when the card can be charged again', () => {
  const agreement = newAgreement(key, Buffer.of(1), agreed, START);
  const payment = { amountMinor: 1n, currency: 'PLN' };
  assert.deepEqual(breachOf(agreement, payment, byCycle, START, START), {
    code: 'RECURRING_TOO_SOON',
    field: 'options.refPaymentId',
    message: 'can be charged again from 2026-04-13T12:00:00.000Z',
  });
});
