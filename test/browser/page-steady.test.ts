// What a customer does to a payment page in the middle of a payment: reload, back, a second tab, no
// network, a double click, cancel, an old link, too late. The money moves once or not at all.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { until } from '../support/waiting/until.ts';
import {
  challengeFrame,
  givePassword,
  payButton,
  payWithCard,
  typeCard,
  untilView,
} from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import {
  openPageShop,
  openPayment,
  SHOP,
  type OpenedPayment,
  type PageShop,
} from './support/page-shop.ts';
import { desktop, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite('the payment page in the middle of a payment', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    await untilRangesKnown(gateway);
    shop = await openPageShop(gateway);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const open = (
    request: Json = {},
    context = desktop,
    messages: RegExp[] = [],
  ): Promise<OpenedPayment> => openPayment(browser, shop, request, { context, messages });
  const approvedOf = async (paymentId: string): Promise<number> => {
    const charges = await gateway.chargesOf(paymentId);
    return charges.filter(({ result }) => result === 'APPROVED').length;
  };
  async function assertPaidOnce({ page, paymentId, close }: OpenedPayment) {
    await untilView(page, 'paid');
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    assert.equal(await approvedOf(paymentId), 1);
    await close();
  }
  /** A new link replaces the one before. */
  async function restore(paymentId: string): Promise<string> {
    const path = `/v1/ecommerce/payment/${paymentId}/restore`;
    const reply = await gateway.call('POST', path, { token: shop.token, body: {} });
    assert.equal(reply.status, 200, reply.text);
    return String(reply.body['redirectURL']);
  }
  /** A second tab of the same customer. */
  async function openTab({ context, link }: OpenedPayment): Promise<Page> {
    const tab = await context.newPage();
    await tab.goto(link);
    return tab;
  }

  test('a double click sends one request and charges once', async () => {
    const opened = await open();
    const { page } = opened;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await typeCard(page, { number: cards.notEnrolled });
    await page.evaluate(`(() => {
      const button = document.querySelector('.method:has(#method-CARD) button[type=submit]');
      button.click();
      button.click();
      button.form.requestSubmit();
    })()`);
    await assertPaidOnce(opened);
    assert.equal(sent.length, 1);
  });

  test('two forms sent at the same time without a script charge once', async () => {
    const { link, paymentId } = await shop.create();
    const html = await (await fetch(link)).text();
    const [, fill = ''] = /name="fill" value="([^"]+)"/.exec(html) ?? [];
    assert.ok(fill.length > 10);
    const form = (): Promise<Response> =>
      fetch(link, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          fill,
          method: 'CARD',
          'card-number': cards.notEnrolled,
          'card-expiry': '12/39',
          'card-code': '123',
        }),
      });
    const answers = await Promise.all([form(), form(), form()]);
    for (const { status } of answers) assert.ok(status === 303 || status === 200, String(status));
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    assert.equal(await approvedOf(paymentId), 1);
  });

  test('two tabs that pay at the same time charge once, and both show the result', async () => {
    const opened = await open({}, desktop, [/status of 409/]);
    const { page } = opened;
    const tab = await openTab(opened);
    for (const one of [page, tab]) await typeCard(one, { number: cards.notEnrolled });
    await Promise.all([payButton(page).click(), payButton(tab).click()]);
    await untilView(tab, 'paid');
    await assertPaidOnce(opened);
  });

  test('a tab that was left open sees the payment of the other one', async () => {
    const opened = await open();
    const tab = await openTab(opened);
    await payWithCard(tab, cards.notEnrolled);
    await untilView(tab, 'paid');
    await assertPaidOnce(opened);
  });

  test('a reload in the challenge shows the challenge again', async () => {
    const opened = await open({}, phone);
    const { page } = opened;
    await payWithCard(page, cards.challenge);
    await challengeFrame(page);
    await page.reload();
    await givePassword(await challengeFrame(page));
    await assertPaidOnce(opened);
  });

  test('a reload while the issuer is slow waits for the same payment', async () => {
    const opened = await open();
    const { page, check } = opened;
    await payWithCard(page, '4000000000020075');
    await untilView(page, 'waiting');
    await page.reload();
    await untilView(page, 'waiting');
    assert.equal(await page.textContent('h1'), 'Your payment is being processed');
    await check('waiting');
    await assertPaidOnce(opened);
  });

  test('back from the shop shows the result and pays nothing', async () => {
    const opened = await open();
    const { page } = opened;
    await payWithCard(page, cards.notEnrolled);
    await page.waitForURL(`${SHOP}/thanks*`);
    await page.goBack();
    await untilView(page, 'paid');
    assert.equal(await page.locator('#card-number').count(), 0);
    await assertPaidOnce(opened);
  });

  test('without a network it says so, keeps what was typed, and goes on afterwards', async () => {
    const opened = await open({}, phone, [/ERR_INTERNET_DISCONNECTED/]);
    const { page, context, check, paymentId } = opened;
    await typeCard(page, { number: cards.notEnrolled });
    await context.setOffline(true);
    await page.waitForSelector('.is-offline:has-text("You are offline")');
    await check('offline');
    await payButton(page).click();
    await page.waitForSelector('#refusal:has-text("could not be sent")');
    assert.equal(await page.inputValue('#card-number'), '4111 1111 1111 1111');
    assert.deepEqual(await gateway.chargesOf(paymentId), []);
    await context.setOffline(false);
    await page.waitForSelector('.is-offline:has-text("You are offline")', { state: 'detached' });
    await payWithCard(page, cards.notEnrolled);
    await assertPaidOnce(opened);
  });

  test('the network is lost while the bank decides: the result is shown afterwards', async () => {
    const opened = await open({}, desktop, [/ERR_INTERNET_DISCONNECTED/]);
    const { page, context } = opened;
    await payWithCard(page, '4000000000020075');
    await untilView(page, 'waiting');
    await context.setOffline(true);
    await gateway.waitForStatus(shop.token, opened.paymentId, 'COMPLETED');
    await context.setOffline(false);
    await assertPaidOnce(opened);
  });

  test('an answer that is lost does not lead to a second charge', async () => {
    const opened = await open({}, desktop, [/ERR_FAILED/]);
    const { page, context } = opened;
    // The request arrives, its answer does not.
    await context.route('**/instrument', async (route) => {
      await route.fetch();
      await context.unroute('**/instrument');
      await route.abort();
    });
    await payWithCard(page, cards.notEnrolled);
    await assertPaidOnce(opened);
  });

  test('a payment that cannot be read after it was sent is read again, here', async () => {
    const opened = await open({}, desktop, [/ERR_FAILED/]);
    const { page, context, paymentId } = opened;
    const path = `**/v1/ecommerce/payment/${paymentId}`;
    await typeCard(page, { number: cards.challenge });
    await context.route(path, async (route) => {
      await context.unroute(path);
      await route.abort();
    });
    await payButton(page).click();
    await givePassword(await challengeFrame(page));
    await assertPaidOnce(opened);
  });

  test('cancel ends the payment and leads back to the shop', async () => {
    const { page, paymentId, check, close } = await open({}, phone);
    await page.click('[data-form=cancel] button');
    await untilView(page, 'cancelled');
    assert.match((await page.textContent('main')) ?? '', /Payment cancelled.*No money was taken/s);
    await check('cancelled');
    const { status, rejectCode } = await shop.read(paymentId);
    assert.equal(status, 'CANCELLED', String(rejectCode));
    await page.click('#return');
    await page.waitForURL(`${SHOP}/thanks?paymentId=${paymentId}*`);
    await close();
  });

  test('an old link says that it was replaced, and the new one pays', async () => {
    const opened = await open({}, desktop, [/status of 40[14]/]);
    const { page, paymentId, link, check } = opened;
    const renewed = await restore(paymentId);
    assert.notEqual(renewed, link);
    await page.reload();
    assert.equal(await page.textContent('h1'), 'This payment link is not valid');
    assert.match((await page.textContent('main')) ?? '', /replaced by a newer one/);
    assert.ok(!(await page.content()).includes('123.45'), 'tells nothing of the payment');
    await check('gone');
    await page.goto(renewed);
    await payWithCard(page, cards.notEnrolled);
    await assertPaidOnce(opened);
  });

  test('a bad link leads back to the page that it was opened from', async () => {
    const { page, link, close } = await open({}, phone, [/status of 404/]);
    const cut = link.slice(0, -1);
    await page.goto(`${SHOP}/order`);
    await page.evaluate(`void location.assign('${cut}')`);
    await page.waitForSelector('#return:text-is("Return to shop.example")');
    await page.click('#return');
    await page.waitForURL(`${SHOP}/`);
    await page.goto(cut);
    await page.waitForSelector('[data-view=gone]');
    assert.match((await page.textContent('main')) ?? '', /start the payment again in the shop/);
    assert.equal(await page.locator('#return').count(), 0, 'nobody knows where from');
    await close();
  });

  test('the page of an open tab says that its link was replaced', async () => {
    const opened = await open({}, desktop, [/status of 40[134]/]);
    const { page, context, paymentId, close } = opened;
    // The customer is faster than the news.
    await context.route('**/status?wait=*', () => undefined);
    await page.reload();
    await typeCard(page, { number: cards.notEnrolled });
    await restore(paymentId);
    await payButton(page).click();
    await untilView(page, 'gone');
    assert.deepEqual(await gateway.chargesOf(paymentId), []);
    assert.equal(await page.textContent('#return'), 'Return to Teashop');
    await page.click('#return');
    await page.waitForURL(`${SHOP}/thanks?paymentId=${paymentId}*`);
    await close();
  });

  test('the page of an open tab learns that its link was replaced', async () => {
    const opened = await open({}, desktop, [/status of 40[134]/]);
    const { page, paymentId, close } = opened;
    await restore(paymentId);
    await untilView(page, 'gone');
    assert.deepEqual(await gateway.chargesOf(paymentId), []);
    await close();
  });

  test('counts down, then says that the time has passed, with the way back', async () => {
    const { page, paymentId, check, close } = await open({}, phone, [/status of 401/]);
    const left = (): Promise<string | null> => page.textContent('[role=timer] time');
    const first = await left();
    await until(async () => (await left()) !== first, 'the time to go down');
    const { validUntil } = await shop.read(paymentId);
    await advance(gateway, Math.ceil((Date.parse(String(validUntil)) - Date.now()) / 1000) + 1);
    await untilView(page, 'expired');
    assert.equal(await page.textContent('h1'), 'The time to pay has passed');
    assert.match((await page.textContent('main')) ?? '', /No money was taken/);
    await check('expired');
    assert.ok((await page.getAttribute('#return', 'href'))?.startsWith(`${SHOP}/thanks?`));
    await close();
  });
});
