// The wallet sheet in a real browser: opened by a shop of another origin, which pays with the token
// it gets; shown to be copied; wrong card, cancel, no JavaScript; on a phone and on a desktop.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'pl-PL' };
const dark: BrowserContextOptions = { ...phone, locale: 'de-DE', colorScheme: 'dark' };
const noScript: BrowserContextOptions = { ...desktop, javaScriptEnabled: false };
const SHOP = 'http://shop.example';
const SHOP_NAME = 'Tea <b>& more</b>';

/** Opens the sheet in a window and keeps the messages it gets, with their origin. */
const shopPage = `<!doctype html><title>Shop</title><button>Pay</button><script>
  window.messages = [];
  addEventListener('message', ({ origin, data }) => messages.push({ origin, ...data }));
  document.querySelector('button').onclick = () => open(location.hash.slice(1), 'sheet');
</script>`;

suite('the wallet sheet in a browser', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let merchantId: string;
  let token: string;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    const made = await gateway.addMerchant();
    ({ merchantId } = made);
    token = await gateway.authenticate(merchantId, made.secret);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const folder = process.env['BRAMKA_SCREENSHOTS'];
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  const addressOf = (given: Record<string, string>): string => {
    const query = { merchantId, shop: SHOP_NAME, amount: '123.45', currency: 'PLN', ...given };
    return `${gateway.url}/sandbox/wallets/sheet?${new URLSearchParams(query).toString()}`;
  };
  const watch = (page: Page, said: string[]): void => {
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
  };
  const open = async (options: BrowserContextOptions, given: Record<string, string>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const said: string[] = [];
    watch(page, said);
    await page.goto(addressOf(given));
    return { context, page, said };
  };
  const fits = async (page: Page): Promise<void> => {
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0, 'nothing is wider than the window');
  };
  const pay = async (type: string, walletToken: string): Promise<Json> => {
    const body = {
      instrument: { type, token: walletToken },
      order: { amount: 123.45, currency: 'PLN' },
    };
    const reply = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };

  /** The shop on its own origin with the sheet that it has opened. */
  async function openFromShop(context: BrowserContext, given: Record<string, string>) {
    await context.route(`${SHOP}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: shopPage }),
    );
    const shop = await context.newPage();
    await shop.goto(`${SHOP}/#${addressOf({ origin: SHOP, ...given })}`);
    const [sheet] = await Promise.all([context.waitForEvent('page'), shop.click('button')]);
    await sheet.waitForSelector('button[value=confirm]');
    const received = async (): Promise<Json> => {
      await shop.waitForFunction('messages.length > 0');
      return shop.evaluate<Json>('messages[0]');
    };
    return { shop, sheet, received };
  }

  for (const type of ['APAY', 'GPAY']) {
    test(`${type}: the shop that opened the sheet gets a token and pays with it`, async () => {
      const context = await browser.newContext(desktop);
      const { sheet, received } = await openFromShop(context, { type });
      await Promise.all([sheet.waitForEvent('close'), sheet.click('button[value=confirm]')]);
      const { token: walletToken, ...message } = await received();
      const own = new URL(gateway.url).origin;
      assert.deepEqual(message, { origin: own, wallet: type, status: 'CONFIRMED' });
      const { paymentId } = await pay(type, String(walletToken));
      await gateway.waitForStatus(token, String(paymentId), 'COMPLETED');
      await context.close();
    });
  }

  test('cancel is reported without a token', async () => {
    const context = await browser.newContext(phone);
    const { sheet, received } = await openFromShop(context, { type: 'GPAY' });
    await Promise.all([sheet.waitForEvent('close'), sheet.click('button[value=cancel]')]);
    const { origin: _own, ...message } = await received();
    assert.deepEqual(message, { wallet: 'GPAY', status: 'CANCELLED', token: undefined });
    await context.close();
  });

  test('a page of another origin than the named one gets nothing', async () => {
    const context = await browser.newContext(desktop);
    const other = { type: 'APAY', origin: 'http://other.example' };
    const { shop, sheet } = await openFromShop(context, other);
    await Promise.all([sheet.waitForEvent('close'), sheet.click('button[value=confirm]')]);
    assert.deepEqual(await shop.evaluate('messages'), []);
    await context.close();
  });

  const looks = [
    ['desktop', desktop, 'APAY', `Pay ${SHOP_NAME}`],
    ['phone', phone, 'GPAY', `Płatność dla ${SHOP_NAME}`],
    ['dark', dark, 'APAY', `Pay ${SHOP_NAME}`],
    ['no-script', noScript, 'GPAY', `Pay ${SHOP_NAME}`],
  ] as const;
  for (const [name, options, type, heading] of looks) {
    test(`without a shop the token is shown (${name})`, async () => {
      const { context, page, said } = await open(options, { type });
      assert.equal(await page.textContent('h1'), heading);
      await shoot(page, `sheet-${name}`);
      if (options !== noScript) await fits(page);
      await page.check('#more');
      await shoot(page, `sheet-${name}-cards`);
      await page.fill('#other', '4111111111111112');
      await page.click('button[value=confirm]');
      assert.equal(await page.locator('#slip').count(), 1, 'a wrong number');
      await shoot(page, `sheet-${name}-mistake`);
      assert.equal(await page.inputValue('#other'), '4111111111111112');
      await page.fill('#other', '');
      await page.check('input[value="4000000000009995"]');
      await page.click('button[value=confirm]');
      const walletToken = await page.inputValue('#token');
      await shoot(page, `sheet-${name}-token`);
      const { paymentId } = await pay(type, walletToken);
      await gateway.waitForStatus(token, String(paymentId), 'REJECTED');
      await page.click('main form button');
      await page.click('button[value=cancel]');
      assert.equal(await page.locator('#token').count(), 0);
      await shoot(page, `sheet-${name}-cancelled`);
      // The page with the mistake has status 400.
      assert.deepEqual(
        said.filter((text) => !text.includes('status of 400')),
        [],
      );
      await context.close();
    });
  }

  test('a card saved in the account pays with its number', async () => {
    const { context, page } = await open(desktop, { type: 'GPAY' });
    await page.check('#more');
    await page.check('input[value="4917110020000007"]');
    await page.check('input[name=panOnly]');
    await page.click('button[value=confirm]');
    const answer = await pay('GPAY', await page.inputValue('#token'));
    assert.equal(answer['dataRequest'], 'DEVICE', 'strong authentication follows');
    await context.close();
  });

  test('each sheet looks like its wallet, and says that it is simulated', async () => {
    const groundOf = (page: Page): Promise<string> =>
      page.evaluate("getComputedStyle(document.querySelector('button.main')).backgroundColor");
    const placesIn = (page: Page): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('.total, .cards, .ways')]
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => one.classList[one.classList.length - 1])`);
    const apple = await open(desktop, { type: 'APAY' });
    assert.deepEqual(await placesIn(apple.page), ['cards', 'total', 'ways']);
    assert.equal(await groundOf(apple.page), 'rgb(0, 0, 0)');
    const google = await open(desktop, { type: 'GPAY' });
    assert.deepEqual(await placesIn(google.page), ['total', 'cards', 'ways']);
    assert.equal(await groundOf(google.page), 'rgb(11, 87, 208)');
    assert.match((await google.page.textContent('button.main')) ?? '', /Pay PLN\s123\.45/);
    for (const { context, page } of [apple, google]) {
      assert.match(await page.innerText('header'), /Sandbox: no real money/);
      assert.match(await page.innerText('footer'), /simulated/);
      assert.match(await page.innerText('.sum'), /123\.45/);
      const cardsSeen = page.locator('fieldset label').filter({ visible: true });
      assert.equal(await cardsSeen.count(), 1, 'the chosen card');
      await page.check('#more');
      assert.ok((await cardsSeen.count()) > 5, 'all test cards');
      await page.check('input[value="4000000000009995"]');
      await page.uncheck('#more');
      assert.match(await cardsSeen.innerText(), /9995/);
      assert.equal(await page.locator('#other').isVisible(), false);
      await context.close();
    }
  });

  test('a number that was typed stays in sight, since it pays', async () => {
    const { context, page } = await open(phone, { type: 'GPAY' });
    await page.check('#more');
    await page.fill('#other', '4000000000009995');
    await page.uncheck('#more');
    assert.equal(await page.locator('#other').isVisible(), true);
    await page.fill('#other', '');
    assert.equal(await page.locator('#other').isVisible(), false);
    await context.close();
  });

  test('without its shop the sheet says that the shop is closed', async () => {
    const { context, page } = await open(phone, { type: 'APAY', origin: SHOP });
    await page.click('button[value=confirm]');
    await page.waitForSelector('[data-alone]:not([hidden])');
    await shoot(page, 'sheet-alone');
    await context.close();
  });

  test('an address that lacks something says what', async () => {
    const rows: [given: Record<string, string>, reason: RegExp][] = [
      [{ type: 'C2P' }, /type must be one of APAY, GPAY/],
      [{ type: 'APAY', amount: 'x' }, /amount/],
      [{ type: 'APAY', shop: 'x'.repeat(129) }, /shop must have at most 128 characters/],
      [{ type: 'APAY', amount: '1.234' }, /amount must have at most 2 decimals/],
      [{ type: 'APAY', origin: 'javascript:alert(1)' }, /origin must be an origin/],
      [{ type: 'APAY', origin: `${SHOP}/path` }, /origin must be an origin/],
    ];
    for (const [given, reason] of rows) {
      const reply = await fetch(addressOf(given));
      assert.equal(reply.status, 400);
      assert.match(await reply.text(), reason);
    }
    const { context, page } = await open(desktop, { type: 'C2P' });
    await shoot(page, 'sheet-bad-address');
    await context.close();
  });
});
