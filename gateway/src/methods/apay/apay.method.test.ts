// What the answer says about the session of an Apple Pay button when there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, type Merchant } from '../../merchants/merchant.ts';
import type { MethodParts, MethodPayment } from '../method.ts';
import { apayMethod } from './apay.method.ts';

interface Given {
  readonly answer?: object;
  readonly isConnected?: boolean;
  readonly hasIdentity?: boolean;
  readonly channel?: string;
  readonly url?: string | null;
}

function dataOf(given: Given): Promise<object> | undefined {
  const requestSession = ({ domain }: { domain: string }) =>
    Promise.resolve(given.answer ?? { kind: 'session', session: { domain } });
  const parts = {
    wallets: given.isConnected === false ? {} : { apple: { requestSession } },
    walletKeys: { list: () => Promise.resolve(given.hasIdentity === false ? [] : [{}]) },
    pageHost: () => 'pay.example',
  } as unknown as MethodParts;
  const url = given.url === undefined ? 'https://shop.example:8443/a' : given.url;
  const merchant = { settings: { ...defaultSettings, name: 'Shop', url } } as unknown as Merchant;
  const payment = { merchantId: '1', channel: given.channel ?? 'WEBAPI' } as MethodPayment;
  return apayMethod.create(parts).pageData?.(payment, merchant, {});
}

test('a session is for the domain of the shop, or of the payment page', async () => {
  assert.deepEqual(await dataOf({}), { apaySession: { domain: 'shop.example' } });
  const page = await dataOf({ channel: 'PAYWALL', url: null });
  assert.deepEqual(page, { apaySession: { domain: 'pay.example' } });
});

test('without a session a sentence says what to set or to check', async () => {
  const rows: [given: Given, sentence: RegExp][] = [
    [{ url: null }, /send merchant\.redirectURL .* set the url of the merchant\.$/],
    [{ hasIdentity: false }, /connect a merchant identity certificate \(APAY_IDENTITY\)\.$/],
    [{ isConnected: false }, /connect a merchant identity certificate \(APAY_IDENTITY\)\.$/],
    [{ answer: { kind: 'refused' } }, /^Apple gave no session for the domain shop\.example\. /],
    [{ answer: { kind: 'unknown' } }, /^Apple gave no session for the domain shop\.example\. /],
  ];
  for (const [given, sentence] of rows) {
    const data = (await dataOf(given)) as { apaySessionInfo?: string };
    assert.deepEqual(Object.keys(data), ['apaySessionInfo']);
    assert.match(data.apaySessionInfo ?? '', sentence);
  }
});
