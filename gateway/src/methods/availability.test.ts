// Tests of the availability of methods: settings, the payment, and the providers that the merchant
// uses, each of which may be down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type MerchantSettings } from '../merchants/merchant.ts';
import type { MeansKind } from '../providers/means.ts';
import type { Provider } from '../providers/provider.ts';
import { providerRegistry } from '../providers/registry.ts';
import { availabilityOf, reasonAgainst, type Occasion } from './availability.ts';
import type { PaymentMethod } from './method.ts';
import type { MethodRegistry } from './registry.ts';

const never = () => Promise.reject(new Error('not called'));
const provider = (name: string, ...means: MeansKind[]): Provider => ({
  name,
  means,
  maxInFlightMs: 1,
  authorize: never,
  followUps: {},
  inquire: never,
});
const providers = [provider('BM', 'REDIRECT'), provider('PA', 'REDIRECT'), provider('acq', 'PAN')];

const method = (name: PaymentMethod['method'], ...means: MeansKind[]): PaymentMethod => ({
  method: name,
  types: [],
  means,
  fits: ({ currency }) => (name === 'PBL' && currency !== 'PLN' ? 'CURRENCY_NOT_SUPPORTED' : null),
  options: () => [],
  typeOf: () => undefined,
  start: never,
});
const list = [method('PBL', 'REDIRECT'), method('CARD', 'PAN', 'NETWORK_TOKEN')];
const methods: MethodRegistry = {
  list,
  find: (name) => list.find((one) => one.method === name),
  findByType: () => undefined,
};

function partsWith(...down: string[]) {
  const capacity = ({ name }: Provider): number => (down.includes(name) ? 0 : 1);
  return { methods, providers: providerRegistry(providers, capacity) };
}
const settingsWith = (given: Partial<MerchantSettings>): MerchantSettings => ({
  ...defaultSettings,
  ...given,
});
const occasion: Occasion = {
  channel: 'WEBAPI',
  currency: 'PLN',
  transKind: 'SALE',
  amountMinor: 100n,
  method: null,
  limit: undefined,
};

test('one provider of two is enough', () => {
  assert.equal(availabilityOf(partsWith('BM'), 'PBL', defaultSettings), 'ENABLED');
  assert.equal(availabilityOf(partsWith('BM', 'PA'), 'PBL', defaultSettings), 'UNAVAILABLE');
  assert.equal(availabilityOf(partsWith('BM', 'PA'), 'CARD', defaultSettings), 'ENABLED');
});

test('only the providers of the merchant count', () => {
  const settings = settingsWith({ providers: { PBL: ['PA'] } });
  assert.equal(availabilityOf(partsWith('PA'), 'PBL', settings), 'UNAVAILABLE');
  assert.equal(availabilityOf(partsWith('BM'), 'PBL', settings), 'ENABLED');
  assert.equal(reasonAgainst(partsWith('PA'), 'PBL', settings, occasion), 'PROVIDER_UNAVAILABLE');
});

test('only the provider that the payment names counts', () => {
  const named = { ...occasion, provider: 'PA' };
  assert.equal(availabilityOf(partsWith('PA'), 'PBL', defaultSettings, named), 'UNAVAILABLE');
  assert.equal(availabilityOf(partsWith('BM'), 'PBL', defaultSettings, named), 'ENABLED');
  const card = { ...occasion, provider: 'acq' };
  assert.equal(
    reasonAgainst(partsWith('acq'), 'CARD', defaultSettings, card),
    'PROVIDER_UNAVAILABLE',
  );
});

test('an unknown name is not a provider that is down; it is refused by its name', () => {
  const named = { ...occasion, provider: 'none' };
  assert.equal(reasonAgainst(partsWith(), 'PBL', defaultSettings, named), null);
});

test('a method that does not fit is DISABLED, even if its providers are down', () => {
  const euro = { ...occasion, currency: 'EUR' };
  const parts = partsWith('BM', 'PA');
  assert.equal(availabilityOf(parts, 'PBL', defaultSettings, euro), 'DISABLED');
  assert.equal(reasonAgainst(parts, 'PBL', defaultSettings, euro), 'CURRENCY_NOT_SUPPORTED');
  const without = settingsWith({ methods: ['CARD'] });
  assert.equal(availabilityOf(parts, 'PBL', without), 'DISABLED');
  assert.equal(reasonAgainst(parts, 'PBL', without, occasion), 'METHOD_NOT_SUPPORTED');
});

test('a method that this version does not have is UNAVAILABLE', () => {
  assert.equal(availabilityOf(partsWith(), 'APAY', defaultSettings), 'UNAVAILABLE');
  assert.equal(
    reasonAgainst(partsWith(), 'APAY', defaultSettings, occasion),
    'METHOD_NOT_SUPPORTED',
  );
});
