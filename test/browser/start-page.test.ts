// The start page of the sandbox in a real browser: a newcomer's whole payment with and without
// JavaScript, live updates, search, copying, the clock, hostile texts, and other sites.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { cardRequest, type Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { desktop, noScript, openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</code></pre><svg onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;b&gt;',
  '\u202egnp.exe',
];

suite('the start page of the sandbox', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let token: string;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    token = await gateway.authenticate();
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });
  const open = (context = desktop, path = '/', messages: RegExp[] = []) =>
    openPaymentPage(browser, `${gateway.url}${path}`, { context, messages });
  const newest = async (): Promise<Json> =>
    (await gateway.call<Json[]>('GET', '/sandbox/payments')).body[0] ?? assert.fail('none');

  async function payByCard(page: Page): Promise<void> {
    await page.fill('#card-number', '4111111111111111');
    await page.fill('#card-expiry', '12/35');
    await page.fill('#card-code', '123');
    await page.click('button.is-primary');
    const back = page.locator('a[href*="/sandbox/returned"]');
    await back.or(page.locator('#live-status')).first().waitFor();
    if (!page.url().includes('/sandbox/returned')) await back.first().click();
    await page.waitForURL(/\/sandbox\/returned\?paymentId=/);
  }

  for (const [name, context] of Object.entries({ desktop, phone, noScript })) {
    test(`a newcomer makes a whole payment (${name})`, async () => {
      const { page, check, close } = await open(context);
      await check(`start-${name}`);
      await page.fill('#amount', '12,50');
      await page.selectOption('#method', 'CARD');
      await page.check('[name=preauth]');
      await page.click('text=Continue to the payment page');
      await page.waitForURL(/\/pay\/10000001\//);
      const paymentId = String((await newest())['paymentId']);
      assert.ok(page.url().includes(paymentId));
      await payByCard(page);
      await page.waitForSelector('h1:has-text("The payment is completed")');
      await page.waitForSelector('#live-messages pre:has-text("COMPLETED")');
      const status = (await page.textContent('#live-status')) ?? '';
      assert.match(status, /"status": "COMPLETED"/);
      const received = (await page.textContent('#live-messages')) ?? '';
      assert.match(received, /webhook-signature: v1,\S{44}[^]*"amount":"12\.50"/);
      const next = (await page.textContent('#live-next')) ?? '';
      assert.ok(next.includes(`${gateway.url}/v1/ecommerce/payment/${paymentId}/capture`));
      await check(`returned-${name}`);
      await page.click('text=Make another test payment');
      await page.waitForSelector('h1:has-text("Try a payment in a minute")');
      const list = (await page.textContent('#live-payments')) ?? '';
      assert.match(list, new RegExp(`12\\.50 PLN\\s+COMPLETED[^]*${paymentId}`));
      await close();
    });
  }

  test('no column of the page is empty, with and without payments', async () => {
    await gateway.call('POST', '/sandbox/reset', { body: {} });
    const { page, check, close } = await open();
    for (const count of [0, 1, 12]) {
      for (let made = count === 12 ? 1 : 0; made < count; made += 1) {
        await gateway.call('POST', '/sandbox/payments', { body: { amount: 1 } });
      }
      await page.reload();
      assert.equal(await page.locator('#live-payments li').count(), Math.min(count, 10));
      for (const width of [1280, 840]) {
        await page.setViewportSize({ width, height: 900 });
        const empty = await page.evaluate<string[]>(`(() => {
          const box = (one) => one.getBoundingClientRect();
          const panels = [...document.querySelectorAll('.panels > .panel')];
          const unused = panels.filter((one) => {
            const end = Math.max(...[...one.querySelectorAll('*')].map((part) => box(part).bottom));
            return box(one).bottom - end > box(one).height * 0.3;
          });
          const all = box(document.querySelector('.panels'));
          const narrow = panels.filter((one) => !panels.some((other) => box(other).top ===
            box(one).top && Math.abs(box(other).right - all.right) < 2));
          return [...unused, ...narrow].map((one) => one.textContent.trim().slice(0, 40));
        })()`);
        assert.deepEqual(empty, [], `${String(count)} payments at ${String(width)} px`);
      }
      await check(`start-${String(count)}-payments`);
    }
    await close();
  });

  test('a refused form keeps what was typed and says why, without a payment', async () => {
    await gateway.call('POST', '/sandbox/payments', { body: { amount: 1 } });
    const before = (await newest())['paymentId'];
    const { page, check, close } = await open(phone, '/', [/status of 400/]);
    await page.fill('#amount', 'much');
    await page.selectOption('#merchant', '10000002');
    await page.click('text=Continue to the payment page');
    const slip = await page.textContent('#slip');
    assert.equal(slip, 'amount must be an amount such as 19.99.');
    assert.equal(await page.inputValue('#amount'), 'much');
    assert.equal(await page.inputValue('#merchant'), '10000002');
    assert.equal(await page.getAttribute('#amount', 'aria-describedby'), 'slip');
    await check('start-refused');
    assert.equal((await newest())['paymentId'], before);
    await close();
  });

  test('payments appear and change by themselves, with the pages they wait for', async () => {
    const { page, check, close } = await open();
    const first = page.locator('#live-payments li').first();
    const body = cardRequest({ amount: 77.01, card: cards.challenge, orderId: 'live-1' });
    const device = { browserData: { language: 'en', userAgent: 'x', acceptHeader: '*/*' } };
    await gateway.call('POST', '/v1/ecommerce/payment', { token, body: { ...body, device } });
    await page.waitForSelector('#live-payments li:first-child :text("77.01 PLN")');
    assert.match((await first.textContent()) ?? '', /PENDING/);
    await check('start-challenge');
    await first.locator('button:has-text("Challenge")').click();
    await page.waitForSelector('h1:has-text("Confirm your payment")');
    await page.goBack();
    await gateway.call('POST', `/v1/ecommerce/payment/${await idOf(page)}/cancel`, { token });
    await page.waitForSelector('#live-payments li:first-child :text("CANCELLED")');
    await close();
  });
  const idOf = async (page: Page): Promise<string> =>
    (await page.textContent('#live-payments li:first-child code.value')) ?? '';

  test('texts of merchants are shown as text', async () => {
    for (const [place, text] of hostile.entries()) {
      const order = {
        amount: 5,
        currency: 'PLN',
        extOrderId: `${place}${text}`,
        description: text,
      };
      const body = { channel: 'PAYWALL', order };
      const made = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
      assert.equal(made.status, 200, made.text);
    }
    const { page, check, close } = await open();
    const shown = (await page.textContent('#live-payments')) ?? '';
    for (const text of hostile) assert.ok(shown.includes(text), text);
    assert.equal(await page.locator('#live-payments :is(script, img, svg, b)').count(), 0);
    await check('start-hostile');
    const { returned } = (await newest())['links'] as { returned: string };
    await page.goto(`${gateway.url}${returned}`);
    await check('returned-hostile');
    const unknown = `/sandbox/returned?paymentId=${encodeURIComponent('"><svg onload=alert(1)>')}`;
    const answer = await fetch(`${gateway.url}${unknown}`);
    assert.equal(answer.status, 404);
    assert.doesNotMatch(await answer.text(), /onload/);
    const search = await fetch(`${gateway.url}/?find=${encodeURIComponent(hostile[1] ?? '')}`);
    assert.doesNotMatch(await search.text(), /<img/);
    await close();
  });

  test('payments of other merchants are not shown', async () => {
    const { merchantId, secret } = await gateway.addMerchant();
    const other = await gateway.authenticate(merchantId, secret);
    const body = { channel: 'PAYWALL', order: { amount: 66.66, currency: 'PLN' } };
    const made = await gateway.call('POST', '/v1/ecommerce/payment', { token: other, body });
    const paymentId = String(made.body['paymentId']);
    const list = await gateway.call('GET', '/sandbox/payments');
    assert.ok(!list.text.includes(paymentId));
    const page = await (await fetch(gateway.url)).text();
    for (const text of [paymentId, merchantId, secret]) assert.ok(!page.includes(text));
    const returned = await fetch(`${gateway.url}/sandbox/returned?paymentId=${paymentId}`);
    assert.equal(returned.status, 404);
    assert.ok(!(await returned.text()).includes(merchantId));
    const paid = await gateway.call('POST', '/sandbox/payments', {
      body: { amount: 1, merchantId },
    });
    assert.equal(paid.status, 400);
  });

  test('test values are found while typing, and as a form without script', async () => {
    const all = await gateway.call<Json[]>('GET', '/sandbox/triggers');
    const { page, check, close } = await open();
    assert.equal(await page.locator('[data-find]').count(), all.body.length);
    await page.fill('#find', 'blik insufficient');
    const shown = page.locator('[data-find]:visible');
    assert.ok((await shown.count()) > 0);
    for (const text of await shown.allTextContents()) assert.match(text, /INSUFFICIENT_FUNDS/);
    assert.match((await page.textContent('#found')) ?? '', /^\d+ test values?$/);
    await check('start-search');
    await page.fill('#find', 'no such value');
    assert.equal(await page.textContent('#found'), '0 test values');
    await close();
    const plain = await open(noScript);
    await plain.page.fill('#find', 'NOT_ENROLLED');
    await plain.page.click('text="Find"');
    await plain.page.waitForURL(/find=NOT_ENROLLED/);
    assert.ok((await plain.page.locator('[data-find]:visible').count()) > 0);
    assert.equal(await plain.page.locator('.copy:visible').count(), 0, 'copying needs a script');
    await plain.close();
  });

  test('a value is copied', async () => {
    const { page, context, close } = await open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('.shop >> nth=0 >> .copy >> nth=1');
    await page.waitForSelector('.copy:has-text("Copied")');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'sandbox-secret-10000001');
    await close();
  });

  test('buttons freeze, advance and resume the clock', async () => {
    const { page, close } = await open(noScript);
    const clock = async () => (await gateway.call('GET', '/sandbox/clock')).body;
    await page.click('text="Freeze"');
    await page.waitForSelector('#live-clock:has-text("frozen")');
    const { now } = await clock();
    await page.click('text="Advance 1 hour"');
    await page.waitForSelector('#live-clock:has-text("ahead of real time")');
    assert.equal(Date.parse(String((await clock())['now'])) - Date.parse(String(now)), 3_600_000);
    await page.click('text="Resume"');
    await page.waitForSelector('#live-clock:has-text("runs")');
    assert.equal((await clock())['frozen'], false);
    await close();
  });

  test('other sites can neither read nor use it', async () => {
    const { hostname, port } = new URL(gateway.url);
    const ask = (method: string, path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        const options = { hostname, port, method, path, headers: { ...type, ...headers } };
        const asked = request(options, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.on('error', reject);
        asked.end(method === 'GET' ? undefined : 'amount=1&merchant=10000001&do=hour');
      });
    const before = (await newest())['paymentId'];
    const paths = ['/sandbox/start/pay', '/sandbox/start/clock'];
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      for (const path of paths) assert.equal(await ask('POST', path, { origin }), 403, path);
    }
    for (const path of ['/', '/sandbox/start/live', '/sandbox/returned', '/sandbox/payments']) {
      assert.equal(await ask('GET', path, { host: 'evil.example' }), 403, path);
    }
    assert.equal((await newest())['paymentId'], before);
    const answer = await fetch(gateway.url);
    // An answer that is not read keeps the connection and the process.
    await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe/);
  });
});
