// The pictures of the README: the start page and the payment page of a fresh sandbox. They are
// taken with the support files of the browser tests, by `npm run pictures` and by a test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cardRequest, type Client } from '../../support/client.ts';
import { cards } from '../../support/threeds/challenge.ts';
import { typeCard } from './card-form.ts';
import type { TestBrowser } from './launch-browser.ts';
import { openPageShop, openPayment } from './page-shop.ts';
import { desktop, openPaymentPage } from './payment-page.ts';

/** Twice as wide as the README shows it, so that text is sharp on every screen. */
const context = { ...desktop, viewport: { width: 960, height: 740 } };
const QUALITY = 55;

/** One of each kind on the start page: amount, card, and the status to wait for. */
const shown = [
  [129, cards.challenge, 'PENDING'],
  [19.99, '4000000000009995', 'REJECTED'],
  [49.9, '4111111111111111', 'COMPLETED'],
] as const;

type Take = (browser: TestBrowser, gateway: Client) => Promise<Buffer>;

const takes: Readonly<Record<string, Take>> = {
  async 'start-page.webp'(browser, gateway) {
    const token = await gateway.authenticate();
    const device = { browserData: { language: 'en', userAgent: 'x', acceptHeader: '*/*' } };
    for (const [place, [amount, card]] of shown.entries()) {
      const orderId = `order-${1001 + place}`;
      const body = cardRequest({ amount, card, orderId, extra: { device } });
      await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
    }
    const { page, close } = await openPaymentPage(browser, gateway.url, { context });
    for (const [, , status] of shown) {
      await page.waitForSelector(`#live-payments li :text("${status}")`);
    }
    return shoot(page, close);
  },
  async 'payment-page.webp'(browser, gateway) {
    const shop = await openPageShop(gateway);
    const order = { amount: 129, extOrderId: 'order-1004' };
    const { page, close } = await openPayment(browser, shop, { order }, { context });
    await typeCard(page, { number: cards.challenge });
    return shoot(page, close);
  },
};

/** The names of the files. */
export const pictures: readonly string[] = Object.keys(takes);

/** The gateway must be as freshly started: the start page shows the payments of everyone. */
export async function takePictures(
  browser: TestBrowser,
  gateway: Client,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, take] of Object.entries(takes)) {
    writeFileSync(join(folder, name), await take(browser, gateway));
  }
}

/** Playwright makes only PNG and JPEG, which are several times larger than WebP. */
async function shoot(page: Page, close: () => Promise<void>): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const options = { format: 'webp', quality: QUALITY } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  await close();
  return Buffer.from(data, 'base64');
}
