// A customer's browser window at the test shop: all requests and console errors are recorded, also
// of frames and other tabs.

import { randomUUID } from 'node:crypto';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Page,
} from 'playwright-core';
import type { TestBrowser } from './launch-browser.ts';
import type { Shop } from './shops/shop.ts';
import type { Way } from './shops/shop-pages.ts';

export interface Wish {
  readonly card: string;
  readonly holder?: string;
  readonly way?: Way;
  /** False: the shop names no return URL. */
  readonly hasHome?: boolean;
}

export interface Customer {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly orderId: string;
  readonly said: string[];
  readonly asked: string[];
  /** Fills in and submits the checkout in this tab, by default the first. */
  readonly checkOut: (wish: Wish, tab?: Page) => Promise<void>;
  /** The payment of the last order. */
  readonly paymentId: () => string;
}

export async function welcome(
  browser: TestBrowser,
  shop: Shop,
  options: BrowserContextOptions = {},
): Promise<Customer> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const said: string[] = [];
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('console', (message) => said.push(`${message.text()} ${message.location().url}`));
  context.on('weberror', (error) => said.push(error.error().message));
  const page = await context.newPage();
  const orderId = `order-${randomUUID()}`;
  return {
    context,
    page,
    orderId,
    said,
    asked,
    async checkOut({ card, holder = '', way = 'page', hasHome = true }, tab = page) {
      const query = new URLSearchParams({ order: orderId, way, home: hasHome ? 'yes' : '' });
      await tab.goto(`${shop.url}/checkout?${String(query)}`);
      await tab.fill('[name=card]', card);
      await tab.fill('[name=holder]', holder);
      await tab.click('button');
    },
    paymentId() {
      const id = shop.payments.get(orderId)?.at(-1);
      if (id === undefined) throw new Error('the order has no payment');
      return id;
    },
  };
}

/** Presses the button with exactly this text. */
export function press(where: Frame | Page, button: string): Promise<void> {
  return where.click(`button:text-is("${button}")`);
}

/** The bank's frame on the shop's page, once its question is shown. */
export async function bankFrame(page: Page): Promise<Frame> {
  await page.waitForSelector('iframe[name=bank]');
  const frame = page.frame('bank');
  if (!frame) throw new Error('the shop shows no frame');
  await frame.waitForSelector('main h1');
  return frame;
}
