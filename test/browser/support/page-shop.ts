// A shop that sends its customers to the payment page: a merchant of its own, a website of another
// origin to return to, and PAYWALL payments with defaults.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import type { Client, Json } from '../../support/client.ts';
import type { TestBrowser } from './launch-browser.ts';
import { openPaymentPage, type OpenOptions, type PaymentPage } from './payment-page.ts';

export const SHOP = 'http://shop.example';

export interface PagePayment {
  readonly paymentId: string;
  /** The payment link. */
  readonly link: string;
  readonly clientToken: string;
  readonly extOrderId: string;
}

export interface PageShop {
  readonly merchantId: string;
  readonly token: string;
  /** A PAYWALL payment of 123.45 PLN; `request` is merged over its parts. */
  create(request?: Json): Promise<PagePayment>;
  /** What the gateway knows of the payment. */
  read(paymentId: string): Promise<Json>;
}

const look = { name: 'Teashop', url: SHOP, redirectOrigins: [SHOP] };

export async function openPageShop(gateway: Client, settings: Json = {}): Promise<PageShop> {
  const { merchantId, secret } = await gateway.addMerchant({ ...look, ...settings });
  const token = await gateway.authenticate(merchantId, secret);
  return {
    merchantId,
    token,
    async create(request = {}) {
      const part = (name: string): Json => (request[name] ?? {}) as Json;
      const extOrderId = `order-${randomUUID().slice(0, 8)}`;
      const body = {
        channel: 'PAYWALL',
        ...request,
        merchant: { redirectURL: `${SHOP}/thanks`, ...part('merchant') },
        order: { amount: 123.45, currency: 'PLN', extOrderId, ...part('order') },
      };
      const reply = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
      assert.equal(reply.status, 200, reply.text);
      const { paymentId, redirectURL, clientToken } = reply.body as Record<string, string>;
      const link = redirectURL ?? assert.fail('no link');
      return { paymentId: paymentId ?? '', link, clientToken: clientToken ?? '', extOrderId };
    },
    async read(paymentId) {
      const reply = await gateway.call('GET', `/v1/ecommerce/payment/${paymentId}`, { token });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
  };
}

/** Serves a page for every address of the shop, so that customers can return. */
async function serveShop(context: BrowserContext): Promise<void> {
  const body =
    '<!doctype html><html lang="en"><title>Teashop</title><link rel="icon" href="data:,">';
  await context.route(`${SHOP}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `${body}<h1>Thank you</h1>` }),
  );
}

/** A payment whose page is open. */
export type OpenedPayment = PaymentPage & PagePayment;

/** Creates a payment and opens its page in a browser that can return to the shop. */
export async function openPayment(
  browser: TestBrowser,
  shop: PageShop,
  request: Json = {},
  options: Omit<OpenOptions, 'origins'> = {},
): Promise<OpenedPayment> {
  const payment = await shop.create(request);
  const opened = await openPaymentPage(browser, payment.link, { ...options, origins: [SHOP] });
  await serveShop(opened.context);
  return { ...payment, ...opened };
}

/** Where the shop expects the customer after the payment. */
export function returnAddress({ paymentId, extOrderId }: PagePayment): string {
  return `${SHOP}/thanks?paymentId=${paymentId}&extOrderId=${extOrderId}`;
}

/** Has Click to Pay and Apple issue what a merchant needs for them. */
export async function enableWallets(gateway: Client, { merchantId }: PageShop): Promise<void> {
  const changed = await gateway.call('PATCH', `/v1/admin/merchants/${merchantId}`, {
    token: gateway.adminKey,
    body: { settings: { dpaId: `sandbox-${merchantId}` } },
  });
  assert.equal(changed.status, 200, changed.text);
  // The wallet of the sandbox has Apple issue the certificates of the merchant.
  await walletToken(gateway, merchantId, 'APAY');
}

/** A token of a wallet of the sandbox for the amount of the payments above. */
export async function walletToken(
  gateway: Client,
  merchantId: string,
  type: 'APAY' | 'GPAY',
): Promise<string> {
  const body = { type, merchantId, amount: 123.45, currency: 'PLN' };
  const reply = await gateway.call('POST', '/sandbox/wallets/tokens', { body });
  assert.equal(reply.status, 200, reply.text);
  return String(reply.body['token']);
}
