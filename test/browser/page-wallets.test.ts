// Apple Pay, Google Pay and Click to Pay on the payment page in a real browser: with the wallets of
// the sandbox, and with the interfaces of Apple and of the browser as production has them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Json } from '../support/client.ts';
import { payButton } from './support/card-form.ts';
import { confirmClickToPay, openClickToPay, openSheet } from './support/method-forms.ts';
import { enableWallets, walletToken } from './support/page-shop.ts';
import { pageSuite } from './support/suites/page-suite.ts';
import { noScript, openPaymentPage, phone } from './support/payment-page.ts';

pageSuite('wallets on the payment page', {}, (run) => {
  before(async () => {
    await enableWallets(run.gateway, run.shop);
  });

  const tokenOf = async (type: 'APAY' | 'GPAY'): Promise<string> =>
    Buffer.from(await walletToken(run.gateway, run.shop.merchantId, type), 'base64').toString();
  const press = (page: Page, method: string): Promise<void> => payButton(page, method).click();
  async function choose(page: Page, method: string): Promise<void> {
    if (method === 'APAY' || method === 'GPAY') await payButton(page, method).waitFor();
    else await page.check(`#method-${method}`);
  }
  const untilPaid = (page: Page) => page.waitForSelector('h1:text("Payment successful")');
  const notice = (page: Page, text: string) => page.locator('#refusal', { hasText: text });

  for (const method of ['APAY', 'GPAY'] as const) {
    test(`${method}: confirmed in the wallet of the sandbox`, async () => {
      const { link, paymentId } = await run.shop.create();
      const { page, check, close } = await openPaymentPage(run.browser, link, { context: phone });
      await choose(page, method);
      await check(`wallet-${method}`);
      const sheet = await openSheet(page, method);
      assert.equal(await sheet.textContent('h1'), 'Pay Teashop');
      await page.waitForSelector('text=in the window that has opened');
      await check(`wallet-${method}-open`);
      await sheet.click('button[value=confirm]');
      await untilPaid(page);
      const { status, method: paid } = await run.shop.read(paymentId);
      assert.deepEqual([status, paid], ['COMPLETED', method]);
      await close();
    });
  }

  test('a wallet that is cancelled or closed takes nothing; other methods are open', async () => {
    const { link, paymentId } = await run.shop.create();
    const { page, check, close } = await openPaymentPage(run.browser, link);
    await (await openSheet(page, 'GPAY')).click('button[value=cancel]');
    await notice(page, 'You did not confirm the payment. You were not charged.').waitFor();
    await check('wallet-cancelled');
    await (await openSheet(page, 'APAY')).close();
    await notice(page, 'You did not confirm the payment.').waitFor();
    assert.equal((await run.shop.read(paymentId))['status'], 'NEW');
    await choose(page, 'BLIK');
    await page.fill('#blik-code', '777123');
    await press(page, 'BLIK');
    await untilPaid(page);
    await close();
  });

  test('a card that is declined leads back to the choice with a sentence', async () => {
    const { link } = await run.shop.create();
    const { page, check, close } = await openPaymentPage(run.browser, link, { context: phone });
    const sheet = await openSheet(page, 'GPAY');
    await sheet.check('#more');
    await sheet.check('input[value="4000000000009995"]');
    await sheet.click('button[value=confirm]');
    await notice(page, 'Your bank declined the payment.').waitFor();
    await check('wallet-declined');
    await (await openSheet(page, 'GPAY')).click('button[value=confirm]');
    await untilPaid(page);
    await close();
  });

  test('a blocked window is explained', async () => {
    const { link } = await run.shop.create();
    const { page, close } = await openPaymentPage(run.browser, link);
    await page.evaluate('window.open = () => null');
    await choose(page, 'GPAY');
    await press(page, 'GPAY');
    await notice(page, 'Your browser blocked the window.').waitFor();
    await close();
  });

  test('Click to Pay: its script is loaded on demand, within the policy', async () => {
    const { link, paymentId } = await run.shop.create();
    const { page, check, close } = await openPaymentPage(run.browser, link);
    const scripts = (): Promise<number> => page.evaluate('document.scripts.length');
    const before = await scripts();
    await choose(page, 'C2P');
    await check('wallet-C2P');
    assert.equal(await scripts(), before, 'not before it is chosen');
    await openClickToPay(page);
    await page.click('dialog button');
    await notice(page, 'You did not confirm the payment.').waitFor();
    const checkout = await openClickToPay(page);
    assert.equal(await scripts(), before + 1, 'only once');
    await confirmClickToPay(checkout);
    await untilPaid(page);
    assert.equal((await run.shop.read(paymentId))['method'], 'C2P');
    await close();
  });

  test('a script that cannot be loaded is explained, and other methods are open', async () => {
    const { link } = await run.shop.create();
    const { page, context, close } = await openPaymentPage(run.browser, link, {
      messages: [/ERR_FAILED/],
    });
    await context.route('**/c2p/sdk.js*', (route) => route.abort());
    await choose(page, 'C2P');
    await press(page, 'C2P');
    await notice(page, 'Click to Pay is not available right now.').waitFor();
    assert.ok(await page.isEnabled('#method-CARD'));
    await close();
  });

  test('the policy trusts a script only for payments with Click to Pay', async () => {
    const policyOf = async (request: Json): Promise<string> =>
      (await fetch((await run.shop.create(request)).link)).headers.get('content-security-policy') ??
      '';
    const all = await policyOf({});
    assert.match(all, /script-src 'self';/);
    assert.match(all, /trusted-types click-to-pay/);
    const cards = await policyOf({ options: { methods: 'CARD,GPAY' } });
    assert.match(cards, /trusted-types 'none'/);
    assert.match(cards, /connect-src 'self';/);
  });

  test('without a script no wallet is offered', async () => {
    const { link } = await run.shop.create();
    const { page, close } = await openPaymentPage(run.browser, link, { context: noScript });
    assert.equal(await page.locator('#method-CARD').count(), 1);
    assert.equal(await page.locator('#method-C2P, .express form').count(), 0);
    assert.ok(!(await page.isVisible('.express')), 'and no place is kept for one');
    await close();
  });

  test('express buttons stand first, equal in size, as their brands ask', async () => {
    const { link } = await run.shop.create();
    const { page, close } = await openPaymentPage(run.browser, link, { context: phone });
    await choose(page, 'GPAY');
    const order = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[name=method]")].map(({ value }) => value)',
    );
    assert.deepEqual(order, ['APAY', 'GPAY', 'CARD', 'BLIK', 'PBL', 'C2P']);
    const box = async (selector: Locator) => (await selector.boundingBox()) ?? assert.fail();
    const button = (method: string) => box(payButton(page, method));
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const [apple, google] = [await button('APAY'), await button('GPAY')];
      const [or, card] = [await box(page.locator('.or')), await button('CARD')];
      assert.deepEqual([apple.width, apple.height], [google.width, google.height]);
      assert.ok(google.height >= card.height, 'not smaller than other buttons');
      assert.ok(apple.width >= 100 && google.width >= 90, 'the least widths of the brands');
      assert.ok(google.x - apple.x - apple.width >= 8, 'free space beside the button');
      assert.ok(google.y + google.height + 8 <= or.y && or.y < card.y, 'and below');
    }
    assert.equal(await page.textContent('.or'), 'or pay another way');
    for (const [colorScheme, ground, ink] of [
      ['light', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const styles = await page.evaluate(`[...document.querySelectorAll('.express button')]
        .map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color,
          one.textContent])`);
      const style = [ground, ink, ''];
      assert.deepEqual(styles, [style, style], `${colorScheme}: only the mark`);
    }
    assert.equal(await payButton(page, 'APAY').getAttribute('aria-label'), 'Pay with Apple Pay');
    await close();
  });

  test('the page does not move when the wallets are found', async () => {
    const { link } = await run.shop.create();
    const { page, context, close } = await openPaymentPage(run.browser, 'about:blank', {
      context: phone,
      origins: [run.gateway.url],
      messages: [/ERR_FAILED/],
    });
    const top = (): Promise<number> =>
      page.evaluate('document.querySelector("#pay").getBoundingClientRect().top');
    // Without its script the page stays as the server has made it.
    await context.route('**/pay/assets/**', (route) => route.abort());
    await page.goto(link);
    assert.equal(await page.locator('.express-slot').count(), 2);
    const before = await top();
    await context.unrouteAll();
    await page.goto(link);
    await choose(page, 'APAY');
    assert.equal(await top(), before);
    await close();
  });

  test('a wallet that pays is the only busy button', async () => {
    const { link } = await run.shop.create();
    const { page, close } = await openPaymentPage(run.browser, link);
    const sheet = await openSheet(page, 'GPAY');
    await payButton(page, 'GPAY').locator('.spinner').waitFor();
    assert.equal(await page.locator('.spinner').count(), 1);
    const sizes = ['APAY', 'GPAY'].map(
      async (one) => (await payButton(page, one).boundingBox())?.height,
    );
    assert.equal(new Set(await Promise.all(sizes)).size, 1, 'it keeps its size');
    for (const method of ['APAY', 'GPAY']) {
      assert.equal(await payButton(page, method).getAttribute('aria-disabled'), 'true', method);
    }
    await sheet.click('button[value=cancel]');
    await notice(page, 'You did not confirm the payment.').waitFor();
    assert.equal(await page.locator('.spinner').count(), 0);
    await close();
  });

  test('only wallets: their buttons alone, and no method without a script', async () => {
    const { link } = await run.shop.create({ options: { methods: 'APAY,GPAY' } });
    const { page, check, close } = await openPaymentPage(run.browser, link, { context: phone });
    await choose(page, 'GPAY');
    assert.equal(await page.locator('.or, #pay, main .notice').count(), 0);
    await check('wallets-only');
    await close();
    const plain = await openPaymentPage(run.browser, link, { context: noScript });
    assert.ok(await plain.page.isVisible('.notice:has-text("No payment method is available")'));
    await plain.close();
  });

  /** As in production: the page gets no wallet of the sandbox. */
  async function openAsInProduction(link: string, script: string) {
    const opened = await openPaymentPage(run.browser, 'about:blank', {
      context: phone,
      origins: [run.gateway.url],
    });
    const { page, context } = opened;
    await page.addInitScript(script);
    await context.route(link, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll('"isSandbox":true', '"isSandbox":false')
        .replace(/<aside.*?<\/aside>/, '');
      await route.fulfill({ response, body });
    });
    await page.goto(link);
    return opened;
  }

  test('without the interfaces of Apple and Google their buttons are not shown', async () => {
    const { link } = await run.shop.create();
    const { page, close } = await openAsInProduction(link, '');
    await page.waitForSelector('#method-C2P');
    assert.equal(await page.locator('.express, .or').count(), 0);
    await close();
  });

  test('ApplePaySession gets the session of the gateway and its token pays', async () => {
    const { link, paymentId } = await run.shop.create();
    const token = await tokenOf('APAY');
    const { page, check, close } = await openAsInProduction(link, appleInterface(token));
    await choose(page, 'APAY');
    await check('wallet-APAY-production');
    await press(page, 'APAY');
    await untilPaid(page);
    const { asked, session, result } = await page.evaluate<Json>('window.apple');
    assert.deepEqual(asked, {
      countryCode: 'PL',
      currencyCode: 'PLN',
      supportedNetworks: ['visa', 'masterCard'],
      merchantCapabilities: ['supports3DS'],
      total: { label: 'Teashop', amount: '123.45' },
    });
    assert.ok((session as Json)['merchantSessionIdentifier'], 'of Apple');
    assert.deepEqual(result, { status: 0 }, 'the sheet shows success');
    assert.equal((await run.shop.read(paymentId))['method'], 'APAY');
    await close();
  });

  test('Google Pay is a payment handler of the browser', async () => {
    const { link, paymentId } = await run.shop.create();
    const token = await tokenOf('GPAY');
    const opened = await openPaymentPage(run.browser, 'about:blank', {
      origins: [run.gateway.url],
    });
    const { page, context, close } = opened;
    await page.addInitScript(paymentHandler(token));
    await context.route(link, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll('"isSandbox":true', '"isSandbox":false')
        .replaceAll('"gateway":"bramka-sandbox"', '"gateway":"bramka","googleMerchantId":"B1"');
      await route.fulfill({ response, body });
    });
    await page.goto(link);
    await choose(page, 'GPAY');
    await press(page, 'GPAY');
    await untilPaid(page);
    const asked = await page.evaluate<Json[]>('window.asked');
    const [{ supportedMethods, data } = {}] = asked[0] as unknown as Json[];
    assert.equal(supportedMethods, 'https://google.com/pay');
    const { merchantInfo, allowedPaymentMethods } = data as Json;
    assert.deepEqual(merchantInfo, { merchantId: 'B1', merchantName: 'Teashop' });
    const [card] = allowedPaymentMethods as Json[];
    assert.deepEqual(card?.['tokenizationSpecification'], {
      type: 'PAYMENT_GATEWAY',
      parameters: { gateway: 'bramka', gatewayMerchantId: run.shop.merchantId },
    });
    assert.deepEqual(asked[1], {
      total: { label: 'Teashop', amount: { currency: 'PLN', value: '123.45' } },
    });
    assert.equal((await run.shop.read(paymentId))['method'], 'GPAY');
    await close();
  });
});

/** The part of Apple’s interface that the page uses; it confirms with this token. */
const appleInterface = (token: string): string => `
  window.apple = {};
  window.ApplePaySession = class {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static canMakePayments() { return true; }
    constructor(version, asked) { window.apple.asked = asked; }
    begin() { setTimeout(() => this.onvalidatemerchant({})); }
    abort() { window.apple.aborted = true; }
    completeMerchantValidation(session) {
      window.apple.session = session;
      setTimeout(() => this.onpaymentauthorized({ payment: { token: ${token} } }));
    }
    completePayment(result) { window.apple.result = result; }
  };`;

/** A browser whose payment handler confirms with this token. */
const paymentHandler = (token: string): string => `
  window.PaymentRequest = class {
    constructor(...asked) { window.asked = asked; }
    async show() {
      const tokenizationData = { token: ${JSON.stringify(token)} };
      return { details: { paymentMethodData: { tokenizationData } }, complete: async () => {} };
    }
  };`;
