// Tests of return addresses: only web addresses of registered origins, nothing that only looks like
// one, and the query of the shop stays as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type Merchant, type MerchantSettings } from '../../merchants/merchant.ts';
import { returnUrlOf } from './return-url.ts';

const paymentId = '019ca9a1-0000-7000-8000-000000000001';
const payment = { paymentId, extOrderId: null, transKind: 'AUTH' } as const;
const ids = `paymentId=${paymentId}`;
const merchantWith = (settings: Partial<MerchantSettings>): Merchant =>
  ({ settings: { ...defaultSettings, ...settings } }) as never;
const shop = merchantWith({ redirectOrigins: ['https://shop.example', 'http://localhost:3000'] });
const demo = merchantWith({ redirectOrigins: ['*'] });

const oddQuery = 'flag&b=x%20y&c=z+w&d=%C5%BC';

test('a registered address gets the ids, and its query and fragment stay as they are', () => {
  const cases = {
    'https://shop.example': `https://shop.example/?${ids}`,
    'https://shop.example/thanks?a=1': `https://shop.example/thanks?a=1&${ids}`,
    [`https://shop.example/?${oddQuery}`]: `https://shop.example/?${oddQuery}&${ids}`,
    'https://shop.example/#/orders?x=1': `https://shop.example/?${ids}#/orders?x=1`,
    'https://shop.example/?': `https://shop.example/?${ids}`,
    'https://shop.example/?paymentId=other&a=1&payment%49d=y': `https://shop.example/?a=1&${ids}`,
    'HTTPS://SHOP.example:443/Back': `https://shop.example/Back?${ids}`,
    'http://localhost:3000/back': `http://localhost:3000/back?${ids}`,
  };
  for (const [redirectURL, expected] of Object.entries(cases)) {
    assert.equal(returnUrlOf(payment, { redirectURL }, shop), expected);
  }
});

test('the id of the order is encoded and cannot add parameters or a fragment', () => {
  const extOrderId = 'żółw & a=1#x?y';
  const redirectURL = 'https://shop.example/?extOrderId=old';
  const url = new URL(returnUrlOf({ ...payment, extOrderId }, { redirectURL }, shop) ?? '');
  assert.deepEqual(
    [...url.searchParams],
    [
      ['paymentId', paymentId],
      ['extOrderId', extOrderId],
    ],
  );
  assert.equal(url.hash, '');
});

test('the return address of a tokenization has its own name for the id', () => {
  const redirectURL = 'https://shop.example/cards?paymentId=kept';
  const verification = { ...payment, transKind: 'VERIFICATION' } as const;
  assert.equal(
    returnUrlOf(verification, { redirectURL }, shop),
    `https://shop.example/cards?paymentId=kept&tokenizerId=${paymentId}`,
  );
});

const unregistered = [
  'https://evil.example/',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://a.shop.example/',
  'https://shop.example.evil.example/',
  'https://shop.example./',
  'https://xn--shp-ula.example/',
  'https://shоp.example/',
  'http://localhost/',
  'http://localhost:30000/',
  'http://127.0.0.1:3000/',
];

const notWeb = [
  'https://shop.example@evil.example/',
  'https://shop.example:pass@evil.example/',
  'https://user@shop.example/',
  'https://@shop.example:x@evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'https:\\\\evil.example',
  'https://shop.example\\@evil.example/',
  'https://shop.example\\.evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'JavaScript://shop.example/%0aalert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://shop.example/1',
  'vbscript:x',
  'intent://shop.example/#Intent;scheme=https;end',
  'https://',
  'https://shop.example/\u0000',
  'https://shop.example/\r\nlocation: x',
  '',
];

test('an address that is not registered now is not used', () => {
  for (const redirectURL of [...unregistered, ...notWeb]) {
    assert.equal(returnUrlOf(payment, { redirectURL }, shop), null, redirectURL);
  }
});

test('a merchant of every origin returns to every web address and to nothing else', () => {
  for (const redirectURL of unregistered) {
    const url = new URL(returnUrlOf(payment, { redirectURL }, demo) ?? '');
    assert.equal(url.origin, new URL(redirectURL).origin);
  }
  for (const redirectURL of notWeb) {
    assert.equal(returnUrlOf(payment, { redirectURL }, demo), null, redirectURL);
  }
});

test('without a usable redirectURL the customer returns to the address of the shop', () => {
  const url = 'https://flowers.example/home?x=1';
  const flowers = merchantWith({ url, redirectOrigins: ['https://shop.example'] });
  assert.equal(returnUrlOf(payment, {}, flowers), `${url}&${ids}`);
  const redirectURL = 'https://evil.example/';
  assert.equal(returnUrlOf(payment, { redirectURL }, flowers), `${url}&${ids}`);
  assert.equal(returnUrlOf(payment, {}, shop), null);
  for (const bad of notWeb)
    assert.equal(returnUrlOf(payment, {}, merchantWith({ url: bad })), null);
});
