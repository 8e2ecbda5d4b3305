// Tests of the merchant data in 3-D Secure messages: its own settings, a substitute where allowed,
// otherwise nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type MerchantSettings } from './merchant.ts';
import { publicFacts, sandboxSubstitute, invalidFacts } from './public-facts.ts';

const told: MerchantSettings = {
  ...defaultSettings,
  name: 'Flower shop',
  mcc: '5992',
  url: 'https://shop.example',
  address: { country: 'DE' },
};

// A change to a complete merchant, and the settings that are invalid then.
const changes: [what: string, change: Partial<MerchantSettings>, unfit: string[]][] = [
  ['nothing', {}, []],
  ['a country of three letters', { address: { country: 'DEU' } }, []],
  ['no address of the shop', { url: null }, []],
  ['no code', { mcc: null }, ['mcc']],
  ['a code of five digits', { mcc: '59920' }, ['mcc']],
  ['no country', { address: { city: 'Berlin' } }, ['address.country']],
  ['a country that is none', { address: { country: 'XX' } }, ['address.country']],
  ['a shop without http', { url: 'shop.example' }, ['url']],
  ['all of it', { ...defaultSettings, url: 'shop' }, ['mcc', 'address.country', 'url']],
];
for (const [what, change, unfit] of changes) {
  test(`with ${what}, invalid: ${unfit.join(', ') || 'nothing'}`, () => {
    const settings = { ...told, ...change };
    assert.deepEqual(invalidFacts(settings), unfit);
    const isLacking = unfit.some((name) => name !== 'url');
    assert.equal(publicFacts(settings, null) === undefined, isLacking);
  });
}

test('its own settings are sent unchanged', () => {
  const own = { name: 'Flower shop', mcc: '5992', country: 'DE', url: 'https://shop.example' };
  assert.deepEqual(publicFacts(told, null), own);
  assert.deepEqual(publicFacts(told, sandboxSubstitute), own);
});

test('an invalid shop URL is not sent, and disables nothing', () => {
  assert.deepEqual(publicFacts({ ...told, url: 'shop.example' }, null), {
    name: 'Flower shop',
    mcc: '5992',
    country: 'DE',
    url: null,
  });
});

test('a substitute replaces invalid settings, and nothing else', () => {
  const { name } = told;
  const bare = { ...defaultSettings, name, url: 'shop.example' };
  const expected = { name, mcc: '5999', country: 'PL', url: null };
  assert.deepEqual(publicFacts(bare, sandboxSubstitute), expected);
  assert.equal(publicFacts({ ...told, mcc: null }, sandboxSubstitute)?.country, 'DE');
});
