// Opens the payment page behind a link as a customer does, and checks each of its states: fits the
// window from 320 px, has no barrier, and caused no problem. Takes screenshots when
// BRAMKA_SCREENSHOTS names a folder.
import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { assertAccessible, assertFits } from './accessibility.ts';
import { type TestBrowser } from './launch-browser.ts';
import { recordProblems, type PageProblems } from './page-problems.ts';

export const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  locale: 'en-GB',
};
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  hasTouch: true,
  isMobile: true,
};
export const noScript: BrowserContextOptions = { ...phone, javaScriptEnabled: false };

export interface OpenOptions {
  /** Default: a desktop in English. */
  readonly context?: BrowserContextOptions;
  /** Besides that of the link. */
  readonly origins?: readonly string[];
  /** Problems that belong to the test. */
  readonly messages?: readonly RegExp[];
}

export interface PaymentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: PageProblems;
  /** Checks what is shown now; `name` is that of the screenshots as well. */
  readonly check: (name: string) => Promise<void>;
  /** Fails if there was a problem since the page was opened. */
  readonly close: () => Promise<void>;
}

const folder = process.env['BRAMKA_SCREENSHOTS'];
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const narrow = { width: 320, height: 640 };

export async function openPaymentPage(
  browser: TestBrowser,
  link: string,
  { context: wanted = desktop, origins = [], messages = [] }: OpenOptions = {},
): Promise<PaymentPage> {
  const context = await browser.newContext(wanted);
  const allowed = { origins: [new URL(link).origin, ...origins], messages };
  const problems = await recordProblems(context, allowed);
  const page = await context.newPage();
  await page.goto(link);
  return {
    page,
    context,
    problems,
    check: (name) => checkState(page, name, wanted.javaScriptEnabled !== false),
    async close() {
      const found = problems.take();
      await context.close();
      assert.deepEqual(found, []);
    },
  };
}

const schemes = ['light', 'dark'] as const;

/** Checks what is shown in this window, light and dark. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await assertFits(page, name);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page, `${name}-${colorScheme}`);
    const path = `${folder ?? ''}/${name}-${colorScheme}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}

async function checkState(page: Page, name: string, hasScript: boolean): Promise<void> {
  const size = page.viewportSize() ?? widths.desktop;
  await assertFits(page, name);
  if (hasScript) await assertAccessible(page, name);
  await page.setViewportSize(narrow);
  await assertFits(page, name);
  if (folder) await shoot(page, name, folder);
  await page.setViewportSize(size);
}

/** Phone and desktop, light and dark, and the narrowest window. */
async function shoot(page: Page, name: string, to: string): Promise<void> {
  const path = (kind: string): string => `${to}/${name}-${kind}.png`;
  await page.screenshot({ path: path('320'), fullPage: true });
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path(`${width}-${colorScheme}`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: null });
  }
}
