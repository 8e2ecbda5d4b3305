// Click to Pay in a real browser: the script in a shop of another origin opens the checkout and
// gets the response, with which the payment is made; the pages also work alone and without scripts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { until } from '../support/waiting/until.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'pl-PL' };
const noScript: BrowserContextOptions = { ...desktop, javaScriptEnabled: false };
const dpaId = 'sandbox-10000001';

suite('Click to Pay in a browser', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: Server;
  let shopUrl: string;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = createServer((_request, reply) =>
      reply
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(shopPage(`${gateway.url}/sandbox/c2p/sdk.js?dpaId=${dpaId}`)),
    ).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser?.close();
    shop?.close();
    await gateway?.release();
  });

  const folder = process.env['BRAMKA_SCREENSHOTS'];
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  const widthFits = async (page: Page | Frame): Promise<void> => {
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0, 'the page does not scroll sideways');
  };
  /** Fails at the end if the browser reported an error. */
  async function open(options: BrowserContextOptions, url: string) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(url);
    const close = async (expected: RegExp[] = []): Promise<void> => {
      await context.close();
      assert.deepEqual(
        said.filter((text) => !expected.some((one) => one.test(text))),
        [],
      );
    };
    return { page, close };
  }
  /** Presses the button of the shop and returns the frame of the checkout. */
  async function frameIn(page: Page): Promise<Frame> {
    await page.click('#pay');
    const handle = await page.waitForSelector('dialog iframe');
    const frame = await handle.contentFrame();
    assert.ok(frame);
    await frame.waitForSelector('#email');
    return frame;
  }
  const answerIn = async (page: Page): Promise<string> => {
    await page.waitForSelector('#answer:not(:empty)');
    return (await page.textContent('#answer')) ?? '';
  };
  /** Makes the payment and waits for its end and its report to Click to Pay. */
  async function pay(payload: string): Promise<{ status: unknown; confirmation: Json }> {
    const token = await gateway.authenticate();
    const path = '/v1/ecommerce/payment';
    const ordered = { amount: 12.5, currency: 'PLN', description: 'Flowers' };
    const order = { extOrderId: `order-${randomUUID()}`, ...ordered };
    const body = { method: 'C2P', order, instrument: { type: 'C2P', payload } };
    const made = await gateway.call('POST', path, { token, body });
    const paymentId = String(made.body['paymentId']);
    let confirmation: Json | undefined;
    await until(
      async () => {
        const listed = await gateway.call<Json[]>('GET', '/sandbox/c2p/confirmations');
        confirmation = listed.body.find((one) => one['paymentId'] === paymentId);
        return confirmation !== undefined;
      },
      `a confirmation of ${JSON.stringify(made.body)}`,
    );
    const read = await gateway.call('GET', `${path}/${paymentId}`, { token });
    return { status: read.body['status'], confirmation: confirmation ?? {} };
  }

  test('a shop of another origin gets a response that pays', async () => {
    const { page, close } = await open(desktop, shopUrl);
    const frame = await frameIn(page);
    await shoot(page, 'c2p-shop-email');
    await frame.fill('#email', 'anna@example.com');
    await frame.click('button.main');
    const sent = (await frame.textContent('#sent')) ?? '';
    await shoot(page, 'c2p-shop-code');
    await frame.fill('#code', sent);
    await frame.click('button.main');
    await frame.waitForSelector('input[name=consent]');
    await widthFits(frame);
    await shoot(page, 'c2p-shop-cards');
    await frame.check('input[value=TOKEN]');
    await frame.check('input[name=consent]');
    await frame.click('button.main');
    const response = await answerIn(page);
    assert.match(response, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.equal(await page.locator('dialog').count(), 0, 'the dialog is gone');
    const { status, confirmation } = await pay(response);
    assert.equal(status, 'COMPLETED');
    const { result, amount, form, confirmations } = confirmation;
    assert.deepEqual([result, amount, form, confirmations], ['SUCCESS', 12.5, 'TOKEN', 1]);
    await close();
  });

  test('closing and the cancel button give the shop null', async () => {
    const { page, close } = await open(desktop, shopUrl);
    await frameIn(page);
    await page.click('dialog button[aria-label=Close]');
    assert.equal(await answerIn(page), 'null');
    await page.reload();
    const frame = await frameIn(page);
    await frame.fill('#email', 'anna@example.com');
    await frame.click('button.main');
    await frame.waitForSelector('#code');
    await frame.click('button.away');
    assert.equal(await answerIn(page), 'null');
    await close();
  });

  test('a page of another origin cannot show the checkout of this shop', async () => {
    const { page, close } = await open(desktop, shopUrl);
    const query = `dpaId=${dpaId}&amount=1&currency=PLN&origin=https://other.example`;
    const address = `${gateway.url}/sandbox/c2p/pay?${query}`;
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), {src: '${address}'}))`,
    );
    const handle = await page.waitForSelector('iframe');
    const frame = await handle.contentFrame();
    await frame?.waitForLoadState();
    assert.equal(await frame?.locator('#email').count(), 0);
    await close([/frame-ancestors/]);
  });

  for (const [name, options] of Object.entries({ phone, noScript })) {
    test(`without a shop, ${name}`, async () => {
      const { page, close } = await open(options, `${gateway.url}/sandbox/c2p`);
      await shoot(page, `c2p-${name}-try`);
      await page.click('button.main');
      await page.fill('#email', 'unknown@example.com');
      await page.click('button.main');
      await page.waitForSelector('#slip');
      await shoot(page, `c2p-${name}-unknown`);
      await page.fill('#email', 'declined@example.com');
      await page.click('button.main');
      await page.fill('#code', '12345');
      await page.click('button.main');
      await page.waitForSelector('#slip');
      await widthFits(page);
      await shoot(page, `c2p-${name}-code`);
      await page.fill('#code', (await page.textContent('#sent')) ?? '');
      await page.click('button.main');
      await page.fill('#card', '378282246310005');
      await page.check('input[name=consent]');
      await page.click('button.main');
      await page.waitForSelector('#slip');
      await page.fill('#card', '');
      await page.check('input[name=cardId][value="2"]');
      await page.check('input[name=consent]');
      await widthFits(page);
      await shoot(page, `c2p-${name}-cards`);
      await page.click('button.main');
      const response = (await page.inputValue('#response')) ?? '';
      await shoot(page, `c2p-${name}-done`);
      assert.match(response, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
      await close([/404|400/]);
    });
  }
});

const shopPage = (sdk: string): string => `<!doctype html>
  <html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Shop</title><link rel="icon" href="data:,"></head>
  <body style="font-family:sans-serif"><h1>Flower shop</h1><p>Roses, 12.50 PLN</p>
  <button id="pay">Click to Pay</button><p id="answer"></p>
  <script src="${sdk}"></script>
  <script>
    document.getElementById('pay').onclick = async () => {
      const response = await ClickToPay.checkout({ amount: '12.50', currency: 'PLN' });
      document.getElementById('answer').textContent = String(response);
    };
  </script></body></html>`;
