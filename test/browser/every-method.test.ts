// One payment with every way to pay on the payment page, in a real browser: from the link to the
// return to the shop, with the payment and its charge. A method or an instrument type without a
// row here fails.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { instrumentTypes, methodOfType } from '@bramka/gateway/methods/registry.ts';
import type { Json } from '../support/client.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { chargedAmounts } from '../support/life/consistency.ts';
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
import {
  chooseTestBank,
  confirmClickToPay,
  logInAtBank,
  openClickToPay,
  openSheet,
} from './support/method-forms.ts';
import {
  enableWallets,
  openPayment,
  returnAddress,
  type OpenedPayment,
} from './support/page-shop.ts';
import { pageSuite, savesCards } from './support/suites/page-suite.ts';
import { desktop, noScript } from './support/payment-page.ts';

/** One way to pay: what the customer does until the page shows the result. */
interface Way {
  readonly name: string;
  readonly type: string;
  readonly context?: BrowserContextOptions;
  /** What the gateway must know of the customer before the page is opened. */
  readonly awaits?: (paymentId: string) => Promise<void>;
  readonly pay: (opened: OpenedPayment) => Promise<void>;
  /** Waits until the page itself returns to the shop; otherwise the customer presses the button. */
  readonly returnsAlone?: boolean;
}

/** Types that no customer chooses on the page. */
const notOnPage: Readonly<Record<string, string>> = {
  SCOF: 'a saved card of a merchant with network tokens of Mastercard',
  VTS: 'a saved card of a merchant with network tokens of Visa',
  BLIK_PAYID: 'recurring payments without the customer',
};

pageSuite('every way to pay on the payment page', savesCards, (run) => {
  let blik: BlikClient;
  /** One customer, whom the shop knows. */
  const customer: Json = { customer: { extCustomerId: `customer-${randomUUID()}` } };
  before(async () => {
    blik = blikClient(run.gateway, run.shop.token);
    await enableWallets(run.gateway, run.shop);
  });

  const list = async (paymentId: string, what: string): Promise<Json[]> => {
    const path = `/v1/ecommerce/payment/${paymentId}/${what}`;
    const reply = await run.gateway.call<Json[] | Record<string, Json[]>>('GET', path, {
      token: run.shop.token,
    });
    assert.equal(reply.status, 200, reply.text);
    return Array.isArray(reply.body) ? reply.body : (reply.body[what] ?? []);
  };
  const confirmInApp = async ({ page, paymentId }: OpenedPayment): Promise<void> => {
    await page.waitForSelector('h1:text("Confirm in your bank’s app")');
    await blik.answer({ paymentId }, 'accept');
  };
  const confirmInSheet =
    (method: 'APAY' | 'GPAY') =>
    async ({ page }: OpenedPayment): Promise<void> =>
      (await openSheet(page, method)).click('button[value=confirm]');

  /** In this order: a saved card and a saved shop are those of the row before. */
  const ways: readonly Way[] = [
    {
      name: 'a card without JavaScript',
      type: 'CARD',
      context: noScript,
      pay: ({ page }) => payWithCard(page, cards.notEnrolled),
    },
    {
      name: 'a card with a challenge',
      type: 'CARD',
      async pay({ page }) {
        await payWithCard(page, cards.challenge);
        await givePassword(await challengeFrame(page));
      },
      returnsAlone: true,
    },
    {
      name: 'another card after a declined one',
      type: 'CARD',
      async pay({ page }) {
        await payWithCard(page, cards.declined);
        await page.waitForSelector('#refusal:has-text("You were not charged.")');
        await payWithCard(page, cards.notEnrolled);
      },
    },
    {
      name: 'a card that is saved',
      type: 'CARD',
      async pay({ page }) {
        await typeCard(page, { number: cards.notEnrolled });
        await page.check('#card-save');
        await payButton(page).click();
      },
    },
    {
      name: 'the saved card',
      type: 'COF',
      awaits: (paymentId) =>
        until(async () => (await list(paymentId, 'cards')).length === 1, 'the saved card'),
      async pay({ page }) {
        await page.check('#method-CARD');
        await payButton(page).click();
      },
    },
    {
      name: 'BLIK with a code, and the shop is saved',
      type: 'BLIK_CODE',
      async pay(opened) {
        const { page } = opened;
        await page.check('#method-BLIK');
        await page.fill('#blik-code', await blik.code());
        await page.check('#blik-save');
        await payButton(page, 'BLIK').click();
        await confirmInApp(opened);
      },
    },
    {
      name: 'BLIK without a code',
      type: 'BLIK_UID',
      awaits: (paymentId) =>
        until(
          async () => (await list(paymentId, 'methods')).some(({ oneClick }) => oneClick === true),
          'the saved shop',
        ),
      async pay(opened) {
        await opened.page.check('#method-BLIK');
        await payButton(opened.page, 'BLIK').click();
        await confirmInApp(opened);
      },
    },
    {
      name: 'a transfer at the bank',
      type: 'PBL',
      async pay({ page }) {
        await chooseTestBank(page);
        await payButton(page, 'PBL').click();
        await logInAtBank(page);
        await page.click('button[value=pay]');
      },
    },
    { name: 'Apple Pay', type: 'APAY', pay: confirmInSheet('APAY') },
    { name: 'Google Pay', type: 'GPAY', pay: confirmInSheet('GPAY') },
    {
      name: 'Click to Pay',
      type: 'C2P',
      pay: async ({ page }) => confirmClickToPay(await openClickToPay(page)),
    },
  ];

  test('every method of the gateway is on the page, and every type has a row', async () => {
    const { page, paymentId, close } = await openPayment(run.browser, run.shop, customer);
    const methods = await list(paymentId, 'methods');
    // The browser finds wallets after the page is shown.
    await page.waitForSelector('#method-C2P');
    const shown = await page.evaluate<string[]>(
      '[...document.querySelectorAll("input[name=method]")].map(({ value }) => value)',
    );
    await close();
    const paid = new Set<unknown>(ways.map(({ type }) => methodOfType(type)));
    assert.deepEqual(new Set(methods.map(({ method }) => method)), paid);
    assert.deepEqual(new Set(methods.map(({ status }) => status)), new Set(['ENABLED']));
    assert.deepEqual(new Set(shown), paid);
    const types = [...ways.map(({ type }) => type), ...Object.keys(notOnPage)];
    assert.deepEqual(new Set(types), new Set(Object.keys(instrumentTypes)));
  });

  for (const { name, type, context = desktop, awaits, pay, returnsAlone = false } of ways) {
    test(`pays with ${name}`, async () => {
      if (awaits) await awaits((await run.shop.create(customer)).paymentId);
      const opened = await openPayment(run.browser, run.shop, customer, { context });
      const { page, paymentId, close } = opened;
      await pay(opened);
      await untilView(page, 'paid');
      assert.equal(await page.textContent('h1'), 'Payment successful');
      if (!returnsAlone) await page.click('#return');
      await page.waitForURL(returnAddress(opened));
      await close();
      const { status, method, instrument } = await run.shop.read(paymentId);
      const paidWith = (instrument as Json | undefined)?.['type'];
      assert.deepEqual([status, method, paidWith], ['COMPLETED', methodOfType(type), type]);
      assert.deepEqual(await chargedAmounts(run.gateway.installation, paymentId), [12_345n]);
      const transactions = await list(paymentId, 'transactions');
      const completed = transactions.filter((one) => one['status'] === 'COMPLETED');
      const taken = completed.map((one) => [one['type'], one['amount']]);
      assert.deepEqual(taken, [['AUTH', 123.45]]);
    });
  }
});
