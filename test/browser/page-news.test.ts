// An open payment page learns of what happens elsewhere, without a reload and without a click: a
// cancellation, the end of the time to pay, also after the clock of the sandbox was moved, and a
// payment. In each state in which the page stays open.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { advance, readClock } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';
import {
  challengeFrame,
  givePassword,
  payButton,
  payWithCard,
  typeCard,
  untilView,
} from './support/card-form.ts';
import { press } from './support/customer.ts';
import { openPayment, type OpenedPayment } from './support/page-shop.ts';
import { pageSuite } from './support/suites/page-suite.ts';
import { openPaymentPage } from './support/payment-page.ts';

pageSuite('an open payment page and what happens elsewhere', { isExclusive: true }, (run) => {
  let blik: BlikClient;
  before(async () => {
    blik = blikClient(run.gateway, run.shop.token);
  });

  /** The token of the page ends with its payment; the page gets another one. */
  const open = (messages: RegExp[] = []): Promise<OpenedPayment> =>
    openPayment(run.browser, run.shop, {}, { messages: [/status of 401/, ...messages] });
  const cancel = async ({ paymentId }: OpenedPayment): Promise<void> => {
    const path = `/v1/ecommerce/payment/${paymentId}/cancel`;
    const reply = await run.gateway.call('POST', path, { token: run.shop.token, body: {} });
    assert.equal(reply.status, 200, reply.text);
  };
  const letExpire = async ({ paymentId }: OpenedPayment): Promise<void> => {
    const [{ validUntil }, { now }] = [
      await run.shop.read(paymentId),
      await readClock(run.gateway),
    ];
    const leftMs = Date.parse(String(validUntil)) - Date.parse(now);
    await advance(run.gateway, Math.ceil(leftMs / 1000) + 1);
  };
  const payElsewhere = async ({ link }: OpenedPayment): Promise<void> => {
    const other = await openPaymentPage(run.browser, link, { origins: ['http://shop.example'] });
    await payWithCard(other.page, cards.notEnrolled);
    await untilView(other.page, 'paid');
    await other.context.close();
  };
  /** The question of the bank is answered on another device. */
  const confirmElsewhere = async ({ link }: OpenedPayment): Promise<void> => {
    const other = await openPaymentPage(run.browser, link, { origins: ['http://shop.example'] });
    await givePassword(await challengeFrame(other.page));
    await untilView(other.page, 'paid');
    await other.context.close();
  };
  const acceptInApp = async ({ paymentId }: OpenedPayment): Promise<void> => {
    await blik.answer({ paymentId }, 'accept');
  };

  const openForm = ({ page }: OpenedPayment): Promise<void> =>
    typeCard(page, { number: cards.notEnrolled });
  const openConfirmation = async ({ page }: OpenedPayment): Promise<void> => {
    await page.check('#method-BLIK');
    await page.fill('#blik-code', await blik.code());
    await payButton(page, 'BLIK').click();
    await untilView(page, 'confirm');
  };
  const openChallenge = async ({ page }: OpenedPayment): Promise<void> => {
    await payWithCard(page, cards.challenge);
    await challengeFrame(page);
  };

  type Step = (opened: OpenedPayment) => Promise<void>;
  const titles: Readonly<Record<string, string>> = {
    cancelled: 'Payment cancelled',
    expired: 'The time to pay has passed',
    refused: 'Payment not successful',
    paid: 'Payment successful',
  };
  /** A try that runs out of time with its payment may end first: then the payment is refused. */
  const late = ['expired', 'refused'];
  const states: [state: string, enter: Step, pay: Step, late: readonly string[]][] = [
    ['with a form in which something was typed', openForm, payElsewhere, ['expired']],
    ['that waits for the confirmation of BLIK', openConfirmation, acceptInApp, late],
    ['with an open challenge', openChallenge, confirmElsewhere, late],
  ];
  for (const [state, enter, pay, lateViews] of states) {
    const ends: [what: string, end: Step, views: readonly string[]][] = [
      ['was cancelled by the shop', cancel, ['cancelled']],
      ['has expired', letExpire, lateViews],
      ['was paid', pay, ['paid']],
    ];
    for (const [what, end, views] of ends) {
      test(`a page ${state} shows that the payment ${what}`, async () => {
        const opened = await open();
        const { page, close } = opened;
        await enter(opened);
        await end(opened);
        await page.waitForSelector(views.map((view) => `[data-view=${view}]`).join());
        const shown = (await page.getAttribute('[data-view]', 'data-view')) ?? '';
        assert.equal(await page.textContent('h1'), titles[shown]);
        // Nothing typed is left.
        await page.locator('#card-number').waitFor({ state: 'detached' });
        await close();
      });
    }
  }

  const timeLeft = (page: Page): Promise<string | null> => page.textContent('[role=timer] time');
  const minutesLeft = async (page: Page): Promise<number> =>
    Number(/^(\d+):/.exec((await timeLeft(page)) ?? '')?.[1]);

  test('the time left follows a clock that was moved', async () => {
    const opened = await open();
    const { page, close } = opened;
    assert.ok((await minutesLeft(page)) >= 29);
    await advance(run.gateway, 600);
    // Any answer of the gateway will do.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await until(async () => (await minutesLeft(page)) === 19, 'the time left to follow');
    assert.equal(await page.getAttribute('[data-view]', 'data-view'), 'choose');
    await close();
  });

  test('a refused confirmation that took too long opens the form for a new code', async () => {
    const opened = await open();
    const { page, close } = opened;
    await openConfirmation(opened);
    await advance(run.gateway, 80);
    await page.waitForSelector('#refusal:has-text("didn’t confirm")');
    assert.ok(await page.isVisible('#blik-code'));
    await close();
  });

  test('a challenge on another device is not opened here; a refusal opens the form', async () => {
    const opened = await open();
    const { page, link, check, close } = opened;
    await openForm(opened);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const other = await openPaymentPage(run.browser, link);
    await payWithCard(other.page, cards.challenge);
    const bank = await challengeFrame(other.page);
    await untilView(page, 'elsewhere');
    await check('elsewhere');
    assert.equal(await page.isVisible('#card-number'), false);
    assert.deepEqual(
      asked.filter((url) => url.includes('/acs')),
      [],
    );
    await press(bank, 'Cancel');
    await untilView(page, 'choose');
    assert.equal(await page.inputValue('#card-number'), '4111 1111 1111 1111');
    await other.context.close();
    await payButton(page).click();
    await page.waitForSelector('#card-code');
    await close();
  });

  test('a challenge on another device can be continued here', async () => {
    const opened = await open();
    const { page, link, close } = opened;
    const other = await openPaymentPage(run.browser, link);
    await payWithCard(other.page, cards.challenge);
    await challengeFrame(other.page);
    await page.click('a:text-is("Continue here instead")');
    await givePassword(await challengeFrame(page));
    await untilView(page, 'paid');
    await other.context.close();
    await close();
  });

  test('where no request can wait at the gateway the page asks from time to time', async () => {
    const opened = await open([/status of 503/]);
    const { page, context, close } = opened;
    let asked = 0;
    await context.route('**/status?wait=*', (route) => {
      asked += 1;
      return route.fulfill({ status: 503, body: '' });
    });
    await page.reload();
    await until(() => asked > 0, 'the first question');
    await cancel(opened);
    await context.unroute('**/status?wait=*');
    await untilView(page, 'cancelled');
    await close();
  });

  test('a hidden form asks nothing until it is shown again', async () => {
    const opened = await open();
    const { context, link, close } = opened;
    const page = await context.newPage();
    await page.addInitScript(`
      const get = () => globalThis.shown ?? 'hidden';
      Object.defineProperty(document, 'visibilityState', { get });
    `);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await untilView(page, 'choose');
    await cancel(opened);
    await page.evaluate("shown = 'visible'; document.dispatchEvent(new Event('visibilitychange'))");
    await untilView(page, 'cancelled');
    assert.deepEqual(
      asked.filter((url) => url.includes('/status')),
      [],
    );
    await close();
  });
});
