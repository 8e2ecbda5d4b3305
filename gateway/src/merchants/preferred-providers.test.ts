// Tests of the merchant's choice of providers: a list for one method only, an empty list is no
// choice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from './merchant.ts';
import { preferredProviders } from './preferred-providers.ts';

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
