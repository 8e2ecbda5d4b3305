// The slow pass: every state of the payment page on phone and desktop, light and dark, with
// providers that take 1.5 seconds to answer. With BRAMKA_SCREENSHOTS each state is a picture.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance, readClock, setFaults } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import {
  challengeFrame,
  payButton,
  payWithCard,
  typeCard,
  untilView,
} from './support/card-form.ts';
import { press } from './support/customer.ts';
import { holdAnswers } from './support/held-requests.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { chooseTestBank } from './support/method-forms.ts';
import {
  openPageShop,
  openPayment,
  type OpenedPayment,
  type PageShop,
} from './support/page-shop.ts';
import { desktop, lookAt, openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const LATENCY_MS = 1500;
const providers = ['acquirer', 'directory', 'acs', 'blik', 'autopay', 'pa', 'tokens'];
/** The issuer of this card answers after some seconds. */
const SLOW_CARD = '4000000000020075';

suite('the payment page with slow providers', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  let blik: BlikClient;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    await untilRangesKnown(gateway);
    shop = await openPageShop(gateway, { page: { savesCards: true } });
    blik = blikClient(gateway, shop.token);
    await setFaults(gateway, ...providers.map((provider) => ({ provider, latencyMs: LATENCY_MS })));
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const typed = (page: Page): Promise<string[]> =>
    Promise.all(['number', 'expiry', 'code'].map((name) => page.inputValue(`#card-${name}`)));
  const sends = (page: Page, method = 'CARD') => {
    const isOwn = (url: string): boolean => url.endsWith('/instrument');
    const held = holdAnswers(page.context(), (request) => isOwn(request.url()));
    return held.then(async (answers) => {
      await payButton(page, method).click();
      await answers.sent;
      return answers;
    });
  };
  /** Where things are that must not move while the customer waits. */
  const places = (page: Page, method = 'CARD'): Promise<unknown> =>
    page.evaluate(`['.summary', '#pay', '.method:has(#method-${method}) button[type=submit]'].map(
      (selector) => {
        const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [selector, x, y + scrollY, width, height].join(' ');
      },
    )`);
  async function assertBusy(page: Page, before: unknown, method = 'CARD'): Promise<void> {
    const button = payButton(page, method);
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.equal(await button.textContent(), 'One moment …');
    assert.deepEqual(await places(page, method), before, 'nothing jumps');
  }

  for (const [window, context] of Object.entries({ phone, desktop })) {
    const open = (request: Json = {}): Promise<OpenedPayment> =>
      openPayment(browser, shop, request, { context, messages: [/status of 40[14]/] });
    const look = (page: Page, state: string): Promise<void> => lookAt(page, `${state}-${window}`);

    test(`${window}: a declined card keeps what was typed, and another one pays`, async () => {
      const { page, close } = await open({ customer: { extCustomerId: `c-${randomUUID()}` } });
      await look(page, '01-form');
      await payButton(page).click();
      await look(page, '02-errors');
      await typeCard(page, { number: cards.declined, expiry: '11/38' });
      assert.equal(await page.locator('#errors').count(), 0);
      const before = await places(page);
      const answers = await sends(page);
      await assertBusy(page, before);
      assert.deepEqual(await typed(page), ['4000 0000 0000 0002', '11/38', '']);
      await look(page, '03-busy');
      await payButton(page).dispatchEvent('click');
      assert.equal(answers.count(), 1, 'a second click sends nothing');
      await answers.release();
      await page.waitForSelector('#refusal:has-text("declined the payment")');
      assert.deepEqual(await typed(page), ['4000 0000 0000 0002', '11/38', '']);
      assert.equal(await page.evaluate('document.activeElement.id'), 'refusal');
      await look(page, '04-refused');
      await page.fill('#card-number', SLOW_CARD);
      await page.fill('#card-code', '123');
      await payButton(page).click();
      await untilView(page, 'waiting');
      const news = await holdAnswers(page.context(), (request) => request.method() === 'GET');
      await look(page, '05-waiting');
      await news.release();
      await untilView(page, 'paid');
      assert.equal(await page.locator('#card-number').count(), 0);
      await look(page, '06-paid');
      await close();
    });

    test(`${window}: a challenge that is cancelled keeps what was typed`, async () => {
      const { page, close } = await open();
      await typeCard(page, { number: cards.methodThenChallenge, expiry: '11/38' });
      const fingerprint = await holdAnswers(
        page.context(),
        (request) => request.frame().name() === 'fingerprint-frame',
      );
      await payButton(page).click();
      await untilView(page, 'fingerprint');
      await fingerprint.sent;
      await look(page, '07-fingerprint');
      await fingerprint.release();
      const bank = await challengeFrame(page);
      assert.equal(await page.inputValue('#card-code'), '');
      await look(page, '08-challenge');
      await press(bank, 'Cancel');
      await untilView(page, 'choose');
      assert.deepEqual(await typed(page), ['4917 1101 2000 0006', '11/38', '']);
      await look(page, '09-challenge-cancelled');
      await close();
    });

    test(`${window}: BLIK is refused in the app, then confirmed`, async () => {
      const { page, paymentId, close } = await open();
      await page.check('#method-BLIK');
      await look(page, '10-blik');
      await page.fill('#blik-code', await blik.code());
      const before = await places(page, 'BLIK');
      const answers = await sends(page, 'BLIK');
      await assertBusy(page, before, 'BLIK');
      assert.equal(await page.inputValue('#blik-code'), '');
      await look(page, '11-blik-busy');
      await answers.release();
      await untilView(page, 'confirm');
      await look(page, '12-blik-confirm');
      await blik.answer({ paymentId }, 'refuse');
      await page.waitForSelector('#refusal:has-text("declined in your bank’s app")');
      assert.ok(await page.isVisible('#blik-code'));
      await look(page, '13-blik-refused');
      await page.fill('#blik-code', await blik.code());
      await payButton(page, 'BLIK').click();
      await untilView(page, 'confirm');
      await blik.answer({ paymentId }, 'accept');
      await untilView(page, 'paid');
      await close();
    });

    test(`${window}: the way to a bank`, async () => {
      const { page, link, close } = await open();
      await page.check('#method-PBL');
      await look(page, '14-banks');
      await chooseTestBank(page);
      await look(page, '15-bank-chosen');
      await payButton(page, 'PBL').click();
      await page.waitForSelector('#password');
      await page.goto(link);
      await untilView(page, 'redirect');
      await look(page, '16-redirect');
      await close();
    });

    test(`${window}: offline, a challenge elsewhere, and cancelled by the shop`, async () => {
      const opened = await openPayment(
        browser,
        shop,
        {},
        {
          context,
          messages: [/ERR_INTERNET_DISCONNECTED/],
        },
      );
      const { page, context: own, link, paymentId, close } = opened;
      await typeCard(page, { number: cards.notEnrolled });
      await own.setOffline(true);
      await page.waitForSelector('.is-offline:has-text("You are offline")');
      await look(page, '17-offline');
      await own.setOffline(false);
      await page.waitForSelector('.is-offline:has-text("You are offline")', { state: 'detached' });
      const other = await openPaymentPage(browser, link);
      await payWithCard(other.page, cards.challenge);
      await untilView(page, 'elsewhere');
      await look(page, '18-elsewhere');
      await other.context.close();
      const path = `/v1/ecommerce/payment/${paymentId}/cancel`;
      await gateway.call('POST', path, { token: shop.token, body: {} });
      await untilView(page, 'cancelled');
      await look(page, '19-cancelled');
      await close();
    });

    test(`${window}: a refusal that ends the payment`, async () => {
      const { page, close } = await open({ options: { repeat: false } });
      await payWithCard(page, cards.declined);
      await untilView(page, 'refused');
      await look(page, '20-refused-end');
      await close();
    });

    test(`${window}: the last minute, too late, and a link that was replaced`, async () => {
      const { page, paymentId, close } = await open();
      const [{ validUntil }, { now }] = [await shop.read(paymentId), await readClock(gateway)];
      const leftSeconds = (Date.parse(String(validUntil)) - Date.parse(now)) / 1000;
      await advance(gateway, Math.floor(leftSeconds) - 45);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.waitForSelector('.countdown.is-short');
      await look(page, '21-last-minute');
      await advance(gateway, 60);
      await untilView(page, 'expired');
      await look(page, '22-expired');
      await close();
      const replaced = await open();
      const path = `/v1/ecommerce/payment/${replaced.paymentId}/restore`;
      await gateway.call('POST', path, { token: shop.token, body: {} });
      await untilView(replaced.page, 'gone');
      await look(replaced.page, '23-gone');
      await replaced.close();
    });
  }
});
