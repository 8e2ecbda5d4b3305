// Tests of the choice of a route: the first rule that fits, shares, the providers of the merchant
// as the last resort, success rates, and what operators read about rules that do not fit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutingRule } from '../merchants/routing/routing-rule.ts';
import { createFindRoute, explainRoute } from './find-route.ts';
import { createSuccessRates, type CountedCards } from './rates/success-rate.ts';
import type { RouteFacts } from './route.ts';
import { routeFacts } from './testing/route-facts.ts';

const providers = [
  ...['plain', 'adyen', 'stripe'].map((name) => ({ name, means: ['PAN'] })),
  { name: 'blik', means: ['BLIK'] },
  { name: 'funding', means: ['PAN'], canFund: true },
];
const parts = { rates: createSuccessRates(), providers };
const findRoute = createFindRoute(parts);
const facts = routeFacts();
const idAt = (index: number) => `019a9500-0000-7000-8000-${String(index).padStart(12, '0')}`;
const all: RoutingRule = { name: 'all', providers: ['plain', 'adyen'] };

test('the first rule that fits decides', () => {
  const routing: readonly RoutingRule[] = [
    { name: 'blik', when: { methods: ['BLIK'] }, providers: ['blik'] },
    { name: 'polish', when: { countries: ['PL'] }, providers: ['adyen', 'stripe'] },
    all,
  ];
  assert.deepEqual(findRoute({ providers: { CARD: ['plain'] }, routing }, facts), {
    rule: 'polish',
    why: 'the country of the issuer is PL',
    providers: ['adyen', 'stripe'],
  });
  assert.equal(findRoute({ providers: {}, routing }, routeFacts({ country: 'DE' })).rule, 'all');
});

test('without a rule that fits the providers of the method are used, or any', () => {
  const routing: readonly RoutingRule[] = [{ ...all, when: { currencies: ['EUR'] } }];
  assert.deepEqual(findRoute({ providers: { CARD: ['plain', 'BM'] }, routing }, facts), {
    rule: null,
    why: "no rule fits: the merchant's providers of CARD",
    providers: ['plain', 'BM'],
  });
  assert.deepEqual(findRoute({ providers: { BLIK: ['blik'] } }, facts), {
    rule: null,
    why: 'no rule fits: any provider',
    providers: undefined,
  });
});

test('a rule whose providers cannot serve the payment does not fit', () => {
  const settings = { providers: {}, routing: [all, { name: 'last', providers: ['funding'] }] };
  const route = (other: Partial<RouteFacts>) => findRoute(settings, routeFacts(other)).rule;
  assert.equal(route({}), 'all');
  assert.equal(route({ means: 'BLIK', method: 'BLIK' }), null);
  assert.equal(route({ isFunding: true }), 'last');
  const { rules } = explainRoute(parts, settings, routeFacts({ isFunding: true }));
  const why = 'none of its providers takes PAN of account funding';
  assert.deepEqual(rules[0], { ...all, result: 'FITS_NOT', why });
});

test('a share takes its percentage of the payments that fit otherwise, always the same', () => {
  const routing: readonly RoutingRule[] = [
    { name: 'third', when: { percent: 30, countries: ['PL'] }, providers: ['adyen'] },
    { name: 'half', when: { percent: 50 }, providers: ['stripe'] },
    all,
  ];
  const count = 10_000;
  const ruleOf = (index: number, country: string) =>
    findRoute({ providers: {}, routing }, routeFacts({ paymentId: idAt(index), country })).rule;
  const rules = Array.from({ length: count }, (_, index) => ruleOf(index, 'PL'));
  const found = (name: string) => rules.filter((rule) => rule === name).length;
  const near = (part: number, share: number): void => {
    const bound = 5 * Math.sqrt(count * share * (1 - share));
    assert.ok(Math.abs(part - count * share) < bound, `${part} of ${count}, not ${share}`);
  };
  near(found('third'), 0.3);
  near(found('half'), 0.35);
  near(found('all'), 0.35);
  assert.deepEqual(
    Array.from({ length: 100 }, (_, index) => ruleOf(index, 'PL')),
    rules.slice(0, 100),
  );
  assert.ok(!Array.from({ length: 100 }, (_, index) => ruleOf(index, 'DE')).includes('third'));
  const inShare = idAt(rules.indexOf('third'));
  assert.equal(
    findRoute({ providers: {}, routing }, routeFacts({ paymentId: inShare })).why,
    'the country of the issuer is PL, it is in the share of 30 %',
  );
});

