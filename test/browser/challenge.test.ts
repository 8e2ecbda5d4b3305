// Strong authentication in a real browser, from a shop's checkout through the bank's pages to the
// end of the payment: as a full page, in a frame, on a phone, without JavaScript.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import {
  completedOutcome,
  outcomeOf,
  rejectedOutcome,
  type Outcome,
} from '../support/threeds/outcome.ts';
import { bankFrame, press, welcome, type Customer } from './support/customer.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { openShop, type Shop } from './support/shops/shop.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop = size(1280, 800);
const phone = size(390, 844);
const paid = completedOutcome('eci 05');
const thanks = 'Thank you, your order is paid.';
/** After this time an inquiry returns the acquirer's decision. */
const DECISION_SECONDS = 60;
const walkAway = 'Abandon (simulates closing the window)';

suite('the challenge in a browser', { skip }, () => {
  let gateway: BorrowedGateway;
  let token: string;
  let shop: Shop;
  let browser: TestBrowser;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    await untilRangesKnown(gateway);
    token = await gateway.authenticate();
    shop = await openShop(gateway, token);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await gateway?.release();
  });

  const enter = (options: BrowserContextOptions): Promise<Customer> =>
    welcome(browser, shop, options);

  /** Asserts that shop and gateway show the same result, and no error occurred on the way. */
  async function assertEnd(customer: Customer, told: string, outcome: Outcome): Promise<void> {
    const { page } = customer;
    await page.waitForURL(`${shop.url}/order?**`);
    assert.equal(await page.textContent(`[role=status]:has-text("${told}")`), told);
    assert.deepEqual(await outcomeOf(gateway, token, customer.paymentId()), outcome);
    await closeClean(customer);
  }

  async function closeClean({ context, said, asked }: Customer): Promise<void> {
    await context.close();
    assert.deepEqual(said, []);
    const urls = asked.filter((url) => !url.startsWith('data:'));
    assert.deepEqual(new Set(urls.map((url) => new URL(url).origin)), new Set(origins()));
  }

  const origins = (): string[] => [shop.url, gateway.url];

  /** How the browser arrived at the return URL, which names payment and order. */
  function returnsOf({ orderId, paymentId }: Customer): string[] {
    const path = `/order?paymentId=${paymentId()}&extOrderId=${orderId}`;
    return shop.visits.filter((visit) => visit.path === path).map((visit) => visit.as);
  }

  suite('with a customer who answers', { concurrency: 4 }, () => {
    test('a password on a full page leads to the return URL', async () => {
      const customer = await enter(desktop);
      await customer.checkOut({ card: cards.challenge });
      await givePassword(customer.page);
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(returnsOf(customer), ['document']);
      const told = shop.browsers.get(customer.orderId) ?? {};
      const { javascriptEnabled, language, screenWidth, screenHeight } = told;
      assert.deepEqual(
        [javascriptEnabled, language, screenWidth, screenHeight],
        [true, 'en-GB', 1280, 800],
      );
      assert.match(String(told['userAgent']), /Chrom/);
    });

    test('a password in a frame returns in the frame, and the shop continues', async () => {
      const customer = await enter(phone);
      await customer.checkOut({ card: cards.challenge, way: 'frame' });
      await givePassword(await bankFrame(customer.page));
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(returnsOf(customer), ['iframe']);
    });

    for (const way of ['page', 'frame'] as const) {
      test(`a payment approved on the phone continues by itself, ${way}`, async () => {
        const customer = await enter(way === 'page' ? phone : desktop);
        const { page } = customer;
        await customer.checkOut({ card: cards.challenge, way });
        const app = await openApp(customer, way === 'page' ? page : await bankFrame(page));
        await press(app, 'Approve');
        await app.waitForSelector('h1:has-text("Payment approved")');
        await assertEnd(customer, thanks, paid);
      });
    }

    test('two wrong passwords and the right one', async () => {
      const customer = await enter(desktop);
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      for (const left of [2, 1]) {
        await givePassword(page, '0000');
        await page.waitForSelector(`#slip:has-text("Attempts left: ${left}")`);
      }
      await givePassword(page);
      await assertEnd(customer, thanks, paid);
    });

    const refusals: [button: string, told: string, rejectCode: string][] = [
      ['I did not make this payment', 'Your bank did not confirm the payment.', 'SCA_FAILED'],
      ['Cancel', 'You cancelled the payment.', 'CANCELLED_BY_CUSTOMER'],
    ];
    for (const [button, told, rejectCode] of refusals) {
      test(`"${button}" is ${rejectCode}, and the shop says so`, async () => {
        const customer = await enter(phone);
        await customer.checkOut({ card: cards.challenge });
        await press(customer.page, button);
        await assertEnd(customer, `${told} No money was taken.`, rejectedOutcome(rejectCode));
      });
    }

    test('after a soft decline the challenge appears by polling', async () => {
      const customer = await enter(desktop);
      await customer.checkOut({ card: cards.softDecline });
      await givePassword(customer.page);
      await assertEnd(customer, thanks, {
        end: 'COMPLETED',
        transactions: ['AUTH REJECTED SCA_REQUIRED', 'AUTH COMPLETED'],
        acquirer: ['DECLINED eci 07', 'APPROVED eci 05'],
      });
    });

    test('without JavaScript every step is a form', async () => {
      const customer = await enter({ ...desktop, javaScriptEnabled: false });
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      await press(page, 'Go to your bank');
      await givePassword(page);
      await press(page, 'Back to the shop');
      await assertEnd(customer, thanks, paid);
      assert.equal(shop.browsers.get(customer.orderId)?.['javascriptEnabled'], false);
    });

    test("without JavaScript the bank's app works as well", async () => {
      const customer = await enter({ ...phone, javaScriptEnabled: false });
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      await press(page, 'Go to your bank');
      await press(await openApp(customer, page), 'Reject');
      await press(page, 'Back to the shop');
      const told = 'Your bank did not confirm the payment. No money was taken.';
      await assertEnd(customer, told, rejectedOutcome('SCA_FAILED'));
    });

    test('going back after the end charges nothing', async () => {
      const customer = await enter(desktop);
      const { page, orderId, asked } = customer;
      await customer.checkOut({ card: cards.challenge });
      await givePassword(page);
      await page.waitForSelector(`text=${thanks}`);
      // The bank's page shows that the challenge is over and links to the shop.
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForSelector(`text=${thanks}`);
      assert.deepEqual(stepsIn(asked), ['challenge', 'status', 'status']);
      await page.goBack();
      assert.equal(new URL(page.url()).pathname, '/checkout');
      await page.fill('[name=card]', cards.notEnrolled);
      await page.click('button');
      await page.waitForSelector('text=This order has been paid already');
      assert.equal(shop.payments.get(orderId)?.length, 1);
      await page.goto(`${shop.url}/order?paymentId=${customer.paymentId()}`);
      await assertEnd(customer, thanks, paid);
    });

    test('of two tabs with one order only one pays', async () => {
      const customer = await enter(desktop);
      const { page, context, orderId } = customer;
      await customer.checkOut({ card: cards.challenge });
      await page.waitForSelector('#password');
      const tab = await context.newPage();
      await customer.checkOut({ card: cards.challenge }, tab);
      await givePassword(tab);
      await tab.waitForSelector(`text=${thanks}`);
      await givePassword(page);
      await page.waitForSelector('text=This order has been paid already, and only once.');
      await closeClean(customer);
      const [slow = '', fast = '', ...more] = shop.payments.get(orderId) ?? [];
      assert.deepEqual(more, []);
      assert.deepEqual(await outcomeOf(gateway, token, fast), paid);
      assert.deepEqual(
        await outcomeOf(gateway, token, slow),
        rejectedOutcome('ORDER_ALREADY_PAID'),
      );
    });
  });

  suite('with a frozen clock, so that no step times out', () => {
    beforeEach(() => moveClock(gateway, { freeze: true }));
    afterEach(() => moveClock(gateway, { freeze: false }));

    test('the 3DS Method runs before the challenge', async () => {
      const customer = await enter(phone);
      await customer.checkOut({ card: cards.methodThenChallenge });
      await givePassword(customer.page);
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(stepsIn(customer.asked), ['method', 'status', 'challenge', 'status']);
    });

    test('a frictionless payment only runs the 3DS Method', async () => {
      const customer = await enter(desktop);
      await customer.checkOut({ card: cards.methodThenFrictionless });
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(stepsIn(customer.asked), ['method', 'status']);
    });

    /** The acquirer decides later, when the clock has moved on. */
    const undecided = {
      card: cards.challenge,
      holder: 'PENDING APPROVED',
      hasHome: false,
    } as const;

    test('without a return URL the gateway shows the status of the payment', async () => {
      const customer = await enter(phone);
      const { page } = customer;
      await customer.checkOut(undecided);
      await givePassword(page);
      await page.waitForURL(`${gateway.url}/pay/**`);
      assert.equal(await page.textContent('h1'), 'Your payment is being processed');
      await moveClock(gateway, { advance: DECISION_SECONDS, freeze: false });
      await page.waitForSelector('h1:has-text("Payment successful")');
      assert.match((await page.textContent('main')) ?? '', new RegExp(customer.orderId));
      assert.deepEqual(await outcomeOf(gateway, token, customer.paymentId()), paid);
      await closeClean(customer);
    });

    test('the same in a frame, until the shop knows the result', async () => {
      const customer = await enter(desktop);
      const { page } = customer;
      await customer.checkOut({ ...undecided, way: 'frame' });
      const frame = await bankFrame(page);
      await givePassword(frame);
      await frame.waitForURL(`${gateway.url}/pay/**`);
      assert.equal(await frame.textContent('h1'), 'Your payment is being processed');
      await moveClock(gateway, { advance: DECISION_SECONDS, freeze: false });
      await assertEnd(customer, thanks, paid);
    });
  });

  test('customers who abandon, wait in a frame or answer too late see the result', async () => {
    const [gone, framed, late] = await Promise.all([enter(phone), enter(desktop), enter(phone)]);
    await Promise.all([
      gone.checkOut({ card: cards.challenge }).then(() => press(gone.page, walkAway)),
      framed
        .checkOut({ card: cards.challenge, way: 'frame', hasHome: false })
        .then(() => bankFrame(framed.page))
        .then((frame) => press(frame, walkAway)),
      late.checkOut({ card: cards.challenge }).then(() => late.page.waitForSelector('#password')),
    ]);
    await gone.page.waitForSelector('h1:has-text("You abandoned the payment")');
    await gone.page.goto(`${shop.url}/order?paymentId=${gone.paymentId()}`);
    assert.ok(await gone.page.isVisible('button:text-is("Go to your bank")'));
    await advance(gateway, 10 * 60);
    await gone.page.reload();
    await givePassword(late.page);
    const told = 'Your bank waited too long for your answer. No money was taken.';
    const over = rejectedOutcome('SCA_TIMEOUT');
    await Promise.all([gone, framed, late].map((customer) => assertEnd(customer, told, over)));
    assert.deepEqual(returnsOf(late), ['document']);
  });
});

function size(width: number, height: number): BrowserContextOptions {
  return { viewport: { width, height }, screen: { width, height } };
}

async function givePassword(bank: Page | Frame, password = '1234'): Promise<void> {
  await bank.fill('#password', password);
  await press(bank, 'Confirm');
}

/** The bank's app in its own tab, opened from the bank's page. */
async function openApp({ context }: Customer, bank: Page | Frame): Promise<Page> {
  await press(bank, "Approve in the bank's app");
  const [app] = await Promise.all([
    context.waitForEvent('page'),
    bank.click('text=Open the simulated app'),
  ]);
  return app;
}

/** The URLs that the shop's and the bank's pages post forms to, in order. */
function stepsIn(asked: readonly string[]): string[] {
  return asked.flatMap((url) => /\/acs\/(method|challenge|status)$/.exec(url)?.[1] ?? []);
}
