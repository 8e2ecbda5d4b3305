// Tests of routing rules that pass the schema but would never fit, or could not be followed: each
// problem is named with its field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import type { RoutingRule } from '../../merchants/routing/routing-rule.ts';
import type { KnownProvider } from '../check-providers.ts';
import { checkRouting } from './check-rules.ts';

const installed: readonly KnownProvider[] = [
  { name: 'plain', means: ['PAN', 'NETWORK_TOKEN'] },
  { name: 'adyen', means: ['PAN'] },
  { name: 'blik', means: ['BLIK'] },
  { name: 'BM', means: ['REDIRECT'] },
];

const rule = (other: Partial<RoutingRule> = {}): RoutingRule => ({
  name: 'rule',
  providers: ['plain'],
  ...other,
});

const cards = 'must be of plain, adyen; this one';
const routable = 'must be of plain, adyen, blik; this one';
const refused: [rules: RoutingRule[], field: string, message: string][] = [
  [[rule(), rule()], '[1].name', 'must be unique; another rule is named rule'],
  [[rule({ providers: ['acme'] })], '[0].providers[0]', `${routable} is not connected`],
  [
    [rule({ providers: ['plain', 'BM'] })],
    '[0].providers[1]',
    `${routable} does not offer any method that can be routed`,
  ],
  [
    [rule({ providers: ['adyen', 'blik'], when: { methods: ['CARD', 'GPAY'] } })],
    '[0].providers[1]',
    `${cards} does not offer CARD, GPAY`,
  ],
  [
    [rule({ when: { methods: ['CARD', 'PBL'] } })],
    '[0].when.methods',
    "must not contain PBL: the customer's choice decides its provider (settings.providers)",
  ],
  [
    [rule(), rule({ name: 'b', when: { bins: ['411111', '411111-41111199'] } })],
    '[1].when.bins[1]',
    'must have as many digits at both ends',
  ],
  [
    [rule({ when: { bins: ['411112-411111'] } })],
    '[0].when.bins[0]',
    'must not end before it begins',
  ],
  [
    [rule({ when: { countries: ['PL', 'XX'] } })],
    '[0].when.countries',
    'must be ISO 3166 country codes; XX is none',
  ],
  [
    [rule({ when: { currencies: ['PLN', 'XXY'] } })],
    '[0].when.currencies',
    'must be active ISO 4217 currencies; XXY is none',
  ],
  [
    [rule({ when: { minAmount: { PLN: '10.001' } } })],
    '[0].when.minAmount.PLN',
    'must have at most 2 decimals for PLN',
  ],
  [
    [rule({ when: { maxAmount: { PLN: '0' } } })],
    '[0].when.maxAmount.PLN',
    'must be greater than zero',
  ],
  [
    [rule({ when: { maxAmount: { XXY: '1' } } })],
    '[0].when.maxAmount.XXY',
    'must be in an active ISO 4217 currency',
  ],
  [
    [rule({ when: { minAmount: { EUR: '1', PLN: '10.01' }, maxAmount: { PLN: '10' } } })],
    '[0].when.minAmount.PLN',
    'must be at most maxAmount',
  ],
  [
    [rule({ when: { currencies: ['PLN'], maxAmount: { EUR: '10' } } })],
    '[0].when.currencies',
    'must contain EUR, for which there is an amount',
  ],
  [
    [rule({ when: { time: { timeZone: 'Warsaw' } } })],
    '[0].when.time.timeZone',
    'must be an IANA time zone such as Europe/Warsaw',
  ],
  [
    [rule({ when: { time: { timeZone: 'UTC', from: '08:00', to: '08:00' } } })],
    '[0].when.time.to',
    'must differ from `from`',
  ],
];
for (const [routing, field, message] of refused) {
  test(`refuses ${field}: ${message}`, () => {
    assert.throws(
      () => checkRouting({ routing }, installed),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.deepEqual(error.details, [{ field: `settings.routing${field}`, message }]);
        return true;
      },
    );
  });
}

test('all problems are named at once', () => {
  const routing = [rule({ providers: ['acme'] }), rule({ when: { countries: ['XX'] } })];
  assert.throws(
    () => checkRouting({ routing }, installed),
    (error) => error instanceof Refusal && error.details.length === 3,
  );
});

test('accepts rules that can be followed, and none', () => {
  const when = {
    methods: ['CARD', 'BLIK'],
    organizations: ['VISA'],
    bins: ['411111', '41111100-41111100', '411111-411112'],
    countries: ['PL', 'DE'],
    currencies: ['PLN', 'EUR'],
    minAmount: { PLN: '10' },
    maxAmount: { PLN: '10.00', EUR: '5' },
    recurring: false,
    time: { timeZone: 'Europe/Warsaw', from: '22:00', to: '06:00' },
    percent: 30,
  } as const;
  const providers = ['plain', 'blik'];
  checkRouting(
    { routing: [rule({ when, providers, best: true }), rule({ name: 'b' })] },
    installed,
  );
  checkRouting({}, installed);
});
