// Tests of the merchant's choice of providers: a list for one method only, an empty list is no
// choice, and routing rules may lead to more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from './merchant.ts';
import { possibleProviders, preferredProviders } from './preferred-providers.ts';

test('the list of a method applies to that method, in its order', () => {
  const settings = { providers: { PBL: ['PA', 'BM'] } };
  assert.deepEqual(preferredProviders(settings, 'PBL'), ['PA', 'BM']);
  assert.equal(preferredProviders(settings, 'CARD'), undefined);
  assert.equal(preferredProviders(settings, null), undefined);
});

test('without a list any provider is used', () => {
  assert.equal(preferredProviders(defaultSettings, 'CARD'), undefined);
  assert.equal(preferredProviders({ providers: { CARD: [] } }, 'CARD'), undefined);
});

test('routing rules for the method add the providers to which they lead', () => {
  const routing = [
    { name: 'a', when: { methods: ['BLIK'] }, providers: ['blik'] },
    { name: 'b', when: { methods: ['CARD', 'GPAY'] }, providers: ['adyen', 'plain'] },
    { name: 'c', when: { countries: ['PL'] }, providers: ['stripe', 'adyen'] },
  ];
  const settings = { providers: { CARD: ['plain'] }, routing };
  assert.deepEqual(possibleProviders(settings, 'CARD'), ['plain', 'adyen', 'stripe']);
  assert.equal(possibleProviders(settings, 'BLIK'), undefined, 'any, if no rule fits');
  assert.deepEqual(possibleProviders({ providers: { CARD: ['plain'] } }, 'CARD'), ['plain']);
});
