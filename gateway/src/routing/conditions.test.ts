// Tests of every condition of a routing rule at its boundary, and of what operators read about it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleConditions } from '../merchants/routing/routing-rule.ts';
import { explainConditions, fits } from './conditions.ts';
import type { RouteFacts } from './route.ts';
import { routeFacts } from './testing/route-facts.ts';

type Row = readonly [when: RuleConditions, facts: Partial<RouteFacts>, why: string];

const at = (time: string): Partial<RouteFacts> => ({ at: Date.parse(`2026-11-${time}:00.000Z`) });
const warsaw = { timeZone: 'Europe/Warsaw' };
const office = { ...warsaw, days: ['MON', 'WED'], from: '08:00', to: '16:00' } as const;
const night = { ...warsaw, from: '22:00', to: '06:00' };

const fitting: readonly Row[] = [
  [{}, {}, 'it fits every payment'],
  [{ methods: ['BLIK', 'CARD'] }, {}, 'the method is CARD'],
  [{ organizations: ['MASTERCARD', 'VISA'] }, {}, 'the organization is VISA'],
  [{ bins: ['411111'] }, {}, 'the BIN is 41111122'],
  [{ bins: ['411111'] }, { bin: '41111100' }, 'the BIN is 41111100'],
  [{ bins: ['411111'] }, { bin: '41111199' }, 'the BIN is 41111199'],
  [{ bins: ['411111'] }, { bin: '411111' }, 'the BIN is 411111'],
  [{ bins: ['510000', '41111122'] }, {}, 'the BIN is 41111122'],
  [{ bins: ['411110-411111'] }, { bin: '41111199' }, 'the BIN is 41111199'],
  [{ bins: ['41111122-41111130'] }, {}, 'the BIN is 41111122'],
  [{ bins: ['41111110-41111122'] }, {}, 'the BIN is 41111122'],
  [{ bins: ['41111100-41111199'] }, { bin: '411111' }, 'the BIN is 411111'],
  [{ bins: ['4111112-4111113'] }, { bin: '41111139' }, 'the BIN is 41111139'],
  [{ countries: ['DE', 'PL'] }, {}, 'the country of the issuer is PL'],
  [{ currencies: ['PLN'] }, {}, 'the currency is PLN'],
  [{ minAmount: { PLN: '100.00' } }, {}, 'the amount is 100.00 PLN'],
  [{ maxAmount: { PLN: '100.00' } }, {}, 'the amount is 100.00 PLN'],
  [
    { minAmount: { PLN: '99.99', EUR: '1' }, maxAmount: { PLN: '100.01' } },
    {},
    'the amount is 100.00 PLN',
  ],
  [
    { minAmount: { EUR: '5' }, maxAmount: { JPY: '500' } },
    { amountMinor: 500n, currency: 'JPY' },
    'the amount is 500 JPY',
  ],
  [{ recurring: false }, {}, 'it is a payment with the customer'],
  [{ recurring: true }, { isRecurring: true }, 'it is a payment without the customer'],
  [{ time: warsaw }, {}, 'it is WED 10:00'],
  [{ time: office }, at('18T07:00'), 'it is WED 08:00'],
  [{ time: office }, at('18T14:59'), 'it is WED 15:59'],
  [{ time: { ...office, timeZone: 'UTC' } }, at('18T15:59'), 'it is WED 15:59'],
  [{ time: night }, at('18T21:00'), 'it is WED 22:00'],
  [{ time: night }, at('18T04:59'), 'it is WED 05:59'],
  [{ time: { ...warsaw, from: '10:00' } }, at('18T22:59'), 'it is WED 23:59'],
  [
    { methods: ['CARD'], countries: ['PL'], currencies: ['PLN'] },
    {},
    'the method is CARD, the country of the issuer is PL, the currency is PLN',
  ],
];
for (const [when, facts, why] of fitting) {
  test(`${JSON.stringify(when)} fits: ${why}`, () => {
    assert.equal(fits(when, routeFacts(facts)), true);
    assert.equal(explainConditions(when, routeFacts(facts)), why);
  });
}

