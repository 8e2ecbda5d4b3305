// What 3-D Secure tells of a merchant: its own settings, a stand-in where one is allowed, and
// otherwise nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type MerchantSettings } from './merchant.ts';
import { publicFacts, sandboxStandIn, unfitFacts } from './public-facts.ts';

const told: MerchantSettings = {
  ...defaultSettings,
  name: 'Flower shop',
  mcc: '5992',
  url: 'https://shop.example',
  address: { country: 'DE' },
};

// A change to a merchant that has everything; the settings that are unfit then.
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
  test(`with ${what}, unfit: ${unfit.join(', ') || 'nothing'}`, () => {
    const settings = { ...told, ...change };
    assert.deepEqual(unfitFacts(settings), unfit);
    const isLacking = unfit.some((name) => name !== 'url');
    assert.equal(publicFacts(settings, null) === undefined, isLacking);
  });
}

test('its own settings are told as they stand', () => {
  const own = { name: 'Flower shop', mcc: '5992', country: 'DE', url: 'https://shop.example' };
  assert.deepEqual(publicFacts(told, null), own);
  assert.deepEqual(publicFacts(told, sandboxStandIn), own);
});

test('an address of the shop that is none is not told, and switches nothing off', () => {
  assert.deepEqual(publicFacts({ ...told, url: 'shop.example' }, null), {
    name: 'Flower shop',
    mcc: '5992',
    country: 'DE',
    url: null,
  });
});

test('a stand-in takes the place of what is unfit, and of nothing else', () => {
  const { name } = told;
  const bare = { ...defaultSettings, name, url: 'shop.example' };
  const expected = { name, mcc: '5999', country: 'PL', url: null };
  assert.deepEqual(publicFacts(bare, sandboxStandIn), expected);
  assert.equal(publicFacts({ ...told, mcc: null }, sandboxStandIn)?.country, 'DE');
});
