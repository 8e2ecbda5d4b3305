// Bank transfers on the payment page in a real browser: the search, banks that cannot be used, the
// way to the bank and back, refusals, and everything without a script.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { payButton } from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { chooseTestBank, logInAtBank } from './support/method-forms.ts';
import { openPageShop, openPayment, returnAddress, type PageShop } from './support/page-shop.ts';
import { noScript, openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

/** Words of the tiles that stand on more than one line, or beyond their tile. */
const brokenWords = `[...document.querySelectorAll('.bank')].flatMap((tile) => {
  const { left, right } = tile.getBoundingClientRect();
  const texts = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    for (const { index, 0: word } of data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = [...range.getClientRects()];
      const isInside = lines.every((line) => line.left > left && line.right < right);
      if (lines.length !== 1 || !isInside) found.push(word);
    }
  }
  return found;
})`;

suite('banks on the payment page', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const go = (page: Page): Promise<void> => payButton(page, 'PBL').click();
  const shownBanks = (page: Page): Promise<string[]> =>
    page.locator('.bank:visible .bank-name').allTextContents();

  test('the search, banks that cannot be used, and the button that names the bank', async () => {
    const { link } = await shop.create();
    const { page, check, close } = await openPaymentPage(browser, link, { context: phone });
    await page.check('#method-PBL');
    const first = await shownBanks(page);
    assert.deepEqual(first.slice(0, 3), ['PKO Bank Polski', 'mBank', 'ING Bank Śląski']);
    assert.equal(first.length, 8);
    await check('banks');
    await page.fill('#pbl-search', 'slaski');
    await page.waitForFunction('document.querySelectorAll(".bank:not([hidden])").length === 1');
    assert.deepEqual(await shownBanks(page), ['ING Bank Śląski']);
    await page.waitForSelector('[role=status]:text("1 bank found")');
    await page.press('#pbl-search', 'Enter');
    assert.equal(await page.locator('#errors').count(), 0, 'Enter in the search sends nothing');
    await page.fill('#pbl-search', 'xyz');
    await page.waitForSelector('text=No bank has this name.');
    await check('banks-none');
    await page.fill('#pbl-search', '');
    await page.click('text=/^Show all \\d+ banks$/');
    const low = page.locator('.bank', { hasText: 'Test bank with low limits' });
    assert.match((await low.textContent()) ?? '', /Only up to PLN\s10\.00/);
    assert.ok(await low.locator('input').isDisabled());
    const down = page.locator('.bank', { hasText: 'Test bank in maintenance' });
    assert.match((await down.textContent()) ?? '', /Not available at the moment/);
    await check('banks-all');
    await go(page);
    await page.waitForSelector('#pbl-bank-error:text-is("Choose your bank.")');
    assert.equal(await page.textContent('#errors'), 'Please check: Your bank');
    await check('banks-error');
    await page.check('#method-BLIK');
    await page.waitForSelector('#errors', { state: 'detached' });
    await page.check('#method-PBL');
    await page.check('#pbl-bank-3');
    await page.waitForSelector('button:text("Continue to mBank")');
    await close();
  });

  test('tiles have neutral marks, and no word is broken in any width or language', async () => {
    const { link } = await shop.create();
    const { page, close } = await openPaymentPage(browser, link);
    await page.check('#method-PBL');
    await page.click('text=/^Show all \\d+ banks$/');
    const marks = await page.evaluate<string[][]>(`[...document.querySelectorAll('.bank')]
      .filter((one) => one.querySelector(':enabled'))
      .map((one) => one.querySelector('.bank-mark'))
      .map((one) => [one.textContent, getComputedStyle(one).backgroundColor])`);
    assert.deepEqual(
      marks.slice(0, 4).map(([letters]) => letters),
      ['PKO', 'mB', 'ING', 'Pe'],
    );
    assert.equal(new Set(marks.map(([, ground]) => ground)).size, 1, 'no colour of a bank');
    for (const language of ['en', 'pl', 'de', 'uk']) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.click(`[data-language=${language}]`);
      await page.waitForSelector(`html[lang=${language}]`);
      for (const width of [320, 360, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await page.evaluate(brokenWords), [], `${language} at ${width} px`);
      }
    }
    await close();
  });

  test('to the bank and back: waiting, the result, and the return to the shop', async () => {
    const opened = await openPayment(browser, shop);
    const { page, link, check, close } = opened;
    await chooseTestBank(page);
    await check('banks-chosen');
    await go(page);
    await page.waitForURL(/\/sandbox\/bank\//);
    await page.goBack();
    await page.waitForSelector('h1:text("Continue at your bank")');
    await check('banks-redirect');
    await page.click('#go');
    await logInAtBank(page);
    await page.click('button[value=pay]');
    await page.waitForSelector('h1:text("Payment successful")');
    assert.equal(new URL(page.url()).pathname, new URL(link).pathname);
    await page.waitForURL(returnAddress(opened));
    await close();
  });

  test('a transfer that was refused at the bank leads back to the choice', async () => {
    const { link } = await shop.create();
    const { page, check, close } = await openPaymentPage(browser, link, { context: phone });
    await chooseTestBank(page);
    await go(page);
    await logInAtBank(page);
    await page.click('button[value=refuse]');
    await page.locator('#refusal', { hasText: 'You were not charged.' }).waitFor();
    await check('banks-refused');
    await page.check('#method-BLIK');
    await page.fill('#blik-code', '777123');
    await page.click('.method:has(#method-BLIK) button[type=submit]');
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });

  test('without a script every bank is shown, and the way leads to the bank and back', async () => {
    const { link, paymentId } = await shop.create();
    const { page, check, close } = await openPaymentPage(browser, link, {
      context: noScript,
      messages: [/422/],
    });
    await page.check('#method-PBL');
    assert.equal(await page.locator('#pbl-search').count(), 0);
    assert.ok((await shownBanks(page)).length > 15);
    await go(page);
    await page.waitForSelector('#pbl-bank-error:text-is("Choose your bank.")');
    assert.equal(await page.textContent('#errors'), 'Please check: Your bank');
    await check('banks-no-script');
    await page.check('#pbl-bank-106');
    await go(page);
    await page.click('#go');
    await logInAtBank(page);
    await page.click('button[value=pay]');
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    await page.goto(link);
    await page.waitForSelector('h1:text("Payment successful")');
    await close();
  });
});
