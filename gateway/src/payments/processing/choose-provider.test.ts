// Tests of the choice of a provider by its route, and of the next one after a decline.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBinTable } from '../../cards/bin-table.ts';
import { createCardKnowledge } from '../../cards/card-knowledge.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { defaultSettings } from '../../merchants/merchant.ts';
import type { Means, MeansKind } from '../../providers/means.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { Provider } from '../../providers/provider.ts';
import { providerRegistry } from '../../providers/registry.ts';
import type { FindRoute, RouteFacts } from '../../routing/route.ts';
import type { NextCall } from '../decisions/decision.ts';
import { decideRegister, decideStart } from '../decisions/register.ts';
import { freshPayment, plainMeans, plainStart } from '../decisions/testing/fresh-payment.ts';
import { chooseProvider, placeElsewhere, placeOf } from './choose-provider.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const VALID_UNTIL = START + 1_800_000;
const ids = createIds({ now: () => START }, seededRandom(1));
const now = { at: START, ids };
const never = () => Promise.reject(new Error('not called'));
const provider = (name: string, ...means: MeansKind[]): Provider => ({
  name,
  means,
  maxInFlightMs: 1,
  authorize: never,
  followUps: {},
  inquire: never,
});
const list = [
  provider('a', 'PAN', 'NETWORK_TOKEN'),
  { ...provider('b', 'PAN'), mayReportLater: true },
  provider('c', 'PAN'),
  provider('d', 'PAN'),
  provider('blik', 'BLIK'),
];
const cards = createCardKnowledge(() => emptyBinTable);

function parts(providers?: readonly string[], down: readonly string[] = []) {
  const asked: RouteFacts[] = [];
  const findRoute: FindRoute = (_settings, facts) => {
    asked.push(facts);
    return { rule: 'mine', why: 'it fits', providers };
  };
  const capacity = ({ name }: Provider) => (down.includes(name) ? 0 : 1);
  return { asked, cards, findRoute, providers: providerRegistry(list, capacity) };
}

const { loaded } = decideStart(
  decideRegister(freshPayment(now, { validUntil: VALID_UNTIL }), {}, now),
  plainStart,
  now,
);
const request = {
  settings: defaultSettings,
  payment: loaded.payment,
  method: 'CARD',
  means: plainMeans as Means,
  named: undefined,
  at: START,
};

test('the route has its rule, its reason and the providers that can be tried, in order', () => {
  const chosen = chooseProvider(parts(['c', 'blik', 'a', 'b'], ['a']), request);
  assert.equal(chosen?.provider.name, 'c');
  assert.deepEqual(chosen?.route, {
    rule: 'mine',
    why: 'it fits',
    providers: ['c', 'b'],
    position: 0,
    organization: 'VISA',
  });
  assert.deepEqual(chooseProvider(parts(), request)?.route.providers, ['a', 'b', 'c', 'd']);
  assert.equal(chooseProvider(parts(['a'], ['a']), request), undefined);
});

test('a rule knows the card, but nothing of a range of a network token', () => {
  const used = parts();
  chooseProvider(used, request);
  const token = { ...plainMeans, numberType: 'NETWORK_TOKEN' } as const;
  chooseProvider(used, { ...request, means: token });
  const series = { ...loaded.payment, recurring: 'SUBSEQUENT' as const };
  chooseProvider(used, { ...request, payment: series });
  const { paymentId } = loaded.payment;
  const facts = { paymentId, method: 'CARD', amountMinor: 12_345n, currency: 'PLN', at: START };
  const common = { ...facts, organization: 'VISA', country: null };
  assert.deepEqual(used.asked, [
    { ...common, bin: '41111111', means: 'PAN', isFunding: false, isRecurring: false },
    { ...common, bin: null, means: 'NETWORK_TOKEN', isFunding: false, isRecurring: false },
    { ...common, bin: '41111111', means: 'PAN', isFunding: false, isRecurring: true },
  ]);
});

test('a named provider is the only one of its route', () => {
  const chosen = chooseProvider(parts(['a', 'b']), { ...request, named: 'b' });
  assert.deepEqual(chosen?.route, {
    rule: null,
    why: 'the payment names its provider',
    providers: ['b'],
    position: 0,
    organization: 'VISA',
  });
});

