// The embedding script against a page that does everything wrong: what it ignores, when it leaves
// for the payment link, and how the pop-over behaves. page-embedded.test.ts uses the real page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { until } from '../support/waiting/until.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { desktop } from './support/payment-page.ts';
import { countStoppedTimers, stopTimers } from './support/stopped-timers.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const embed = readFileSync(new URL('../../client/browser/embed.js', import.meta.url), 'utf8');
const SHOP = 'http://shop.example';
const PAY = 'http://pay.example';
const PAYMENT = '01a1ddaa-94be-73d2-943c-8b7759934376';
const LINK = `${PAY}/pay/10000001/${PAYMENT}/key`;

/** The strictest policy under which the script works: nothing inline. */
const policy = `default-src 'none'; script-src 'self'; frame-src ${PAY} http://evil.example`;
const head = '<!doctype html><html lang="de"><link rel="icon" href="data:,"><title>Shop</title>';
const shopPage = `${head}<button id="before">Buy</button><div id="place"></div>
  <script type="module" src="/shop.js"></script>`;
const shopScript = `import { openPayment } from './embed.js';
  globalThis.heard = [];
  const on = (name) => (value) => heard.push([name, value]);
  globalThis.openIt = (options) => globalThis.opened = openPayment({
    ...options, container: document.getElementById('place'),
    onEnd: on('end'), onClose: on('close'), onResize: on('resize'),
  });`;
/** Records what the shop says, and says what the test wants. */
const silentPage = `${head}<p>Payment</p><script>
  globalThis.heard = [];
  addEventListener('message', ({ data, origin }) => heard.push([origin, data]));
</script>`;

