// The page of a simulated bank in a real browser: log in, pay, refuse, walk away and come back,
// with and without JavaScript, on a phone and on a desktop, in every language.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { bankTexts } from '@bramka/sandbox/bank/pages/texts.ts';
import { findChromium } from '../setup/chromium.ts';
import { addMerchantClient, paymentIdOf, type MerchantClient } from '../support/life/payments.ts';
import { openLoopback, type LoopbackServer } from '../support/loopback-server.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { createTransfer, waitFor } from '../support/transfers/bank.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

suite('the page of a simulated bank', { skip, concurrency: 2 }, () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  let shop: LoopbackServer;
  let browser: TestBrowser;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    shop = await openLoopback();
    shop.behave = (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Shop</title><h1>Thanks</h1>');
    };
    merchant = await addMerchantClient(gateway, { redirectOrigins: [shop.url] });
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    await browser?.close();
    shop?.close();
    await gateway?.release();
  });

  interface Visit {
    readonly page: Page;
    readonly paymentId: string;
    readonly problems: string[];
  }

  async function visit(amount = 10, options: BrowserContextOptions = {}): Promise<Visit> {
    const redirectURL = `${shop.url}/thanks`;
    const created = await createTransfer(merchant, { amount, redirectURL });
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const problems: string[] = [];
    context.on('console', (message) => problems.push(message.text()));
    context.on('weberror', (error) => problems.push(error.error().message));
    const page = await context.newPage();
    await page.goto(String(created.body['redirectURL']));
    return { page, paymentId: paymentIdOf(created), problems };
  }

  async function logIn(page: Page, password = '1234'): Promise<void> {
    await page.fill('#password', password);
    await page.click('button[value=login]');
  }

  async function assertBack({ page, paymentId, problems }: Visit): Promise<void> {
    await page.waitForURL(`${shop.url}/thanks?*`);
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get('paymentId'), paymentId);
    await page.context().close();
    assert.deepEqual(
      problems.filter((text) => !/favicon|400 \(Bad Request\)/.test(text)),
      [],
    );
  }

  test('a wrong password is announced at its field, the right one shows the transfer', async () => {
    const seen = await visit(1234.5);
    const { page } = seen;
    assert.equal(await page.textContent('h1'), 'Log in to your bank');
    assert.match(await page.title(), /Test bank \(Sandbox\)/);
    await logIn(page, '9999');
    await page.waitForSelector('#slip');
    const field = page.locator('#password');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await field.getAttribute('aria-describedby'), 'hint slip');
    await logIn(page);
    await page.waitForSelector('h1:has-text("Confirm the transfer")');
    const facts = (await page.textContent('.facts')) ?? '';
    assert.match(facts, /Payment operator BM[^]*PLN\s1,234\.50[^]*Zamowienie zolte/);
    await page.click('button[value=pay]');
    await assertBack(seen);
    await waitFor(merchant, seen.paymentId, 'COMPLETED');
  });

  test('a refused transfer returns to the shop', async () => {
    const seen = await visit(10, phone);
    await logIn(seen.page);
    await seen.page.click('button[value=refuse]');
    await assertBack(seen);
    const ended = await waitFor(merchant, seen.paymentId, 'REJECTED');
    assert.equal(ended['rejectCode'], 'CANCELLED_BY_CUSTOMER');
  });

  test('a customer who walks away can come back and pay', async () => {
    const seen = await visit();
    const { page, paymentId } = seen;
    await logIn(page);
    await page.click('button[value=abandon]');
    await page.waitForSelector('h1:has-text("You left the page")');
    assert.equal((await merchant.read(paymentId))['status'], 'PENDING');
    await page.click('text=Continue with the transfer');
    await page.click('button[value=pay]');
    await assertBack(seen);
    await waitFor(merchant, paymentId, 'COMPLETED');
  });

  test('without JavaScript a button leads back to the shop', async () => {
    const seen = await visit(10, { ...phone, javaScriptEnabled: false });
    const { page } = seen;
    await logIn(page);
    await page.click('button[value=pay]');
    await page.waitForSelector('h1:has-text("Transfer made")');
    await page.click('text=Back to the shop');
    await assertBack(seen);
    await waitFor(merchant, seen.paymentId, 'COMPLETED');
  });

  test('insufficient funds are shown, and the payment is rejected', async () => {
    const seen = await visit(10.51, { javaScriptEnabled: false });
    await logIn(seen.page);
    await seen.page.click('button[value=pay]');
    await seen.page.waitForSelector('h1:has-text("Not enough money on the account")');
    await seen.page.context().close();
    await waitFor(merchant, seen.paymentId, 'REJECTED');
  });

  for (const [language, texts] of Object.entries(bankTexts)) {
    test(`the page speaks ${language} and fits the narrowest phone`, async () => {
      const { page } = await visit(10, { locale: language, viewport: { width: 250, height: 500 } });
      assert.equal(await page.textContent('h1'), texts.loginTitle);
      assert.equal(await page.getAttribute('html', 'lang'), language);
      await logIn(page);
      await page.waitForSelector(`h1:has-text("${texts.payTitle}")`);
      const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.equal(await page.evaluate(widths), 0);
      const heights =
        'Math.min(...[...document.querySelectorAll("button")].map((b) => b.offsetHeight))';
      assert.ok(Number(await page.evaluate(heights)) >= 44, 'buttons can be touched');
      await page.context().close();
    });
  }

  test('a link with another token shows nothing', async () => {
    const { page } = await visit();
    const response = await page.goto(
      `${page.url().slice(0, -1)}${page.url().endsWith('A') ? 'B' : 'A'}`,
    );
    assert.equal(response?.status(), 404);
    assert.match((await page.textContent('main')) ?? '', /This transfer does not exist/);
    const other = await page.goto(`${page.url()}/act`);
    assert.equal(other?.status(), 405);
    await page.context().close();
  });
});
