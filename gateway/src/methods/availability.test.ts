// Tests of the availability of methods: settings, the payment, and the providers that the merchant
// uses, each of which may be down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type Merchant, type MerchantSettings } from '../merchants/merchant.ts';
import type { MeansKind } from '../providers/means.ts';
import type { Provider } from '../providers/provider.ts';
import { providerRegistry } from '../providers/registry.ts';
import { availabilityOf, reasonAgainst, type AskedPayment } from './availability.ts';
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

const method = (name: string, ...means: MeansKind[]): PaymentMethod => ({
  name,
  title: '',
  meaning: '',
  instruments: {},
  fields: {},
  means,
  fits: ({ currency }) => (name === 'PBL' && currency !== 'PLN' ? 'CURRENCY_NOT_SUPPORTED' : null),
  typeOf: () => undefined,
  start: never,
});
const list = [method('PBL', 'REDIRECT'), method('CARD', 'PAN', 'NETWORK_TOKEN')];
const methods: MethodRegistry = {
  list,
  find: (name) => list.find((one) => one.name === name),
  findByType: () => undefined,
};

function partsWith(...down: string[]) {
  const capacity = ({ name }: Provider): number => (down.includes(name) ? 0 : 1);
  return { methods, providers: providerRegistry(providers, capacity) };
}
const merchantWith = (given: Partial<MerchantSettings>) =>
  ({ merchantId: '10000001', settings: { ...defaultSettings, ...given } }) as Merchant;
const plain = merchantWith({});
const payment: AskedPayment = {
  channel: 'WEBAPI',
  currency: 'PLN',
  transKind: 'SALE',
  amountMinor: 100n,
  method: null,
  limit: undefined,
  recurring: null,
  tokenizerId: null,
};

test('one provider of two is enough', async () => {
  assert.equal(await availabilityOf(partsWith('BM'), 'PBL', plain), 'ENABLED');
  assert.equal(await availabilityOf(partsWith('BM', 'PA'), 'PBL', plain), 'UNAVAILABLE');
  assert.equal(await availabilityOf(partsWith('BM', 'PA'), 'CARD', plain), 'ENABLED');
});

test('only the providers of the merchant count', async () => {
  const merchant = merchantWith({ providers: { PBL: ['PA'] } });
  assert.equal(await availabilityOf(partsWith('PA'), 'PBL', merchant), 'UNAVAILABLE');
  assert.equal(await availabilityOf(partsWith('BM'), 'PBL', merchant), 'ENABLED');
  assert.equal(
    await reasonAgainst(partsWith('PA'), 'PBL', merchant, payment),
    'PROVIDER_UNAVAILABLE',
  );
});

test('only the provider that the payment names counts', async () => {
  const named = { ...payment, provider: 'PA' };
  assert.equal(await availabilityOf(partsWith('PA'), 'PBL', plain, named), 'UNAVAILABLE');
  assert.equal(await availabilityOf(partsWith('BM'), 'PBL', plain, named), 'ENABLED');
  const card = { ...payment, provider: 'acq' };
  assert.equal(await reasonAgainst(partsWith('acq'), 'CARD', plain, card), 'PROVIDER_UNAVAILABLE');
});

test('an unknown name is not a provider that is down; it is refused by its name', async () => {
  const named = { ...payment, provider: 'none' };
  assert.equal(await reasonAgainst(partsWith(), 'PBL', plain, named), null);
});

test('a method that does not fit is DISABLED, even if its providers are down', async () => {
  const euro = { ...payment, currency: 'EUR' };
  const parts = partsWith('BM', 'PA');
  assert.equal(await availabilityOf(parts, 'PBL', plain, euro), 'DISABLED');
  assert.equal(await reasonAgainst(parts, 'PBL', plain, euro), 'CURRENCY_NOT_SUPPORTED');
  const without = merchantWith({ methods: ['CARD'] });
  assert.equal(await availabilityOf(parts, 'PBL', without), 'DISABLED');
  assert.equal(await reasonAgainst(parts, 'PBL', without, payment), 'METHOD_NOT_SUPPORTED');
});

test('a method that this version does not have is UNAVAILABLE', async () => {
  assert.equal(await availabilityOf(partsWith(), 'APAY', plain), 'UNAVAILABLE');
  assert.equal(await reasonAgainst(partsWith(), 'APAY', plain, payment), 'METHOD_NOT_SUPPORTED');
});

test('a merchant without what the method needs cannot use it', async () => {
  const parts = partsWith();
  for (const readiness of ['DISABLED', 'UNAVAILABLE'] as const) {
    const given: string[] = [];
    const apay: PaymentMethod = {
      ...method('APAY', 'NETWORK_TOKEN'),
      readiness({ merchantId }) {
        given.push(merchantId);
        return Promise.resolve(readiness);
      },
    };
    const one = { ...parts, methods: { ...methods, find: () => apay } };
    assert.equal(await availabilityOf(one, 'APAY', plain), readiness);
    assert.equal(await reasonAgainst(one, 'APAY', plain, payment), 'METHOD_NOT_SUPPORTED');
    assert.deepEqual(given, ['10000001', '10000001']);
  }
});

test('account funding needs a provider that can do it', async () => {
  const funding = { ...payment, transKind: 'ACCT_FUNDING' };
  assert.equal(await reasonAgainst(partsWith(), 'CARD', plain, payment), null);
  assert.equal(await reasonAgainst(partsWith(), 'CARD', plain, funding), 'PROVIDER_UNAVAILABLE');
  const able = {
    methods,
    providers: providerRegistry([{ ...provider('f', 'PAN'), canFund: true }]),
  };
  assert.equal(await reasonAgainst(able, 'CARD', plain, funding), null);
});