const misfits: readonly Row[] = [
  [{ methods: ['BLIK', 'PBL'] }, {}, 'the method is CARD, the rule is for BLIK, PBL'],
  [{ methods: ['BLIK'] }, { method: null }, 'the method is not known, the rule is for BLIK'],
  [
    { organizations: ['AMEX'] },
    { organization: null },
    'the organization is not known, the rule is for AMEX',
  ],
  [{ bins: ['411111'] }, { bin: '41111200' }, 'the BIN is 41111200, the rule is for 411111'],
  [{ bins: ['411111'] }, { bin: '41111099' }, 'the BIN is 41111099, the rule is for 411111'],
  [{ bins: ['411111'] }, { bin: null }, 'the BIN is not known, the rule is for 411111'],
  [
    { bins: ['41111101-41111199'] },
    { bin: '411111' },
    'the BIN is 411111, the rule is for 41111101-41111199',
  ],
  [
    { bins: ['41111100-41111198'] },
    { bin: '411111' },
    'the BIN is 411111, the rule is for 41111100-41111198',
  ],
  [{ bins: ['41111122'] }, { bin: '411111' }, 'the BIN is 411111, the rule is for 41111122'],
  [{ bins: ['41111123-41111130'] }, {}, 'the BIN is 41111122, the rule is for 41111123-41111130'],
  [{ bins: ['41111100-41111121'] }, {}, 'the BIN is 41111122, the rule is for 41111100-41111121'],
  [
    { countries: ['DE'] },
    { country: null },
    'the country of the issuer is not known, the rule is for DE',
  ],
  [{ currencies: ['EUR'] }, {}, 'the currency is PLN, the rule is for EUR'],
  [
    { minAmount: { PLN: '100.01' } },
    {},
    'the amount is 100.00 PLN, the rule is for at least 100.01 PLN',
  ],
  [
    { minAmount: { PLN: '1' }, maxAmount: { PLN: '99.99' } },
    {},
    'the amount is 100.00 PLN, the rule is for at least 1 PLN and at most 99.99 PLN',
  ],
  [
    { minAmount: { EUR: '1' }, maxAmount: { EUR: '2', USD: '3' } },
    {},
    'the amount is 100.00 PLN, the rule is for EUR, USD',
  ],
  [
    { recurring: true },
    {},
    'it is a payment with the customer, the rule is for payments without the customer',
  ],
  [
    { recurring: false },
    { isRecurring: true },
    'it is a payment without the customer, the rule is for payments with the customer',
  ],
  [
    { time: office },
    at('18T06:59'),
    'it is WED 07:59, the rule is for MON, WED from 08:00 until 16:00 in Europe/Warsaw',
  ],
  [
    { time: office },
    at('18T15:00'),
    'it is WED 16:00, the rule is for MON, WED from 08:00 until 16:00 in Europe/Warsaw',
  ],
  [
    { time: office },
    at('17T09:00'),
    'it is TUE 10:00, the rule is for MON, WED from 08:00 until 16:00 in Europe/Warsaw',
  ],
  [
    { time: night },
    at('18T05:00'),
    'it is WED 06:00, the rule is for every day from 22:00 until 06:00 in Europe/Warsaw',
  ],
  [
    { time: { ...warsaw, to: '10:00' } },
    {},
    'it is WED 10:00, the rule is for every day from 00:00 until 10:00 in Europe/Warsaw',
  ],
  // Everything must hold: the first reason is named.
  [
    { methods: ['CARD'], countries: ['DE'], currencies: ['EUR'] },
    {},
    'the country of the issuer is PL, the rule is for DE',
  ],
];
for (const [when, facts, why] of misfits) {
  test(`${JSON.stringify(when)} does not fit: ${why}`, () => {
    assert.equal(fits(when, routeFacts(facts)), false);
    assert.equal(explainConditions(when, routeFacts(facts)), why);
  });
}