test('a named provider needs no rule, but must be one that the merchant uses', () => {
  const routing = [{ name: 'mine', providers: ['a', 'c'] }];
  const settings = { ...defaultSettings, providers: { CARD: ['b'] }, routing };
  const chosen = ['a', 'b', 'c', 'd'].map(
    (named) => chooseProvider(parts(['a']), { ...request, settings, named })?.provider.name,
  );
  assert.deepEqual(chosen, ['a', 'b', 'c', undefined]);
});

test('a provider that reports later may do so until the payment expires', () => {
  const at = (name: string) =>
    placeOf(chooseProvider(parts([name]), request) ?? assert.fail(), loaded.payment).waitUntil;
  assert.deepEqual([at('a'), at('b')], [null, VALID_UNTIL]);
});

const declined: Finding = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};
const [attempt] = loaded.attempts;
assert.ok(attempt);
const route = { rule: 'mine', why: 'it fits', providers: ['a', 'c', 'b', 'd'], position: 0 };
const sent: NextCall = {
  kind: 'call',
  attempt: { ...attempt, provider: 'a', route },
  means: plainMeans,
  funding: null,
};
const next = (
  call: NextCall = sent,
  finding: Finding = declined,
  state = loaded,
  at = START + 1000,
  down: string[] = [],
) => placeElsewhere(parts(undefined, down), call, finding, state, at);

test('the next provider of the route is tried, with the reason and the position', () => {
  assert.deepEqual(next(), {
    provider: 'c',
    route: { ...route, why: 'a declined with PROVIDER_UNAVAILABLE', position: 1 },
    means: plainMeans,
    funding: null,
    waitUntil: null,
  });
  const other = next(sent, declined, loaded, START, ['c']);
  assert.deepEqual([other?.provider, other?.waitUntil], ['b', VALID_UNTIL]);
  assert.equal(next(sent, declined, loaded, START, ['b', 'c', 'd']), undefined, 'all are down');
});

test('a customer who is asked on a phone may act as long as before', () => {
  const waitUntil = START + 70_000;
  const means = { kind: 'blik' } as Means;
  const call = { ...sent, means, attempt: { ...sent.attempt, waitUntil } };
  assert.equal(next(call)?.waitUntil, waitUntil);
});

test('goes on only after a decline that says so', () => {
  const plain: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
  assert.equal(next(sent, plain), undefined);
  for (const finding of [
    { kind: 'unknown', why: 'not-sent' },
    { kind: 'pending', reference: null, customer: null },
    { kind: 'not-found' },
    { kind: 'approved', reference: 'r', authCode: null, networkTransactionId: null },
  ] as const satisfies Finding[]) {
    assert.equal(next(sent, finding), undefined, finding.kind);
  }
});

test('ends with the third provider, the tenth authorization, and the payment', () => {
  const of = (provider: string, position: number): NextCall => ({
    ...sent,
    attempt: { ...sent.attempt, provider, route: { ...route, position } },
  });
  assert.equal(next(of('c', 1))?.provider, 'b');
  assert.equal(next(of('b', 2)), undefined, 'the fourth one');
  assert.equal(next(of('d', 0)), undefined, 'the end of the route');
  const tries = (count: number) => ({ ...loaded, attempts: Array(count).fill(attempt) });
  assert.equal(next(sent, declined, tries(9))?.provider, 'c');
  assert.equal(next(sent, declined, tries(10)), undefined);
  assert.equal(next(sent, declined, loaded, VALID_UNTIL - 1)?.provider, 'c');
  assert.equal(next(sent, declined, loaded, VALID_UNTIL), undefined);
});

test('a follow-up, and an attempt of an earlier version, have no other provider', () => {
  assert.equal(next({ ...sent, means: null }), undefined);
  assert.equal(next({ ...sent, attempt: { ...sent.attempt, route: null } }), undefined);
  assert.equal(next({ ...sent, attempt: { ...sent.attempt, verb: 'refund' } }), undefined);
});
