// Tests of the alias that a payment registers: which alias, and how often it may be charged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../../core/secret.ts';
import type { MethodRequest } from '../method.ts';
import { readRegistration } from './blik-registration.ts';

function read(options: object, recurring: 'INITIAL' | null = 'INITIAL') {
  const request = {
    payment: { recurring },
    merchant: { merchantId: '10000001', settings: { name: 'x'.repeat(36) } },
    details: { options: { registerAlias: true, ...options }, customer: { extCustomerId: 'c-1' } },
  } as unknown as MethodRequest;
  return readRegistration(request, { type: 'BLIK_CODE' });
}

for (const [days, frequency] of [
  ['1', '1D'],
  ['30', '30D'],
  ['998', '998D'],
  ['999', '999D'],
  ['1000', '2Y'],
  ['1094', '2Y'],
  ['1095', '3Y'],
  ['9999', '27Y'],
] as const) {
  test(`a cycle of ${days} days is ${frequency}`, () => {
    assert.equal(read({ recurringCycle: days })?.recurring?.frequency, frequency);
  });
}

test('the agreement of a series has its end, and OneClick has no limits', () => {
  const series = read({ recurringExpDate: '20301231' });
  assert.ok(series);
  assert.deepEqual([series.type, open(series.alias)], ['PAYID', 'c-1']);
  assert.equal(series.recurring?.expiresOn, '20301231');
  assert.equal(series.recurring.frequency, null);
  assert.equal(series.label.length, 35);
  const once = read({}, null);
  assert.deepEqual([once?.type, once?.recurring], ['UID', null]);
});
