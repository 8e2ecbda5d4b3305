// Tests of the order by success rates: the same cards in the same time are compared, the most
// specific first, and never too few results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore, MIN_FINISHED, orderByRate } from './order-by-rate.ts';
import { createSuccessRates, type CountedCards, type Counts } from './rates/success-rate.ts';

const none: Counts = { approved: 0, finished: 0 };
const of = (approved: number, finished: number): Counts => ({ approved, finished });

function row(provider: string, card: string, hour: Counts, day = hour): CountedCards {
  const [organization = '', country = ''] = card.split(' ');
  return { provider, organization, country, hour, day };
}

const visaPl = { organization: 'VISA', country: 'PL' };
type Case = [what: string, rows: CountedCards[], card: typeof visaPl | object, order: string];
const cases: Case[] = [
  [
    'no results: the order of the rule',
    [],
    visaPl,
    'a,b: too few results to compare success rates',
  ],
  [
    'the higher rate, not the higher number',
    [row('a', 'VISA PL', of(90, 100)), row('b', 'VISA PL', of(31, 31))],
    visaPl,
    'b,a: success rates for VISA PL of the last hour: b 100.0 %, a 90.0 %',
  ],
  [
    'equal rates: the order of the rule',
    [row('b', 'VISA PL', of(50, 100)), row('a', 'VISA PL', of(20, 40))],
    visaPl,
    'a,b: success rates for VISA PL of the last hour: a 50.0 %, b 50.0 %',
  ],
  [
    'too few in the hour: the day',
    [
      row('a', 'VISA PL', of(100, 100)),
      row('b', 'VISA PL', of(29, MIN_FINISHED - 1), of(100, 100)),
      row('a', 'VISA PL', none, of(0, 100)),
    ],
    visaPl,
    'b,a: success rates for VISA PL of the last day: b 100.0 %, a 50.0 %',
  ],
  [
    'too few of the country: the organization',
    [
      row('a', 'VISA PL', of(100, 100)),
      row('a', 'VISA DE', of(0, 100)),
      row('b', 'VISA DE', of(60, 100)),
    ],
    visaPl,
    'b,a: success rates for VISA of the last hour: b 60.0 %, a 50.0 %',
  ],
  [
    'too few of the organization: all cards of the provider',
    [row('a', 'AMEX US', of(10, MIN_FINISHED)), row('b', '', of(20, MIN_FINISHED))],
    visaPl,
    'b,a: success rates of the last hour: b 66.7 %, a 33.3 %',
  ],
  [
    'a card of an unknown country: the organization',
    [
      row('a', 'VISA', of(100, 100)),
      row('b', 'VISA', of(0, 100)),
      row('b', 'VISA PL', of(1000, 1000)),
    ],
    { organization: 'VISA', country: null },
    'a,b: success rates for VISA of the last hour: a 100.0 %, b 90.9 %',
  ],
  [
    'no card: all results of the provider',
    [row('a', '', of(1, 100)), row('b', '', of(2, 100))],
    { organization: null, country: null },
    'b,a: success rates of the last hour: b 2.0 %, a 1.0 %',
  ],
  [
    'one provider without results: the order of the rule',
    [row('b', 'VISA PL', of(1000, 1000))],
    visaPl,
    'a,b: too few results to compare success rates',
  ],
];
for (const [what, rows, card, order] of cases) {
  test(what, () => {
    const rates = createSuccessRates();
    rates.replace(rows);
    const { providers, why } = orderByRate(rates, ['a', 'b'], card as typeof visaPl);
    assert.equal(`${providers.join()}: ${why}`, order);
  });
}

test('new results replace the ones before', () => {
  const rates = createSuccessRates();
  rates.replace([row('a', 'VISA PL', of(10, 100)), row('b', 'VISA PL', of(20, 100))]);
  rates.replace([row('a', 'VISA PL', of(10, 100)), row('b', 'VISA PL', of(5, 100))]);
  assert.deepEqual(orderByRate(rates, ['a', 'b'], visaPl).providers, ['a', 'b']);
});

test('a rule with one provider has nothing to compare', () => {
  const ordered = { providers: ['a'], why: '' };
  for (let index = 0; index < 200; index += 1) {
    assert.deepEqual(explore(ordered, String(index), 'rule'), ordered);
  }
});
