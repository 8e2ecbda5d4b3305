// The BLIK phone in a real browser: a code, a payment that appears by itself, accept and refuse,
// saved shops; also without JavaScript, on a phone and on a desktop.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'pl-PL' };
const noScript: BrowserContextOptions = { ...desktop, javaScriptEnabled: false };

suite('the BLIK phone in a browser', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let blik: BlikClient;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    blik = blikClient(gateway, await gateway.authenticate());
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const folder = process.env['BRAMKA_SCREENSHOTS'];
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  /** Opens the phone of a bank; fails at the end if the browser reported an error. */
  async function open(options: BrowserContextOptions, bank: string) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`${gateway.url}/sandbox/blik`);
    await shoot(page, `pick-${String(options.locale)}`);
    await page.click(`text=${bank}`);
    const close = async (): Promise<void> => {
      await context.close();
      assert.deepEqual(said, []);
    };
    return { page, close };
  }
  const codeOn = async (page: Page): Promise<string> => {
    const shown = (await page.textContent('.facts dd')) ?? '';
    assert.match(shown.trim(), /^\d{3} \d{3}$/);
    return shown.replace(/\s/g, '');
  };
  const widthFits = async (page: Page): Promise<void> => {
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0, 'the page does not scroll sideways');
  };

  test('a payment appears by itself and is accepted with the saved shop', async () => {
    const { page, close } = await open(phone, 'Bank Zielony');
    await shoot(page, 'empty-pl');
    assert.match((await page.textContent('main')) ?? '', /Żadna płatność nie czeka/);
    await page.click('text=Pobierz kod BLIK');
    const code = await codeOn(page);
    await shoot(page, 'code-pl');
    const instrument = { type: 'BLIK_CODE', code, alias: 'browser-customer' };
    const payment = await blik.pay(instrument, { options: { registerAlias: true } });
    await page.waitForSelector('text=Potwierdź i zapisz sklep');
    assert.match((await page.textContent('main')) ?? '', /123,00\sPLN/);
    await shoot(page, 'push-pl');
    await widthFits(page);
    await page.click('text=Potwierdź i zapisz sklep');
    assert.equal((await blik.status(payment))['status'], 'COMPLETED');
    await page.waitForSelector('text=Płaci bez kodu');
    await shoot(page, 'saved-pl');
    await page.click('button:has-text("Usuń")');
    await page.waitForSelector('text=Żaden sklep nie jest zapisany');
    assert.deepEqual(await blik.aliases(), []);
    await close();
  });

  test('a payment appears by itself on a phone with many payments and saved shops', async () => {
    for (const alias of ['one', 'two', 'three']) {
      const saved = { type: 'BLIK_CODE', code: await blik.code('1'), alias };
      const payment = await blik.pay(saved, { options: { registerAlias: true } });
      await blik.answer(payment, 'accept');
      await blik.status(payment, 'COMPLETED');
    }
    const { page, close } = await open(desktop, 'Bank Zielony');
    assert.equal(await page.locator('button[value=remove]').count(), 3);
    for (const index of [0, 1]) {
      await blik.pay(await blik.code('1'));
      await page.locator('button[value=accept]').nth(index).waitFor();
    }
    await close();
  });

  test('everything works without JavaScript, and a payment is refused', async () => {
    const { page, close } = await open(noScript, 'Bank Niebieski');
    await page.click('text=Get a BLIK code');
    const payment = await blik.pay(await codeOn(page));
    await blik.push(payment);
    await page.click('text=Look for payments');
    await shoot(page, 'push-en');
    await widthFits(page);
    await page.click('button:has-text("Refuse")');
    assert.equal((await blik.status(payment))['rejectCode'], 'BLIK_USER_DECLINED');
    assert.match((await page.textContent('main')) ?? '', /No payment waits for you/);
    await close();
  });

  test('a code is replaced and cancelled', async () => {
    const { page, close } = await open(desktop, 'Bank Czerwony');
    await page.click('text=Get a BLIK code');
    const first = await codeOn(page);
    await page.click('text=Get another code');
    assert.notEqual(await codeOn(page), first);
    await page.click('text=Cancel the code');
    await page.waitForSelector('text=No code.');
    await shoot(page, 'empty-en');
    await close();
  });

  test('controls have names, one heading leads, and the language is declared', async () => {
    const { page, close } = await open(desktop, 'Bank Zielony');
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('button, a')].filter((one) => !one.textContent.trim()).length`,
    );
    assert.equal(nameless, 0);
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await close();
  });

  test('an unknown phone and an unknown button are pages with an error', async () => {
    const missing = await fetch(`${gateway.url}/sandbox/blik/phone/9`);
    assert.equal(missing.status, 404);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: 'do=nothing' };
    const strange = await fetch(`${gateway.url}/sandbox/blik/phone/1/act`, init);
    assert.equal(strange.status, 400);
    assert.match(strange.headers.get('content-type') ?? '', /text\/html/);
  });
});