test('a share of 100 percent is every payment', () => {
  const routing = [{ name: 'every', when: { percent: 100 }, providers: ['adyen'] }, all];
  const rules = Array.from(
    { length: 1000 },
    (_, index) =>
      findRoute({ providers: {}, routing }, routeFacts({ paymentId: idAt(index) })).rule,
  );
  assert.deepEqual([...new Set(rules)], ['every']);
  const explained = explainRoute(parts, { providers: {}, routing }, facts);
  assert.deepEqual(
    explained.rules.map(({ result }) => result),
    ['FITS', 'NOT_REACHED'],
  );
  assert.equal(explained.route.rule, 'every');
});

const day = { approved: 90, finished: 100 };
const row = (provider: string, approved: number): CountedCards => ({
  provider,
  organization: 'VISA',
  country: 'PL',
  hour: { approved, finished: 100 },
  day,
});

test('the best provider comes first, except for the share that compares', () => {
  const rates = createSuccessRates();
  rates.replace([row('plain', 80), row('adyen', 95), row('stripe', 90)]);
  const find = createFindRoute({ rates, providers });
  const best: RoutingRule = { name: 'best', providers: ['plain', 'adyen', 'stripe'], best: true };
  const settings = { providers: {}, routing: [best] };
  const count = 10_000;
  const routes = Array.from({ length: count }, (_, index) =>
    find(settings, routeFacts({ paymentId: idAt(index) })),
  );
  const orders = Map.groupBy(routes, ({ providers }) => providers?.join());
  const expected = ['adyen,stripe,plain', 'plain,adyen,stripe', 'stripe,adyen,plain'];
  assert.deepEqual(new Set(orders.keys()), new Set(expected));
  for (const first of ['plain,adyen,stripe', 'stripe,adyen,plain']) {
    const found = orders.get(first)?.length ?? 0;
    assert.ok(Math.abs(found - count * 0.025) < 5 * Math.sqrt(count * 0.025), `${found} ${first}`);
  }
  const rateText = 'success rates for VISA PL of the last hour: adyen 95.0 %, stripe 90.0 %';
  assert.equal(
    orders.get('adyen,stripe,plain')?.[0]?.why,
    `it fits every payment; ${rateText}, plain 80.0 %`,
  );
  assert.equal(
    orders.get('plain,adyen,stripe')?.[0]?.why,
    `it fits every payment; ${rateText}, plain 80.0 %; plain first, to compare`,
  );
});

test('the payments of a small share compare as rarely as all others', () => {
  const rates = createSuccessRates();
  rates.replace([row('plain', 80), row('adyen', 95)]);
  const find = createFindRoute({ rates, providers });
  const when = { percent: 5 };
  const best: RoutingRule = { name: 'best', when, providers: ['plain', 'adyen'], best: true };
  const routes = Array.from({ length: 20_000 }, (_, index) =>
    find({ providers: {}, routing: [best] }, routeFacts({ paymentId: idAt(index) })),
  ).filter(({ rule }) => rule === 'best');
  const compared = routes.filter(({ why }) => why.endsWith('plain first, to compare')).length;
  assert.ok(compared > 0 && compared < routes.length / 5, `${compared} of ${routes.length}`);
});

test('operators read of each rule why it decides or not, with shares as shares', () => {
  const routing: readonly RoutingRule[] = [
    { name: 'blik', when: { methods: ['BLIK'] }, providers: ['blik'] },
    { name: 'trial', when: { percent: 30, methods: ['CARD'] }, providers: ['stripe'] },
    { name: 'polish', when: { countries: ['PL'] }, providers: ['adyen', 'plain'], best: true },
    all,
  ];
  const polish = {
    why: 'the country of the issuer is PL; too few results to compare success rates',
    providers: ['adyen', 'plain'],
  };
  assert.deepEqual(explainRoute(parts, { providers: {}, routing }, facts), {
    rules: [
      {
        name: 'blik',
        result: 'FITS_NOT',
        why: 'the method is CARD, the rule is for BLIK',
        providers: ['blik'],
      },
      {
        name: 'trial',
        result: 'SHARE',
        why: 'the method is CARD, it decides for 30 % of the payments',
        providers: ['stripe'],
      },
      { name: 'polish', result: 'FITS', ...polish },
      {
        name: 'all',
        result: 'NOT_REACHED',
        why: 'the rule polish decides',
        providers: ['plain', 'adyen'],
      },
    ],
    route: { rule: 'polish', ...polish },
  });
  const none = explainRoute(parts, { providers: { CARD: ['plain'] } }, facts);
  assert.deepEqual(none, {
    rules: [],
    route: {
      rule: null,
      why: "no rule fits: the merchant's providers of CARD",
      providers: ['plain'],
    },
  });
});
