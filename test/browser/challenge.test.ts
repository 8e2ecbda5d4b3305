// Strong authentication in a real browser, from the checkout of a shop by way of the bank's pages
// to the end of the payment: in place of the shop's page, in a frame, on a phone, without script.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import { anyDatabase } from '../support/place.ts';
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
import { bankFrame, launch, press, welcome, type Customer } from './support/customer.ts';
import { openShop, type Shop } from './support/shop.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop = size(1280, 800);
const phone = size(390, 844);
const paid = completedOutcome('eci 05');
const thanks = 'Thank you, your order is paid.';
/** After these an inquiry tells what the acquirer has decided. */
const DECISION_SECONDS = 60;
const walkAway = 'Abandon (simulates closing the window)';

suite('the challenge in a browser', { skip }, () => {
  let gateway: BorrowedGateway;
  let token: string;
  let shop: Shop;
  let browser: Browser;
  before(async () => {
    [gateway, browser] = await Promise.all([
      exclusiveGateway(anyDatabase),
      launch(executablePath ?? ''),
    ]);
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

  /** The shop tells the customer, the gateway tells the same, and nothing was amiss on the way. */
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

  /** As what the browser came to the return address, which names payment and order. */
  function returnsOf({ orderId, paymentId }: Customer): string[] {
    const path = `/order?paymentId=${paymentId()}&extOrderId=${orderId}`;
    return shop.visits.filter((visit) => visit.path === path).map((visit) => visit.as);
  }

  suite('with a customer who answers', { concurrency: 4 }, () => {
    test('a password in place of the shop’s page leads to the return address', async () => {
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

    test('a password in a frame comes back in the frame, and the shop goes on', async () => {
      const customer = await enter(phone);
      await customer.checkOut({ card: cards.challenge, way: 'frame' });
      await givePassword(await bankFrame(customer.page));
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(returnsOf(customer), ['iframe']);
    });

    for (const way of ['page', 'frame'] as const) {
      test(`a payment approved on the phone goes on by itself, ${way}`, async () => {
        const customer = await enter(way === 'page' ? phone : desktop);
        const { page } = customer;
        await customer.checkOut({ card: cards.challenge, way });
        const app = await openApp(customer, way === 'page' ? page : await bankFrame(page));
        await press(app, 'Approve');
        await app.waitForSelector('h1:has-text("Done, you approved")');
        await assertEnd(customer, thanks, paid);
      });
    }

    test('two wrong passwords and the right one', async () => {
      const customer = await enter(desktop);
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      for (const left of [2, 1]) {
        await givePassword(page, '0000');
        await page.waitForSelector(`#mistake:has-text("Tries left: ${left}")`);
      }
      await givePassword(page);
      await assertEnd(customer, thanks, paid);
    });

    const refusals: [button: string, told: string, rejectCode: string][] = [
      ['This was not me', 'Your bank did not confirm the payment.', 'SCA_FAILED'],
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

    test('without script every step is a form', async () => {
      const customer = await enter({ ...desktop, javaScriptEnabled: false });
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      await press(page, 'Go to your bank');
      await givePassword(page);
      await press(page, 'Back to the shop');
      await assertEnd(customer, thanks, paid);
      assert.equal(shop.browsers.get(customer.orderId)?.['javascriptEnabled'], false);
    });

    test('without script the bank’s app works, too', async () => {
      const customer = await enter({ ...phone, javaScriptEnabled: false });
      const { page } = customer;
      await customer.checkOut({ card: cards.challenge });
      await press(page, 'Go to your bank');
      await press(await openApp(customer, page), 'Reject');
      await press(page, 'Back to the shop');
      const told = 'Your bank did not confirm the payment. No money was taken.';
      await assertEnd(customer, told, rejectedOutcome('SCA_FAILED'));
    });

    test('going back after the end leads nowhere and charges nothing', async () => {
      const customer = await enter(desktop);
      const { page, orderId, asked } = customer;
      await customer.checkOut({ card: cards.challenge });
      await givePassword(page);
      await page.waitForSelector(`text=${thanks}`);
      // To the bank, whose page knows that it is over and leads to the shop again.
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

  suite('while the clock stands still, so that nobody can be too slow', () => {
    beforeEach(() => moveClock(gateway, { freeze: true }));
    afterEach(() => moveClock(gateway, { freeze: false }));

    test('the 3DS Method runs before the challenge', async () => {
      const customer = await enter(phone);
      await customer.checkOut({ card: cards.methodThenChallenge });
      await givePassword(customer.page);
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(stepsIn(customer.asked), ['method', 'status', 'challenge', 'status']);
    });

    test('the 3DS Method is all there is when the bank asks nothing', async () => {
      const customer = await enter(desktop);
      await customer.checkOut({ card: cards.methodThenFrictionless });
      await assertEnd(customer, thanks, paid);
      assert.deepEqual(stepsIn(customer.asked), ['method', 'status']);
    });

    /** The acquirer decides later, when the clock has gone on. */
    const undecided = {
      card: cards.challenge,
      holder: 'PENDING APPROVED',
      hasHome: false,
    } as const;

    test('without a return address the gateway shows how the payment stands', async () => {
      const customer = await enter(phone);
      const { page } = customer;
      await customer.checkOut(undecided);
      await givePassword(page);
      await page.waitForURL(`${gateway.url}/pay/**`);
      assert.equal(await page.textContent('h1'), 'One moment');
      await moveClock(gateway, { advance: DECISION_SECONDS, freeze: false });
      await page.waitForSelector('h1:has-text("Payment completed")');
      assert.match((await page.textContent('main')) ?? '', new RegExp(customer.orderId));
      assert.deepEqual(await outcomeOf(gateway, token, customer.paymentId()), paid);
      await closeClean(customer);
    });

    test('the same in a frame, until the shop hears of the end', async () => {
      const customer = await enter(desktop);
      const { page } = customer;
      await customer.checkOut({ ...undecided, way: 'frame' });
      const frame = await bankFrame(page);
      await givePassword(frame);
      await frame.waitForURL(`${gateway.url}/pay/**`);
      assert.equal(await frame.textContent('h1'), 'One moment');
      await moveClock(gateway, { advance: DECISION_SECONDS, freeze: false });
      await assertEnd(customer, thanks, paid);
    });
  });

  test('whoever walks away, waits in a frame or answers too late hears of the end', async () => {
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

/** The bank's app in a tab of its own, asked by the page of the bank. */
async function openApp({ context }: Customer, bank: Page | Frame): Promise<Page> {
  await press(bank, "Approve in the bank's app");
  const [app] = await Promise.all([
    context.waitForEvent('page'),
    bank.click('text=Open the simulated app'),
  ]);
  return app;
}

/** The addresses a shop and the bank's pages post their forms to, in order. */
function stepsIn(asked: readonly string[]): string[] {
  return asked.flatMap((url) => /\/acs\/(method|challenge|status)$/.exec(url)?.[1] ?? []);
}
