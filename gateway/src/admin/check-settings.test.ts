// Tests of settings that pass the schema but would cause problems later: each is refused by its
// name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/refusals.ts';
import { targetRules } from '../events/egress/target.ts';
import type { MerchantSettings } from '../merchants/merchant.ts';
import { defaultSettlementRules } from '../merchants/settlement-rules.ts';
import { checkSettings } from './check-settings.ts';

const production = targetRules(true);
const long = `https://shop.example/${'a'.repeat(2028)}`;
const refused: [field: string, settings: Partial<MerchantSettings>][] = [
  ['name', { name: ' ' }],
  ['name', { name: '\u200b--' }],
  ['name', { name: 'Flower\nshop' }],
  ['url', { url: 'shop.example' }],
  ['url', { url: 'ftp://shop.example' }],
  ['url', { url: 'https://me:secret@shop.example' }],
  ['url', { url: long }],
  ['notificationUrl', { notificationUrl: 'shop.example/pay' }],
  ['notificationUrl', { notificationUrl: 'https://me:secret@shop.example' }],
  ['notificationUrl', { notificationUrl: long }],
  ['notificationUrl', { notificationUrl: 'http://shop.example/pay' }],
  ['notificationUrl', { notificationUrl: 'https://10.0.0.1/pay' }],
  ['notificationUrl', { notificationUrl: 'https://shop.example/pay#a' }],
  ['notificationUrl', { notificationUrl: 'https://shop.example\\@evil.example/' }],
  ['address.country', { address: { country: 'XX' } }],
  ['address.country', { address: { country: 'P' } }],
  ['address.country', { address: { country: '616' } }],
  ['currencies', { currencies: ['PLN', 'XXY'] }],
  ['redirectOrigins', { redirectOrigins: ['https://shop.example/'] }],
  ['redirectOrigins', { redirectOrigins: ['*', 'shop.example'] }],
  ['redirectOrigins', { redirectOrigins: ['ftp://shop.example'] }],
  ['redirectOrigins', { redirectOrigins: ['null'] }],
  ['redirectOrigins', { redirectOrigins: ['https://shop.example', '*'] }],
  ['redirectOrigins', { redirectOrigins: ['http://shop.example'] }],
  ['redirectOrigins', { redirectOrigins: ['http://127.0.0.1:3000'] }],
  [
    'sca.lowValueLimits.EUR',
    { sca: { lowValueLimits: { EUR: '30.01' } } as unknown as MerchantSettings['sca'] },
  ],
  ['settlement.timeZone', { settlement: { ...defaultSettlementRules, timeZone: 'Warsaw' } }],
  ['settlement.timeZone', { settlement: { ...defaultSettlementRules, timeZone: '+02:00' } }],
];
for (const [field, settings] of refused) {
  test(`refuses ${field} in ${JSON.stringify(settings).slice(0, 60)}`, () => {
    assert.throws(
      () => checkSettings(settings, production),
      (error) => error instanceof Refusal && error.details[0]?.field === `settings.${field}`,
    );
  });
}

test('valid settings pass unchanged', () => {
  const settings: Partial<MerchantSettings> = {
    name: 'Kwiaciarnia „Róża” №1 🌹',
    url: 'http://shop.example:8081/pl?from=bank',
    notificationUrl: 'https://shop.example/pay?key=1',
    address: { city: 'Łódź', country: 'pol' },
    currencies: ['PLN'],
    redirectOrigins: ['https://shop.example', 'https://[2001:db8::1]:8443'],
  };
  assert.deepEqual(checkSettings(settings, production), settings);
  const redirectOrigins = ['*', 'https://shop.example', 'http://127.0.0.1:3000'];
  assert.deepEqual(checkSettings({ redirectOrigins }, targetRules(false)), { redirectOrigins });
});

test('an empty text clears an optional setting', () => {
  const empty = { url: '', mcc: '', notificationUrl: '', legalName: '', taxId: '', dpaId: '' };
  const settlement = { ...defaultSettlementRules, account: '' };
  const cleared = checkSettings({ ...empty, settlement }, production);
  assert.deepEqual(cleared, {
    url: null,
    mcc: null,
    notificationUrl: null,
    legalName: null,
    taxId: null,
    dpaId: null,
    settlement: { ...settlement, account: null },
  });
});
