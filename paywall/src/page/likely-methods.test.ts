// Which wallets a device probably has, by its user agent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MethodEntry } from './state.ts';
import { factsOf } from './testing/facts.ts';
import { likelyMethods } from './likely-methods.ts';

const apple: MethodEntry = { method: 'APAY', status: 'ENABLED' };
const google = {
  method: 'GPAY',
  status: 'ENABLED',
  gateway: 'bramka',
  googleMerchantId: 'B1',
} as MethodEntry;
const all: MethodEntry[] = [{ method: 'CARD', status: 'ENABLED' }, apple, google];

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const devices: [device: string, userAgent: string, wallets: string[]][] = [
  ['iPhone', `(iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Safari/604.1`, ['APAY']],
  ['Chrome on iPhone', `(iPhone; CPU iPhone OS 18_0) ${webkit} CriOS/140.0 Safari/604.1`, ['APAY']],
  ['Safari on Mac', `(Macintosh; Intel Mac OS X 10_15_7) ${webkit} Safari/605.1.15`, ['APAY']],
  ['Chrome on Mac', `(Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, ['GPAY']],
  ['Firefox on Mac', '(Macintosh; rv:140.0) Gecko/20100101 Firefox/140.0', []],
  ['Chrome on Android', `(Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, ['GPAY']],
  ['Edge on Windows', `(Windows NT 10.0) ${chrome} Safari/537.36 Edg/140.0.0.0`, []],
  ['Firefox on Windows', '(Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', []],
];
for (const [device, userAgent, wallets] of devices) {
  test(`${device}: ${wallets.join() || 'none'}`, () => {
    assert.deepEqual(likelyMethods(factsOf({}, all), false, `Mozilla/5.0 ${userAgent}`), wallets);
  });
}

test('in the sandbox every device has those that the payment offers', () => {
  assert.deepEqual(likelyMethods(factsOf({}, all), true, ''), ['APAY', 'GPAY']);
  const closed: MethodEntry[] = [apple, { method: 'GPAY', status: 'UNAVAILABLE' }];
  assert.deepEqual(likelyMethods(factsOf({}, closed), true, ''), ['APAY']);
});

test('Google Pay needs the names of the gateway and of the merchant', () => {
  for (const missing of ['gateway', 'googleMerchantId']) {
    const facts = factsOf({}, [{ ...google, [missing]: undefined }]);
    assert.deepEqual(likelyMethods(facts, false, 'Chrome/140.0'), [], missing);
  }
});
