// Tests of return URLs: only web URLs of registered origins are accepted, and nothing that only
// looks like one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../core/refusals.ts';
import { defaultSettings, type Merchant } from '../../merchants/merchant.ts';
import { detailsOf } from './new-payment.ts';

const merchantWith = (...redirectOrigins: string[]): Merchant =>
  ({ merchantId: '10000001', settings: { ...defaultSettings, redirectOrigins } }) as never;
const names = ['redirectURL', 'acsNotificationURL'] as const;
const order = { amount: 1, currency: 'PLN' };

/** The same for the merchant's address and the agent's. */
function messageFor(name: string, url: string, merchant: Merchant): string | undefined {
  const messages = ['merchant', 'agent'].map((party) => {
    try {
      const details = detailsOf({ order, [party]: { [name]: url } }, merchant);
      assert.equal((details as Record<string, unknown>)[name], url);
      return undefined;
    } catch (error) {
      const [detail] = (error as Refusal).details;
      assert.equal(detail?.field, `${party}.${name}`);
      return detail?.message.replace(`${party}.`, '');
    }
  });
  assert.equal(messages[0], messages[1]);
  return messages[0];
}

const notWeb = [
  'blob:https://shop.example/1f6c',
  'BLOB:https://shop.example/1f6c',
  'filesystem:https://shop.example/x',
  'view-source:https://shop.example/',
  'javascript:alert(1)//https://shop.example/',
  'data:text/html,https://shop.example',
  'intent://shop.example/#Intent;scheme=https;end',
  'ftp://shop.example/',
  'ws://shop.example/',
  'https:shop.example/',
  'https:/shop.example/',
  'https:\\\\shop.example\\',
  '//shop.example/',
  'shop.example',
  '/back',
  '',
  'https://',
  'https://user@shop.example/',
  'https://user:word@shop.example/',
  'https://shop.example@evil.example/',
  'https://shop.example\\@evil.example/',
  'https://shop.example/a b',
  'https://shop.example/\u0009tab',
  'ht\ntps://shop.example/',
];

for (const name of names) {
  test(`${name} accepts only web URLs, whatever origins are registered`, () => {
    for (const url of notWeb) {
      for (const merchant of [merchantWith('*'), merchantWith('https://shop.example')]) {
        const message = messageFor(name, url, merchant);
        assert.equal(message, 'must be an http or https URL without user name and password', url);
      }
    }
  });

  test(`${name} must have a registered origin`, () => {
    const shop = merchantWith('https://shop.example', 'http://localhost:3000');
    const good = ['https://shop.example', 'HTTPS://Shop.example/back?x=1#end'];
    for (const url of [...good, 'http://localhost:3000/back', 'https://shop.example:443/']) {
      assert.equal(messageFor(name, url, shop), undefined, url);
    }
    const origin = `The origin of ${name}`;
    const unregistered = `${origin} is not registered. Add it to redirectOrigins.`;
    const bad = ['http://shop.example/', 'https://shop.example:8443/', 'https://a.shop.example/'];
    for (const url of [...bad, 'https://shop.example.evil.example/', 'http://localhost/']) {
      assert.equal(messageFor(name, url, shop), unregistered, url);
    }
    assert.equal(messageFor(name, 'http://anything.example/', merchantWith('*')), undefined);
  });

  test(`${name} is one for merchant and agent`, () => {
    const url = 'https://shop.example/back';
    const shop = merchantWith('https://shop.example', 'https://app.example');
    const details = (merchant: string, agent: string) =>
      detailsOf({ order, merchant: { [name]: merchant }, agent: { [name]: agent } }, shop);
    assert.equal(details(url, url)[name], url);
    assert.throws(
      () => details(url, 'https://app.example/back'),
      (error: Refusal) => error.details[0]?.field === `agent.${name}`,
    );
    assert.equal(detailsOf({ order, agent: {}, merchant: {} }, shop)[name], undefined);
  });
}
