// Cards on the payment page in a real browser: from the payment link to the return to the shop,
// with every step of 3-D Secure and every refusal of the catalogue, each with another try.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../support/client.ts';
import { cards } from '../support/threeds/challenge.ts';
import {
  challengeFrame,
  givePassword,
  payButton,
  payWithCard,
  typeCard,
  untilView,
} from './support/card-form.ts';
import { press } from './support/customer.ts';
import { openPayment, returnAddress, SHOP, type OpenedPayment } from './support/page-shop.ts';
import { pageSuite } from './support/suites/page-suite.ts';
import { desktop, phone } from './support/payment-page.ts';

interface Trigger {
  readonly kind: string;
  readonly value: string;
  readonly provider: string;
  readonly outcome: string;
  readonly description: string;
}

const declined =
  'Your bank declined the payment. You were not charged. ' +
  'Check the data of the card, or use another card or way to pay.';
const noAnswer =
  'Your bank is not responding at the moment. You were not charged. ' +
  'Try again in a few minutes or choose another way to pay.';

/** What an issuer says about a card reads like any refusal: whoever tries it learns no more. */
const sentences: Readonly<Record<string, string>> = {
  DO_NOT_HONOR: declined,
  LOST_CARD: declined,
  STOLEN_CARD: declined,
  SUSPECTED_FRAUD: declined,
  CARD_RESTRICTED: declined,
  INSUFFICIENT_FUNDS: declined,
  EXPIRED_CARD: declined,
  LIMIT_EXCEEDED: declined,
  INVALID_CVV: declined,
  INVALID_CARD: declined,
  ISSUER_UNAVAILABLE: noAnswer,
  SCA_UNAVAILABLE: noAnswer,
  SCA_FAILED:
    'Your bank could not confirm that it is you. You were not charged. ' +
    'Try again and confirm the payment with your bank.',
  SCA_REJECTED:
    'Your bank could not confirm that it is you. You were not charged. ' +
    'Use another card or choose another way to pay.',
  CANCELLED_BY_CUSTOMER:
    'The payment was cancelled. You were not charged. Try again or choose another way to pay.',
};

/** Each group is one payment: at most nine refusals and one card that pays. */
const declines: [card: string, rejectCode: string][][] = [
  [
    ['4000000000000002', 'DO_NOT_HONOR'],
    ['4000000000009995', 'INSUFFICIENT_FUNDS'],
    ['4000000000000069', 'EXPIRED_CARD'],
    ['4000000000009987', 'LOST_CARD'],
    ['4000000000009979', 'STOLEN_CARD'],
    ['4000000000006975', 'LIMIT_EXCEEDED'],
    ['4000000000000127', 'INVALID_CVV'],
    ['4000000000010142', 'INVALID_CARD'],
  ],
  [
    ['4000000000010621', 'CARD_RESTRICTED'],
    ['4000000000010597', 'SUSPECTED_FRAUD'],
    ['4000000000010910', 'ISSUER_UNAVAILABLE'],
    ['4000000000020083', 'DO_NOT_HONOR'],
    [cards.failed, 'SCA_FAILED'],
    [cards.rejected, 'SCA_REJECTED'],
    [cards.unavailable, 'SCA_UNAVAILABLE'],
    [cards.directoryDown, 'SCA_UNAVAILABLE'],
  ],
];

