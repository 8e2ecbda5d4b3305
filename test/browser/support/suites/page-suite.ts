// A suite of tests of the payment page in a real browser: a gateway, a browser and a shop, which
// are released at the end.
import { after, before, suite } from 'node:test';
import { findChromium } from '../../../setup/chromium.ts';
import type { Json } from '../../../support/client.ts';
import { anyDatabase } from '../../../support/installation.ts';
import {
  exclusiveGateway,
  sharedGateway,
  type BorrowedGateway,
} from '../../../support/pool/borrow.ts';
import { untilRangesKnown } from '../../../support/threeds/known-ranges.ts';
import { launchBrowser, type TestBrowser } from '../launch-browser.ts';
import { openPageShop, type PageShop } from '../page-shop.ts';

/** Set when the first test starts. */
export interface PageRun {
  gateway: BorrowedGateway;
  browser: TestBrowser;
  shop: PageShop;
}

export interface SuiteOptions {
  /** Of the shop. */
  readonly settings?: Json;
  /** The tests move the clock or set faults. */
  readonly isExclusive?: boolean;
}

/** Customers may agree to save a card. */
export const savesCards: SuiteOptions = { settings: { page: { savesCards: true } } };

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

/** `define` adds the tests, and further preparations as `before`. */
export function pageSuite(
  name: string,
  { settings = {}, isExclusive = false }: SuiteOptions,
  define: (run: PageRun) => void,
): void {
  suite(name, { skip }, () => {
    const run = {} as PageRun;
    before(async () => {
      run.gateway = await (isExclusive ? exclusiveGateway : sharedGateway)(anyDatabase);
      run.browser = await launchBrowser(executablePath ?? '');
      await untilRangesKnown(run.gateway);
      run.shop = await openPageShop(run.gateway, settings);
    });
    after(async () => {
      await run.browser?.close();
      await run.gateway?.release();
    });
    define(run);
  });
}