suite('the embedding script', { skip }, () => {
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchBrowser(executablePath ?? '');
  });
  after(() => browser?.close());

  async function openShop(
    payHeaders: Record<string, string> = {},
    { isTimeStopped = true } = {},
  ): Promise<void> {
    context = await browser.newContext(desktop);
    await context.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      const script = { '/shop.js': shopScript, '/embed.js': embed }[pathname];
      if (origin === SHOP && script !== undefined) {
        return route.fulfill({ contentType: 'text/javascript', body: script });
      }
      const headers = origin === SHOP ? { 'content-security-policy': policy } : payHeaders;
      const body = origin === SHOP ? shopPage : silentPage;
      return route.fulfill({ contentType: 'text/html', headers, body });
    });
    page = await context.newPage();
    await page.goto(`${SHOP}/`);
    await page.waitForFunction('globalThis.openIt');
    if (isTimeStopped) await stopTimers(page);
  }
  const open = (options: object): Promise<void> =>
    page.evaluate(`void openIt(${JSON.stringify({ url: LINK, ...options })})`);
  const heard = (): Promise<unknown[]> => page.evaluate<unknown[]>('heard');
  const frame = async () => {
    const find = () => page.frames().find((one) => one.url().startsWith(PAY));
    await until(() => find() !== undefined, 'the frame of the payment page');
    const found = find() ?? assert.fail('no frame');
    await found.waitForFunction('globalThis.heard?.length > 0');
    return found;
  };
  /** From the frame to the shop. */
  const say = async (message: unknown): Promise<void> => {
    const text = JSON.stringify(message);
    await (await frame()).evaluate(`parent.postMessage(${text}, '${SHOP}')`);
    // Messages of one window arrive in order.
    await page.evaluate('new Promise((done) => setTimeout(done))');
  };
  const state = { bramka: 1, type: 'state', height: 700, inProgress: false };
  const ended = { bramka: 1, type: 'ended', paymentId: PAYMENT, status: 'COMPLETED' };

  test('a frame gets its height and reports the end once', async () => {
    await openShop();
    await open({ mode: 'frame' });
    const inside = await frame();
    assert.deepEqual(await inside.evaluate('heard'), [
      [SHOP, { bramka: 1, type: 'hello', returnTo: 'shop' }],
    ]);
    const attributes = ['title', 'allow', 'referrerpolicy'].map((name) =>
      page.getAttribute('#place iframe', name),
    );
    assert.deepEqual(await Promise.all(attributes), ['Zahlung', 'payment', 'no-referrer']);
    await say(state);
    assert.equal((await page.locator('iframe').boundingBox())?.height, 700);
    await say(ended);
    await say({ ...ended, status: 'REJECTED' });
    assert.deepEqual(await heard(), [
      ['resize', 700],
      ['end', { paymentId: PAYMENT, status: 'COMPLETED' }],
    ]);
    await say({ bramka: 1, type: 'close', by: 'escape' });
    assert.equal(await page.locator('iframe').count(), 1, 'Escape closes only a pop-over');
    await say({ bramka: 1, type: 'close', by: 'return' });
    assert.deepEqual((await heard()).at(-1), ['close', { paymentId: PAYMENT, ended: true }]);
    assert.equal(await page.locator('iframe').count(), 0);
    await context.close();
  });

  test('ignores every message that is not exactly one of the page', async () => {
    await openShop();
    await open({ mode: 'frame' });
    const wrong: unknown[] = [
      null,
      'ended',
      7,
      [],
      {},
      { ...ended, bramka: 2 },
      { ...ended, bramka: '1' },
      { type: 'ended', paymentId: PAYMENT, status: 'COMPLETED' },
      { ...ended, paymentId: PAYMENT.replace('0', '1') },
      { ...ended, status: 'completed' },
      { ...ended, status: '<img>' },
      { ...ended, status: ['COMPLETED'] },
      { ...ended, amount: 1 },
      { bramka: 1, type: 'ended', paymentId: PAYMENT },
      { ...state, height: -1 },
      { ...state, height: 0 },
      { ...state, height: 20_001 },
      { ...state, height: 1.5 },
      { ...state, height: '700px;position:fixed' },
      { ...state, inProgress: 'yes' },
      { bramka: 1, type: 'close', by: 'shop' },
      { bramka: 1, type: 'close' },
      { bramka: 1, type: 'constructor' },
      { bramka: 1, type: '__proto__' },
      { bramka: 1, type: 'toString' },
    ];
    for (const message of wrong) await say(message);
    assert.deepEqual(await heard(), []);
    assert.equal(await countStoppedTimers(page), 1, 'none of them counts as an answer');
    // The same window on another origin, another window of the right origin, the shop itself.
    await page.evaluate(`postMessage(${JSON.stringify(ended)}, '*')`);
    await page.evaluate(`new Promise((loaded) => {
      const other = document.createElement('iframe');
      document.body.append(Object.assign(other, { src: '${PAY}/x', onload: loaded }));
    })`);
    const other = page.frames().find((one) => one.url() === `${PAY}/x`) ?? assert.fail('no frame');
    await other.evaluate(`parent.postMessage(${JSON.stringify(ended)}, '*')`);
    const inside = await frame();
    await inside.evaluate("void (location.href = 'http://evil.example/')");
    await inside.waitForURL('http://evil.example/');
    await inside.evaluate(`parent.postMessage(${JSON.stringify(ended)}, '*')`);
    // Messages of all windows arrive before one that the shop sends to itself later.
    await page.evaluate(`new Promise((done) => {
      addEventListener('message', ({ data }) => data === 'last' && done());
      postMessage('last', '*');
    })`);
    assert.deepEqual(await heard(), []);
    await context.close();
  });

  const refusals: [what: string, headers: Record<string, string>][] = [
    ['framing is refused', { 'x-frame-options': 'DENY' }],
    ['its origin is not registered', { 'content-security-policy': "frame-ancestors 'none'" }],
    ['the page does not answer', {}],
  ];
  for (const [what, headers] of refusals) {
    test(`leaves for the payment link when ${what}`, async () => {
      await openShop(headers, { isTimeStopped: false });
      await open({ mode: 'popover', timeoutMs: 300 });
      await page.waitForURL(LINK);
      await context.close();
    });
  }

  test('an answer in time keeps the page of the shop', async () => {
    await openShop();
    await open({ mode: 'frame' });
    await frame();
    assert.equal(await countStoppedTimers(page), 1, 'it waits for an answer');
    await say(state);
    assert.equal(await countStoppedTimers(page), 0, 'and then for nothing');
    assert.equal(page.url(), `${SHOP}/`);
    await context.close();
  });

  test('the pop-over makes the page inert; Escape closes it and gives the focus back', async () => {
    await openShop();
    await page.focus('#before');
    await open({ mode: 'popover' });
    await say(state);
    const dialog = page.getByRole('dialog', { name: 'Zahlung' });
    assert.ok(await dialog.isVisible());
    await page.evaluate("document.getElementById('before').focus()");
    assert.equal(await page.evaluate("document.activeElement.id === 'before'"), false, 'inert');
    const button = page.getByRole('button', { name: 'Schließen' });
    const box = await button.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44);
    await button.focus();
    await page.keyboard.press('Escape');
    assert.equal(await dialog.count(), 0);
    assert.deepEqual((await heard()).at(-1), ['close', { paymentId: PAYMENT, ended: false }]);
    assert.equal(await page.evaluate('document.activeElement.id'), 'before');
    await context.close();
  });

  test('while a payment is in progress the customer is asked before it closes', async () => {
    await openShop();
    await open({ mode: 'popover', language: 'pl-PL' });
    const questions: string[] = [];
    let answer = false;
    page.on('dialog', (question) => {
      questions.push(question.message());
      void (answer ? question.accept() : question.dismiss());
    });
    await say({ ...state, inProgress: true });
    const closings = [
      () => page.getByRole('button', { name: 'Zamknij' }).click(),
      () => say({ bramka: 1, type: 'close', by: 'escape' }),
    ];
    for (const close of closings) await close();
    assert.deepEqual(questions, Array(2).fill('Płatność jest w toku. Zamknąć mimo to?'));
    assert.equal(await page.locator('dialog').count(), 1);
    answer = true;
    await closings[0]?.();
    assert.equal(await page.locator('dialog').count(), 0);
    assert.deepEqual((await heard()).at(-1), ['close', { paymentId: PAYMENT, ended: false }]);
    await context.close();
  });

  test('the shop closes it without a question, and hears nothing afterwards', async () => {
    await openShop();
    await open({ mode: 'popover' });
    await say({ ...state, inProgress: true });
    await page.evaluate('opened.close()');
    await page.evaluate('opened.close()');
    const closings = (await heard()).filter((one) => (one as string[])[0] === 'close');
    assert.equal(closings.length, 1);
    assert.equal(await page.locator('dialog').count(), 0);
    await context.close();
  });
});
