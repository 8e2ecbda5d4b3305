// The end of a payment in a real browser: the receipt on the screen and on paper, the lines of the
// order, the customer who wants to stay, the links of the shop, and the mark of test mode.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { servePage } from '@bramka/paywall/serve.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { payWithCard } from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { openPageShop, openPayment, SHOP, type PageShop } from './support/page-shop.ts';
import { desktop, noScript, openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const termsURL = `${SHOP}/terms`;
const privacyURL = `${SHOP}/privacy`;

/** The page keeps open although its time passes; `returns` are the timers that would leave it. */
const noReturn = `{
  const [set, clear] = [setTimeout, clearTimeout];
  window.returns = new Set();
  window.setTimeout = (run, ms, ...more) => {
    const timer = set(run, ms, ...more);
    if (ms === 5000) returns.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    returns.delete(timer);
    clear(timer);
  };
  window.open = () => null;
  window.print = () => window.dispatchEvent(new Event('beforeprint'));
}`;

suite('the receipt of a payment', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway, { page: { termsURL, privacyURL } });
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const open = (context: BrowserContextOptions, request: Json = {}) =>
    openPayment(browser, shop, request, { context });
  /** The page of a paid payment, which stays open. */
  async function openPaid(context: BrowserContextOptions, request: Json = {}) {
    const made = await shop.create(request);
    const { paymentId, link } = made;
    const instrument = {
      type: 'CARD',
      instrumentNo: cards.notEnrolled,
      expDate: '203912',
      cvv: '123',
    };
    const path = `/v1/ecommerce/payment/${paymentId}/instrument`;
    const sent = await gateway.call('PUT', path, { token: shop.token, body: { instrument } });
    assert.equal(sent.status, 200, sent.text);
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    return { ...made, ...(await openPaymentPage(browser, `${link}?stay=yes`, { context })) };
  }
  /** Names and values of the receipt, without what only screen readers get. */
  const rowsOf = (page: Page): Promise<Record<string, string>> =>
    page.evaluate(`Object.fromEntries([...document.querySelectorAll('.receipt dl > div')].map(
      (row) => [...row.children].map((one) => {
        const shown = one.cloneNode(true);
        for (const hidden of shown.querySelectorAll('.only-read, svg')) hidden.remove();
        return shown.textContent.replaceAll('\\u00a0', ' ').trim();
      })))`);
  /** A MARKETPLACE payment with so many lines of 10.01, 10.02 … PLN. */
  const withLines = (count: number): Json => {
    const subpayments = Array.from({ length: count }, (_, place) => ({
      merchant: { merchantId: shop.merchantId },
      amount: (1001 + place) / 100,
      description: place === 0 ? 'Tea <b>& pot</b>' : `Item ${String(place + 1)}`,
    }));
    const minor = subpayments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    return { options: { transType: 'MARKETPLACE' }, order: { amount: minor / 100, subpayments } };
  };
  const seenLines = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('.lines li')]
      .filter((one) => one.checkVisibility({ contentVisibilityAuto: true }) &&
        one.getBoundingClientRect().height > 0)
      .map((one) => [...one.children].map((part) => part.textContent).join(': ')
        .replaceAll('\\u00a0', ' '))`);

  test('says what was paid, to whom, how and when, and asks for nothing', async () => {
    const { page, paymentId, extOrderId, check, close } = await openPaid(phone);
    const rows = await rowsOf(page);
    const { paidAt } = await shop.read(paymentId);
    assert.equal(await page.getAttribute('.receipt time', 'datetime'), paidAt);
    const { Date: date = '', ...rest } = rows;
    assert.match(date, /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
    assert.deepEqual(rest, {
      Amount: 'PLN 123.45',
      Shop: 'Teashop',
      'Payment method': 'Visa •••• 1111',
      'Order number': extOrderId,
      'Payment reference': paymentId,
    });
    assert.equal(await page.locator('text=Pay Teashop').count(), 0);
    assert.equal(await page.title(), 'Teashop: Payment successful');
    await check('receipt');
    await close();
  });

  test('a refund later does not change when it was paid', async () => {
    const { page, paymentId, close } = await openPaid(desktop);
    const before = await page.getAttribute('.receipt time', 'datetime');
    const refund = await gateway.call('POST', `/v1/ecommerce/payment/${paymentId}/refund`, {
      token: shop.token,
      body: { amount: 23.45 },
    });
    assert.equal(refund.status, 200, refund.text);
    await page.reload();
    assert.equal((await rowsOf(page))['Refunded'], 'PLN 23.45');
    assert.equal(await page.getAttribute('.receipt time', 'datetime'), before);
    await close();
  });

  test('the paper has the whole receipt, dark on white, and no buttons', async () => {
    const dark = { ...desktop, colorScheme: 'dark' } as const;
    const { page, check, close } = await openPaid(dark, withLines(7));
    assert.equal((await seenLines(page)).length, 3);
    await check('receipt-lines');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal((await seenLines(page)).length, 7, 'nothing is folded on paper');
    const seen = (selector: string): Promise<number> =>
      page.locator(selector).filter({ visible: true }).count();
    assert.equal(await seen('.footer, .way-back, button, summary'), 0);
    assert.equal(await seen('h1, .receipt dl, .test-mode'), 3);
    const colours = await page.evaluate<
      string[]
    >(`[document.body, document.querySelector('.result')]
      .flatMap((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])`);
    assert.deepEqual(new Set(colours), new Set(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']));
    const paper = await page.pdf({ format: 'A5' });
    assert.equal(paper.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1, 'one page');
    await close();
  });

  const asksToStay: [what: string, button: string][] = [
    ['prints', '[data-print]'],
    ['wants to stay', '[data-stay]'],
  ];
  for (const [what, button] of asksToStay) {
    test(`who ${what} does not return by itself`, async () => {
      const { page, close } = await open(desktop, withLines(5));
      await page.evaluate(noReturn);
      await payWithCard(page, cards.notEnrolled);
      await page.waitForSelector('[data-stay]');
      assert.equal(await page.evaluate('returns.size'), 1);
      await page.click(button);
      await page.waitForSelector('[data-stay]', { state: 'detached' });
      assert.equal(await page.evaluate('returns.size'), 0);
      // Opened also by the script, for browsers that do not print what is folded.
      assert.equal((await seenLines(page)).length, what === 'prints' ? 5 : 3);
      assert.equal(await page.locator('#return').count(), 1);
      await close();
    });
  }

  test('who does not stay returns to the shop', async () => {
    const { page, close } = await open(phone);
    await payWithCard(page, cards.notEnrolled);
    await page.waitForURL(`${SHOP}/thanks*`);
    await close();
  });

  test('without a script the customer can stay too', async () => {
    const { page, link, check, close } = await openPaid(noScript, withLines(5));
    const refresh = /http-equiv="refresh" content="5;url=http:\/\/shop\.example/;
    assert.doesNotMatch(await page.content(), refresh);
    const alone = await (await fetch(link)).text();
    assert.match(alone, refresh);
    assert.match(alone, /<a href="\?stay=yes"/);
    assert.equal(await page.locator('[data-print], [data-stay]').count(), 0);
    await page.click('.lines summary');
    await check('receipt-no-script');
    await close();
  });

  test('the lines of the order are on the page, the rest of a long list on demand', async () => {
    const { page, check, close } = await open(phone, withLines(7));
    const first = ['Tea <b>& pot</b>: PLN 10.01', 'Item 2: PLN 10.02', 'Item 3: PLN 10.03'];
    assert.deepEqual(await seenLines(page), first);
    await check('order-lines');
    await page.click('text=Show 4 more items');
    assert.equal((await seenLines(page)).at(-1), 'Item 7: PLN 10.07');
    assert.equal(await page.locator('.lines b').count(), 0);
    await check('order-lines-open');
    await close();
  });

  test('terms and privacy open beside the page', async () => {
    const { page, close } = await open(desktop);
    await page.fill('#card-number', '4111');
    const [terms] = await Promise.all([page.waitForEvent('popup'), page.click('text=Terms')]);
    await terms.waitForURL(termsURL);
    assert.equal(await terms.evaluate('window.opener === null && document.referrer === ""'), true);
    assert.equal(await page.getAttribute('.legal li:nth-child(2) a', 'href'), privacyURL);
    assert.equal(await page.inputValue('#card-number'), '4111');
    await close();
  });

  test('test mode is marked in the sandbox, and never in production', async () => {
    const { page, link, check, close } = await open(phone);
    assert.match((await page.textContent('.test-mode')) ?? '', /^Test mode.*no real money/);
    await check('test-mode');
    await close();
    const env = { PORT: '0', BRAMKA_GATEWAY_URL: gateway.url, BRAMKA_ENV: 'production' };
    const served = await servePage(env);
    try {
      const own = new URL(new URL(link).pathname, served.url).href;
      // This server has no API, so the script of the page would find no payment.
      const context = { ...phone, javaScriptEnabled: false };
      const opened = await openPaymentPage(browser, own, { context });
      await opened.page.waitForSelector('#card-number');
      assert.equal(await opened.page.locator('.test-mode').count(), 0);
      assert.doesNotMatch(await opened.page.innerText('body'), /test mode|sandbox/i);
      await opened.close();
    } finally {
      await served.close();
    }
  });
});
