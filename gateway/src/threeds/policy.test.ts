// Tests of the rules of strong customer authentication in order: one row per payment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money, parseAmount } from '../core/money.ts';
import { defaultScaPolicy, type ScaPolicy } from '../merchants/sca-policy.ts';
import { planSca } from './policy.ts';

const exempting: ScaPolicy = {
  ...defaultScaPolicy,
  lowValueLimits: { EUR: '30.00', JPY: '4000' },
  traLimits: { EUR: '100.00', PLN: '400.00' },
};
const policies: Record<string, ScaPolicy> = {
  default: defaultScaPolicy,
  always: { ...exempting, challenge: 'ALWAYS' },
  exempting,
  asking: { ...exempting, exemptionRoute: 'AUTHENTICATION' },
  broken: { ...exempting, lowValueLimits: { EUR: 'thirty' }, traLimits: { EUR: '-1' } },
};

// Policy, amount, facts (A customer absent, F first of a series, N not enrolled), and the result.
const rows = `
  default   | 10.00 EUR  | -   | authenticate 01
  default   | 10.00 EUR  | A   | authorize MIT
  default   | 10.00 EUR  | A N | authorize MIT
  default   | 10.00 EUR  | A F | authorize MIT
  default   | 10.00 EUR  | N   | authorize null
  default   | 10.00 EUR  | N F | authorize null
  default   | 10.00 EUR  | F   | authenticate 04
  always    | 10.00 EUR  | -   | authenticate 04
  always    | 10.00 EUR  | F   | authenticate 04
  always    | 10.00 EUR  | A   | authorize MIT
  always    | 10.00 EUR  | N   | authorize null
  exempting | 10.00 EUR  | F   | authenticate 04
  exempting | 10.00 EUR  | N   | authorize null
  exempting | 29.99 EUR  | -   | authorize LOW_VALUE
  exempting | 30.00 EUR  | -   | authorize TRA
  exempting | 100.00 EUR | -   | authorize TRA
  exempting | 100.01 EUR | -   | authenticate 01
  exempting | 3999 JPY   | -   | authorize LOW_VALUE
  exempting | 4000 JPY   | -   | authenticate 01
  exempting | 10.00 PLN  | -   | authorize TRA
  exempting | 400.01 PLN | -   | authenticate 01
  exempting | 10.00 USD  | -   | authenticate 01
  asking    | 29.99 EUR  | -   | authenticate 10 LOW_VALUE
  asking    | 30.00 EUR  | -   | authenticate 05 TRA
  asking    | 100.01 EUR | -   | authenticate 01
  asking    | 29.99 EUR  | F   | authenticate 04
  exempting | 29.99 EUR  | X   | authenticate 01
  exempting | 10.00 PLN  | X   | authenticate 01
  asking    | 29.99 EUR  | X   | authenticate 01
  broken    | 10.00 EUR  | -   | authenticate 01
`;

for (const line of rows.trim().split('\n')) {
  const [name = '', amount = '', facts = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`${name}, ${amount}, ${facts}: ${expected}`, () => {
    const [text = '', currency = ''] = amount.split(' ');
    const parsed = parseAmount(text, currency);
    assert.ok(parsed.ok);
    const plan = planSca({
      policy: policies[name] ?? defaultScaPolicy,
      amount: parsed.money,
      customerPresent: !facts.includes('A'),
      isFirstOfSeries: facts.includes('F'),
      mayBeExempt: !facts.includes('X'),
      enrolled: !facts.includes('N'),
    });
    const asked =
      plan.kind === 'authorize'
        ? [plan.kind, String(plan.exemption)]
        : [plan.kind, plan.challengeInd, ...(plan.exemption ? [plan.exemption] : [])];
    assert.equal(asked.join(' '), expected);
  });
}

test('a currency without a limit has no exemption', () => {
  const limits = Object.create({ EUR: '30.00' }) as Record<string, string>;
  const policy = { ...defaultScaPolicy, lowValueLimits: limits };
  const facts = {
    customerPresent: true,
    isFirstOfSeries: false,
    mayBeExempt: true,
    enrolled: true,
  };
  assert.equal(planSca({ policy, amount: money(1n, 'EUR'), ...facts }).kind, 'authenticate');
});
