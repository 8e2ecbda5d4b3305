// What a customer has typed is there again after a refused card, because retyping a card is the
// worst moment of a checkout: after a decline, a failed or cancelled challenge, and a try with
// another method. Only in the fields of the page, never the code, and not without a script.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../support/client.ts';
import { cards } from '../support/threeds/challenge.ts';
import {
  challengeFrame,
  payButton,
  payWithCard,
  typeCard,
  untilView,
} from './support/card-form.ts';
import { press } from './support/customer.ts';
import { openPayment, type OpenedPayment } from './support/page-shop.ts';
import { pageSuite, savesCards } from './support/suites/page-suite.ts';
import { desktop, noScript, phone } from './support/payment-page.ts';

pageSuite('what a customer has typed on the payment page', savesCards, (run) => {
  const open = (context = desktop): Promise<OpenedPayment> => {
    const request: Json = { customer: { extCustomerId: `c-${randomUUID()}` } };
    return openPayment(run.browser, run.shop, request, { context });
  };
  const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');
  const typed = (page: Page): Promise<string[]> =>
    Promise.all(['number', 'expiry', 'code'].map((name) => page.inputValue(`#card-${name}`)));
  const refusal = (page: Page): Promise<unknown> => page.waitForSelector('#refusal');

  /** The field is the only place: nothing outlives the page. */
  async function assertStoredNowhere({ page, context }: OpenedPayment): Promise<void> {
    const stored = await page.evaluate(`Promise.all([
      JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
      JSON.stringify(history.state), indexedDB.databases(), caches.keys(), document.cookie,
    ])`);
    assert.deepEqual(stored, ['{}', '{}', 'null', [], [], '']);
    assert.deepEqual(await context.cookies(), []);
  }

  /** Between the click and the refusal. */
  type Between = (page: Page) => Promise<unknown>;
  const atOnce: Between = async () => undefined;
  const tries: [what: string, card: string, between: Between][] = [
    ['a declined card', cards.declined, atOnce],
    ['a failed authentication', cards.failed, atOnce],
    [
      'a cancelled challenge',
      cards.challenge,
      async (page) => {
        const bank = await challengeFrame(page);
        assert.equal(await page.isVisible('#card-number'), false, 'the form is not shown');
        assert.equal(await page.inputValue('#card-code'), '', 'the code is not kept for later');
        assert.equal(await page.locator('h1').count(), 1);
        await press(bank, 'Cancel');
      },
    ],
    [
      'a fingerprint and a challenge that is cancelled',
      cards.methodThenChallenge,
      async (page) => press(await challengeFrame(page), 'Cancel'),
    ],
    [
      'a challenge with wrong passwords',
      cards.challenge,
      async (page) => {
        const bank = await challengeFrame(page);
        for (const left of ['2', '1', '0']) {
          await bank.fill('#password', '0000');
          await press(bank, 'Confirm');
          if (left !== '0') await bank.waitForSelector(`#slip:has-text("${left}")`);
        }
      },
    ],
    ['an issuer that is slow to decline', '4000000000020083', atOnce],
  ];
  for (const [what, card, between] of tries) {
    for (const [window, context] of [['desktop', desktop] as const, ['phone', phone] as const]) {
      test(`${window}: after ${what} all stays but the code, and another card pays`, async () => {
        const opened = await open(context);
        const { page, close } = opened;
        await typeCard(page, { number: card, expiry: '11/38' });
        await page.check('#card-save');
        await payButton(page).click();
        await between(page);
        await refusal(page);
        assert.deepEqual(await typed(page), [grouped(card), '11/38', '']);
        assert.ok(await page.isChecked('#card-save'));
        assert.match((await page.textContent('.brand')) ?? '', /Visa/);
        assert.equal(await page.evaluate('document.activeElement.id'), 'refusal');
        await assertStoredNowhere(opened);
        await page.fill('#card-number', cards.notEnrolled);
        await page.fill('#card-code', '123');
        await payButton(page).click();
        await untilView(page, 'paid');
        assert.equal(await page.locator('#card-number').count(), 0, 'gone at the end');
        await close();
      });
    }
  }

  /** Keys as a person presses them, with what the field shows then. */
  const keys: [field: string, pressed: readonly string[], shown: string][] = [
    ['card-expiry', [...'12/35'], '12/35'],
    ['card-expiry', [...'1235'], '12/35'],
    ['card-expiry', [...'2/35'], '02/35'],
    ['card-expiry', [...'12 / 2035'], '12/2035'],
    ['card-expiry', [...'13', 'Backspace', 'Backspace', ...'2/35'], '12/35'],
    ['card-expiry', [...'1235', 'Home', 'ArrowRight', 'Delete', '1'], '11/35'],
    ['card-number', [...'4111 1111-11111111'], '4111 1111 1111 1111'],
    [
      'card-number',
      [...'411111111111111', 'Home', 'ArrowRight', '1', 'End', '1', 'Backspace'],
      '4111 1111 1111 1111',
    ],
    ['card-code', [...'1234', 'Backspace'], '123'],
    ['blik-code', [...'777 123'], '777123'],
  ];
  const phones = [desktop, phone];
  for (const context of phones) {
    const window = context === phone ? 'phone' : 'desktop';
    test(`${window}: fields show what is typed, pasted and corrected by keys`, async () => {
      const { page, close } = await open(context);
      for (const [field, pressed, shown] of keys) {
        await page.check(field === 'blik-code' ? '#method-BLIK' : '#method-CARD');
        const input = page.locator(`#${field}`);
        await input.fill('');
        await input.focus();
        for (const key of pressed) await page.keyboard.press(key === ' ' ? 'Space' : key);
        const value = await input.inputValue();
        const same = field === 'blik-code' ? value.replaceAll(' ', '') : value;
        assert.equal(same, shown, `${field}: ${pressed.join(' ')}`);
      }
      await page.check('#method-CARD');
      // Pasted, autofilled, and by the keyboard of a phone: one event with the whole text.
      for (const [text, shown] of [
        ['12 / 35', '12/35'],
        ['122035', '12/2035'],
        ['2/35', '02/35'],
      ] as const) {
        await page.locator('#card-expiry').fill('');
        await page.locator('#card-expiry').focus();
        await page.keyboard.insertText(text);
        assert.equal(await page.inputValue('#card-expiry'), shown);
      }
      await typeCard(page, { number: cards.notEnrolled, expiry: '' });
      await page.locator('#card-expiry').pressSequentially('12/35');
      await payButton(page).click();
      await untilView(page, 'paid');
      await close();
    });
  }

  test('a card stays while another method is tried, and the code of BLIK does not', async () => {
    const { page, close } = await open();
    await typeCard(page, { number: cards.notEnrolled });
    await page.check('#method-BLIK');
    await page.fill('#blik-code', '100001');
    await payButton(page, 'BLIK').click();
    await refusal(page);
    assert.ok(await page.isChecked('#method-BLIK'), 'the method of the try');
    assert.equal(await page.inputValue('#blik-code'), '');
    await page.check('#method-CARD');
    assert.deepEqual((await typed(page)).slice(0, 2), ['4111 1111 1111 1111', '12/39']);
    await close();
  });

  test('a list of methods that cannot be read leaves the form as it is', async () => {
    const request = { customer: { extCustomerId: `c-${randomUUID()}` } };
    const opened = await openPayment(run.browser, run.shop, request, {
      messages: [/status of 503/],
    });
    const { page, context, close } = opened;
    await typeCard(page, { number: cards.declined });
    for (const part of ['methods', 'cards']) {
      await context.route(`**/${part}`, (route) => route.fulfill({ status: 503, body: '' }));
    }
    await payButton(page).click();
    await refusal(page);
    assert.deepEqual(await typed(page), ['4000 0000 0000 0002', '12/39', '']);
    await close();
  });

  test('without a script the method stays, and no card number is ever sent back', async () => {
    const { page, close } = await open(noScript);
    await payWithCard(page, cards.declined);
    await refusal(page);
    assert.ok(await page.isChecked('#method-CARD'));
    assert.deepEqual(await typed(page), ['', '', '']);
    const html = await page.content();
    for (const form of [cards.declined, grouped(cards.declined)]) {
      assert.ok(!html.includes(form), form);
    }
    await close();
  });
});
