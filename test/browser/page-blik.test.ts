// BLIK on the payment page in a real browser: a code, a wrong code and a new one, a refusal in the
// app, a saved shop, several bank apps, and everything without a script.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { openPageShop, openPayment, returnAddress, type PageShop } from './support/page-shop.ts';
import { noScript, openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite('BLIK on the payment page', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  let blik: BlikClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway);
    blik = blikClient(gateway, shop.token);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const enter = async (page: Page, code: string): Promise<void> => {
    await page.check('#method-BLIK');
    await page.fill('#blik-code', '');
    await page.locator('#blik-code').pressSequentially(code);
    await page.click('.method:has(#method-BLIK) button[type=submit]');
  };
  const refusal = (page: Page, text: RegExp) => page.locator('#refusal', { hasText: text });

  /** A code of the phone of a bank in the sandbox. */
  async function openBankApp(context: BrowserContext, bank: string): Promise<Page> {
    const app = await context.newPage();
    await app.goto(`${gateway.url}/sandbox/blik`);
    await app.click(`text=${bank}`);
    return app;
  }
  async function takeCode(app: Page): Promise<string> {
    await app.click('text=/^Get a(nother)? BLIK code|Get another code/');
    return ((await app.textContent('.facts dd')) ?? '').trim();
  }

  test('a code that is confirmed in the app; the field is as BLIK asks for it', async () => {
    const opened = await openPayment(browser, shop, {}, { context: phone });
    const { page, context, paymentId, check, close } = opened;
    await page.check('#method-BLIK');
    const field = page.locator('#blik-code');
    const attributes = await page.evaluate(`(() => {
      const { placeholder, inputMode, autocomplete, value } = document.querySelector('#blik-code');
      const hasFocus = document.activeElement.id === 'blik-code';
      return [placeholder, inputMode, autocomplete, value, hasFocus];
    })()`);
    assert.deepEqual(attributes, ['', 'numeric', 'off', '', false]);
    await check('blik');
    const app = await openBankApp(context, 'Bank Zielony');
    const code = await takeCode(app);
    await field.pressSequentially(code.replace(' ', ''));
    assert.match(await field.inputValue(), /^\d{3} \d{3}$/, 'shown in two groups');
    await page.click('.method:has(#method-BLIK) button[type=submit]');
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    const told = await page.textContent('main');
    assert.match(told ?? '', /confirm the payment of PLN\s123\.45 to Teashop/);
    assert.match(told ?? '', /Time left to confirm: \d:\d\d/);
    await check('blik-confirm');
    await page.reload();
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await app.click('button:has-text("Accept")');
    await page.waitForSelector('h1:text("Payment successful")');
    await check('blik-paid');
    await page.waitForURL(returnAddress(opened));
    assert.equal((await shop.read(paymentId))['status'], 'COMPLETED');
    await close();
  });

  test('wrong input is told at the field, a refused code above the open form', async () => {
    const { link, paymentId } = await shop.create();
    const { page, check, close } = await openPaymentPage(browser, link, { context: phone });
    await enter(page, '12345');
    await page.waitForSelector('#blik-code-error:text("6 digits")');
    assert.equal(await page.textContent('#errors'), 'Please check: BLIK code');
    assert.equal(await page.locator('#blik-code-hint').count(), 0, 'instead of the hint');
    assert.equal(await page.evaluate('document.activeElement.id'), 'errors');
    await check('blik-error');
    await page.click('#errors a');
    assert.equal(await page.evaluate('document.activeElement.id'), 'blik-code');
    assert.equal((await shop.read(paymentId))['status'], 'NEW', 'nothing was sent');
    await enter(page, '100001');
    await refusal(
      page,
      /This BLIK code is not correct\. You were not charged\. Enter a new/,
    ).waitFor();
    assert.ok(await page.isChecked('#method-BLIK'), 'the form is open for a new code');
    assert.equal(await page.inputValue('#blik-code'), '', 'a used code is not shown again');
    await check('blik-wrong-code');
    await enter(page, '777123');
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });

  test('after a refusal in the app another method is open', async () => {
    const { link } = await shop.create();
    const { page, context, check, close } = await openPaymentPage(browser, link);
    const app = await openBankApp(context, 'Bank Niebieski');
    await enter(page, await takeCode(app));
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await app.click('button:has-text("Refuse")');
    await refusal(page, /declined in your bank’s app/).waitFor();
    await check('blik-refused');
    await page.check('#method-CARD');
    assert.ok(await page.isVisible('#card-number'));
    await enter(page, await takeCode(app));
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await app.click('button:has-text("Accept")');
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });

  /** A payment of a customer whom the shop knows; `answer` is what the customer does in the app. */
  async function createFor(extCustomerId: string) {
    const made = await shop.create({ customer: { extCustomerId } });
    const { paymentId } = made;
    const answer = (what: 'accept' | 'refuse') => blik.answer({ paymentId }, what);
    return { ...made, answer };
  }
  /** Pays with a code and saves the shop. */
  async function saveShop(extCustomerId: string): Promise<void> {
    const { link, answer } = await createFor(extCustomerId);
    const { page, check, close } = await openPaymentPage(browser, link, { context: phone });
    await page.check('#method-BLIK');
    assert.equal(await page.isChecked('#blik-save'), false);
    await page.check('#blik-save');
    await check('blik-save');
    await enter(page, await blik.code());
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await answer('accept');
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  }
  const submit = (page: Page): Promise<void> =>
    page.click('.method:has(#method-BLIK) button[type=submit]');
  /** The app reports a moment later that the shop was saved. */
  async function openWithoutCode(link: string) {
    const opened = await openPaymentPage(browser, link, { context: phone });
    while ((await opened.page.locator('#blik-way-alias').count()) === 0) await opened.page.reload();
    await opened.page.check('#method-BLIK');
    return opened;
  }

  test('a shop that was saved with consent is paid without a code next time', async () => {
    const customer = `customer-${randomUUID()}`;
    await saveShop(customer);
    const { link, answer } = await createFor(customer);
    const { page, check, close } = await openWithoutCode(link);
    assert.ok(await page.isChecked('#blik-way-alias'));
    assert.equal(await page.isVisible('#blik-code'), false);
    await check('blik-one-click');
    await page.check('#blik-way-code');
    assert.ok(await page.isVisible('#blik-code'), 'a code is the alternative');
    await page.check('#blik-way-alias');
    await submit(page);
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await answer('accept');
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });

  test('a shop that was saved in several apps: the customer chooses one', async () => {
    await saveShop('ambiguous');
    const { link } = await createFor('ambiguous');
    const { page, check, close } = await openWithoutCode(link);
    await submit(page);
    await page.waitForSelector('legend:text("Which bank would you like to pay with?")');
    await submit(page);
    await page.waitForSelector('#blik-app-error:text-is("Choose a bank.")');
    await check('blik-apps');
    await page.check('#blik-app label >> nth=0');
    await submit(page);
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });

  test('without a script: a wrong code, a new one, and the result', async () => {
    const { link, paymentId } = await shop.create();
    const { page, check, close } = await openPaymentPage(browser, link, {
      context: noScript,
      messages: [/422/],
    });
    await enter(page, '12a');
    await page.waitForSelector('#blik-code-error');
    await check('blik-no-script');
    await enter(page, '100001');
    await refusal(page, /not correct/).waitFor();
    await enter(page, '777 123');
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    await page.goto(link);
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });
});