pageSuite('cards on the payment page', {}, (run) => {
  const open = (request: Json = {}, context = desktop): Promise<OpenedPayment> =>
    openPayment(run.browser, run.shop, request, { context });

  /**
   * The end of a payment that succeeded: what is shown, where it leads, what was charged. With a
   * name the page is checked and returns by itself after some seconds; without, with its button.
   */
  async function assertReturns(opened: OpenedPayment, name?: string): Promise<void> {
    const { page, paymentId, check, close } = opened;
    await untilView(page, 'paid');
    assert.equal(await page.textContent('h1'), 'Payment successful');
    assert.match((await page.textContent('main')) ?? '', /You paid PLN\s123\.45 to Teashop\./);
    const address = returnAddress(opened);
    assert.equal(await page.getAttribute('#return', 'href'), address);
    await (name === undefined ? page.click('#return') : check(name));
    await page.waitForURL(address);
    assert.equal((await run.shop.read(paymentId))['status'], 'COMPLETED');
    const approved = (await run.gateway.chargesOf(paymentId)).filter(
      (one) => one.result === 'APPROVED',
    );
    assert.deepEqual(
      approved.map(({ amountMinor }) => amountMinor),
      ['12345'],
    );
    await close();
  }

  test('shows what is paid, to whom, for what and until when, and pays', async () => {
    const opened = await open({ order: { description: 'Two packs of tea' } });
    const { page, extOrderId, check } = opened;
    assert.match(await page.title(), /^Pay PLN\s123\.45 to Teashop$/);
    const summary = (await page.textContent('header.summary')) ?? '';
    for (const part of [
      'Pay Teashop',
      '123.45',
      'Two packs of tea',
      extOrderId,
      'Time left to pay',
    ]) {
      assert.ok(summary.includes(part), `${part} in ${summary}`);
    }
    await check('choose');
    await typeCard(page, { number: '4111111111111111' });
    assert.equal(await page.inputValue('#card-number'), '4111 1111 1111 1111', 'in groups');
    assert.match((await page.textContent('.brand')) ?? '', /Visa/);
    assert.match((await payButton(page).textContent()) ?? '', /Pay PLN\s123\.45/);
    await check('card-typed');
    await payButton(page).click();
    await assertReturns(opened, 'paid');
  });

  test('the fields have the attributes that browsers and phones fill them by', async () => {
    const { page, close } = await open({}, phone);
    await page.check('#method-CARD');
    const attributes = async (id: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const { autocomplete, inputMode, type, id } = document.getElementById('${id}');
        const label = document.querySelector('label[for="${id}"]').textContent;
        return [autocomplete, inputMode, type, label];
      })()`);
    assert.deepEqual(
      await Promise.all(['card-number', 'card-expiry', 'card-code'].map(attributes)),
      [
        ['cc-number', 'numeric', 'text', 'Card number'],
        ['cc-exp', 'numeric', 'text', 'Expiry date'],
        ['cc-csc', 'numeric', 'text', 'Security code'],
      ],
    );
    await close();
  });

  const entries: [what: string, number: string, expiry: string][] = [
    ['dashes', '4111-1111-1111-1111', '1239'],
    ['spaces around', ' 4111111111111111 ', '12/2039'],
    ['dots', '4111.1111.1111.1111', '12.2039'],
  ];
  for (const [what, number, expiry] of entries) {
    test(`accepts a pasted card with ${what} and the expiry ${expiry}`, async () => {
      const opened = await open();
      const { page } = opened;
      await typeCard(page, { number, expiry });
      await payButton(page).click();
      await untilView(page, 'paid');
      await opened.close();
    });
  }

  test('says what is wrong before anything is sent, with links to the fields', async () => {
    const { page, paymentId, check, close } = await open();
    await payButton(page).click();
    await page.waitForSelector('#errors');
    assert.equal(await page.evaluate('document.activeElement.id'), 'errors');
    const summary = await page.textContent('#errors');
    assert.equal(summary, 'Please check: Card number, Expiry date, Security code');
    const told = await page.locator('.error:visible').allTextContents();
    assert.deepEqual(told, [
      'Enter the card number.',
      'Enter the expiry date.',
      'Enter the security code.',
    ]);
    assert.equal(await page.locator('.new-card .hint').count(), 0, 'instead of the hints');
    assert.equal(await page.getAttribute('#card-number', 'aria-invalid'), 'true');
    await check('card-errors');
    await page.click('#errors a >> nth=1');
    assert.equal(await page.evaluate('document.activeElement.id'), 'card-expiry');
    await typeCard(page, { number: '4111111111111112', expiry: '01/20', code: '12' });
    await payButton(page).click();
    await page.waitForSelector('#card-number-error:has-text("not right")');
    await page.waitForSelector('#card-expiry-error:has-text("expired")');
    await page.waitForSelector('#card-code-error:has-text("3 digits")');
    assert.equal((await run.shop.read(paymentId))['status'], 'NEW');
    await close();
  });

  test('a field that is left tells its error at once, without a summary', async () => {
    const { page, close } = await open();
    await page.fill('#card-number', '4111');
    await page.press('#card-number', 'Tab');
    await page.waitForSelector('#card-number-error:has-text("too short")');
    assert.equal(await page.locator('#errors').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.id'), 'card-expiry');
    await page.press('#card-expiry', 'Enter');
    await page.waitForSelector('#errors:has-text("Card number, Expiry date, Security code")');
    // Leaving a field that is in the summary does not take it out.
    await page.focus('#card-number');
    await page.press('#card-number', 'Tab');
    await page.fill('#card-expiry', '12/39');
    await page.waitForSelector('#errors:has-text("Please check: Card number, Security code")');
    await close();
  });

  const withoutQuestion: [what: string, card: string][] = [
    ['a frictionless authentication', cards.frictionless],
    ['an attempted authentication', cards.attempt],
    ['a fingerprint, then frictionless', cards.methodThenFrictionless],
    ['American Express with four digits', '371449001000009'],
  ];
  for (const [what, card] of withoutQuestion) {
    test(`pays with ${what}`, async () => {
      const opened = await open();
      await payWithCard(opened.page, card);
      await assertReturns(opened);
    });
  }

  /** With a name the state is checked, once for each kind of window. */
  const challenged: [what: string, card: string, context: typeof phone, name?: string][] = [
    ['a challenge', cards.challenge, desktop, 'challenge'],
    ['a fingerprint, then a challenge', cards.methodThenChallenge, phone, 'challenge-phone'],
    ['a challenge after a soft decline', cards.softDecline, phone],
    ['a challenge of version 2.1.0', cards.upToVersion210, desktop],
  ];
  for (const [what, card, context, name] of challenged) {
    test(`pays with ${what}`, async () => {
      const opened = await open({}, context);
      const { page, check } = opened;
      await payWithCard(page, card);
      const bank = await challengeFrame(page);
      assert.equal(await page.textContent('h1'), 'Confirm with your bank');
      const box = await page.locator('iframe[name="challenge-frame"]').boundingBox();
      assert.ok(box && box.width >= 320 && box.height >= 400, JSON.stringify(box));
      if (name !== undefined) await check(name);
      await givePassword(bank, '0000');
      await bank.waitForSelector('#slip');
      await givePassword(bank);
      await assertReturns(opened);
    });
  }

  test('after a cancelled challenge the methods are open, and another card pays', async () => {
    const opened = await open();
    const { page, check } = opened;
    await payWithCard(page, cards.challenge);
    await press(await challengeFrame(page), 'Cancel');
    await untilView(page, 'choose');
    assert.equal((await page.textContent('#refusal'))?.trim(), sentences['CANCELLED_BY_CUSTOMER']);
    await check('challenge-cancelled');
    await payWithCard(page, cards.notEnrolled);
    await assertReturns(opened);
  });

  test('a challenge as a full page returns to the payment page', async () => {
    const opened = await open({}, phone);
    const { page } = opened;
    await payWithCard(page, cards.challenge);
    await challengeFrame(page);
    await press(page, 'Open it as a full page');
    await page.waitForURL('**/acs/**');
    await givePassword(page);
    await assertReturns(opened, 'paid-phone');
  });

  test('the catalogue has no decline without a sentence below', async () => {
    const { body } = await run.gateway.call<Trigger[]>('GET', '/sandbox/triggers');
    const declining = body.filter(
      ({ kind, provider, outcome, description }) =>
        kind === 'card' && provider === 'acquirer' && description === `Declined with ${outcome}.`,
    );
    const missing = declining.filter(({ value }) => !declines.flat(2).includes(value));
    assert.deepEqual(missing, []);
    assert.ok(declining.length > 10);
  });

  for (const rows of declines) {
    const codes = rows.map(([, rejectCode]) => rejectCode);
    test(`says what to do after ${codes.join(', ')}, and the next card pays`, async () => {
      const opened = await open({}, phone);
      const { page, check } = opened;
      for (const [card, rejectCode] of rows) {
        // Until then the page may show the same sentence after the card before.
        const answered = page.waitForResponse((reply) => reply.url().endsWith('/instrument'));
        await payWithCard(page, card);
        await answered;
        const expected = sentences[rejectCode] ?? assert.fail(rejectCode);
        await page.locator('#refusal', { hasText: expected }).waitFor();
        assert.equal((await page.textContent('#refusal'))?.trim(), expected);
        await assertHidden(page, rejectCode);
        assert.equal(await page.inputValue('#card-code'), '', 'the code is cleared');
        const isEmpty = (await page.inputValue('#card-number')) === '';
        assert.equal((await page.textContent('.brand')) === '', isEmpty, 'the brand is typed');
        const same = declines.flat().find(([, other]) => sentences[other] === expected);
        if (same?.[0] === card) await check(`refused-${rejectCode.toLowerCase()}`);
        await page.reload();
      }
      await payWithCard(page, cards.notEnrolled);
      await assertReturns(opened);
    });
  }

  test('with repeat: false a refusal ends the payment and leads back to the shop', async () => {
    const opened = await open({ options: { repeat: false } });
    const { page, paymentId, check, close } = opened;
    await payWithCard(page, '4000000000000002');
    await untilView(page, 'refused');
    assert.equal(await page.textContent('h1'), 'Payment not successful');
    await check('refused-end');
    assert.equal((await run.shop.read(paymentId))['status'], 'REJECTED');
    await page.click('#return');
    await page.waitForURL(`${SHOP}/thanks?paymentId=${paymentId}*`);
    await close();
  });
});

/** Raw codes are for merchants. */
async function assertHidden(page: Page, rejectCode: string): Promise<void> {
  const text = (await page.textContent('body > #page')) ?? '';
  assert.ok(!text.includes(rejectCode), `the customer reads ${rejectCode}`);
}
