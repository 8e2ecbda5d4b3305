// Saved cards on the payment page in a real browser, with and without JavaScript: the consent, the
// card in the next payment of the customer, its security code, and another card.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { until } from '../support/waiting/until.ts';
import { payButton, payWithCard, typeCard, untilView } from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import {
  openPageShop,
  openPayment,
  type OpenedPayment,
  type PagePayment,
  type PageShop,
} from './support/page-shop.ts';
import { desktop, noScript } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const contexts = [
  ['with JavaScript', desktop, ''],
  ['without JavaScript', noScript, '-no-script'],
] as const;
const page = { savesCards: true };

suite('saved cards on the payment page', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  /** With and without the code of saved cards. */
  let shop: PageShop;
  let strict: PageShop;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway, { page });
    strict = await openPageShop(gateway, { page, storedCardCode: 'REQUIRED' });
    await untilRangesKnown(gateway);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const newCustomer = (): Json => ({ customer: { extCustomerId: `c-${randomUUID()}` } });
  const open = (request: Json, context: typeof desktop, of = shop): Promise<OpenedPayment> =>
    openPayment(browser, of, request, { context, messages: [/status of 422/] });
  async function isSaved({ paymentId }: PagePayment, of = shop): Promise<void> {
    const path = `/v1/ecommerce/payment/${paymentId}/cards`;
    const isListed = async () =>
      (await gateway.call<Json[]>('GET', path, { token: of.token })).body.length === 1;
    await until(isListed, 'the saved card');
  }
  async function saveCard(customer: Json, context: typeof desktop, of = shop): Promise<void> {
    const opened = await open(customer, context, of);
    await typeCard(opened.page, { number: cards.notEnrolled });
    await opened.page.check('#card-save');
    await payButton(opened.page).click();
    await untilView(opened.page, 'paid');
    await isSaved(opened, of);
    await opened.close();
  }
  const typeOf = async (of: PageShop, { paymentId }: PagePayment): Promise<unknown> =>
    ((await of.read(paymentId))['instrument'] as Json)['type'];
  const savedCards = (on: Page) => on.locator('.saved-card');

  for (const [how, context, suffix] of contexts) {
    test(`${how}: a card that is saved with consent pays next time`, async () => {
      const customer = newCustomer();
      const first = await open(customer, context);
      await typeCard(first.page, { number: '4000000000000002' });
      assert.equal(await savedCards(first.page).count(), 0);
      assert.equal(await first.page.isChecked('#card-save'), false, 'the customer decides');
      await first.page.check('#card-save');
      await first.check(`save-card${suffix}`);
      await payButton(first.page).click();
      await first.page.waitForSelector('#refusal');
      await typeCard(first.page, { number: cards.notEnrolled });
      await first.page.check('#card-save');
      await payButton(first.page).click();
      await untilView(first.page, 'paid');
      await isSaved(first);
      await first.close();
      const second = await open(customer, context);
      await second.page.check('#method-CARD');
      assert.equal(await savedCards(second.page).count(), 1);
      assert.match((await savedCards(second.page).textContent()) ?? '', /Visa.*1111/);
      await second.check(`saved-card${suffix}`);
      await payButton(second.page).click();
      await untilView(second.page, 'paid');
      assert.equal(await typeOf(shop, second), 'COF');
      await second.close();
    });

    test(`${how}: a saved card with its security code`, async () => {
      const customer = newCustomer();
      await saveCard(customer, context, strict);
      const opened = await open(customer, context, strict);
      await opened.page.check('#method-CARD');
      await payButton(opened.page).click();
      await opened.page.waitForSelector('#errors a');
      const code = opened.page.locator('input[name^="code-"]');
      await code.fill('123');
      await opened.check(`saved-card-code${suffix}`);
      await payButton(opened.page).click();
      await untilView(opened.page, 'paid');
      assert.equal(await typeOf(strict, opened), 'COF');
      await opened.close();
    });

    test(`${how}: another card beside a saved one, not saved without consent`, async () => {
      const customer = newCustomer();
      await saveCard(customer, context);
      const opened = await open(customer, context);
      await opened.page.check('#method-CARD');
      await opened.page.check('#card-new');
      await payWithCard(opened.page, '5555555555554444');
      await untilView(opened.page, 'paid');
      assert.equal(await typeOf(shop, opened), 'CARD');
      assert.equal((await shop.read(opened.paymentId))['tokenizerId'], undefined);
      await isSaved(opened);
      await opened.close();
    });

    test(`${how}: customers whom the shop does not know are not asked`, async () => {
      const opened = await open({}, context);
      await opened.page.check('#method-CARD');
      assert.equal(await opened.page.locator('#card-save').count(), 0);
      await opened.close();
    });
  }
});
