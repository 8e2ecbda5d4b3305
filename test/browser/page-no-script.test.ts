// The payment page without JavaScript: card, mistakes, refusal, challenge, saved card, cancel, and
// the result. BLIK and banks without JavaScript are in their own files.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { givePassword, payButton, payWithCard, typeCard, untilView } from './support/card-form.ts';
import { press } from './support/customer.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import {
  openPageShop,
  openPayment,
  returnAddress,
  SHOP,
  type OpenedPayment,
  type PageShop,
} from './support/page-shop.ts';
import { noScript } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite('the payment page without JavaScript', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway, { page: { savesCards: true } });
    await untilRangesKnown(gateway);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  const open = (request: Json = {}): Promise<OpenedPayment> =>
    openPayment(browser, shop, request, { context: noScript, messages: [/status of 422/] });
  /** Waits as the customer does: the page refreshes itself. */
  async function assertReturns(opened: OpenedPayment, name: string): Promise<void> {
    const { page, paymentId, check, close } = opened;
    await untilView(page, 'paid');
    await check(name);
    await page.waitForURL(returnAddress(opened));
    const charges = await gateway.chargesOf(paymentId);
    assert.equal(charges.filter(({ result }) => result === 'APPROVED').length, 1);
    await close();
  }

  test('a card: mistakes beside their fields, a refusal, another card', async () => {
    const opened = await open();
    const { page, check } = opened;
    await typeCard(page, { number: '4111111111111112', expiry: '01/20', code: '1' });
    await payButton(page).click();
    await page.waitForSelector('#card-number-error');
    assert.equal(await page.locator('#errors a').count(), 3);
    assert.equal(await page.inputValue('#card-code'), '', 'the code is never sent back');
    await check('no-script-errors');
    await payWithCard(page, '4000000000009995');
    await page.waitForSelector('#refusal:has-text("declined the payment")');
    await check('no-script-refused');
    await payWithCard(page, cards.notEnrolled);
    await assertReturns(opened, 'no-script-paid');
  });

  for (const [what, card] of [
    ['a challenge', cards.challenge],
    ['a fingerprint that is skipped, and a challenge', cards.methodThenChallenge],
  ] as const) {
    test(`a card with ${what} goes to the bank and comes back`, async () => {
      const opened = await open();
      const { page, check } = opened;
      await payWithCard(page, card);
      await untilView(page, 'challenge');
      await check('no-script-challenge');
      await press(page, 'Continue to your bank');
      await givePassword(page);
      await press(page, 'Back to the shop');
      await assertReturns(opened, 'no-script-paid');
    });
  }

  test('cancel, and the way back', async () => {
    const { page, paymentId, check, close } = await open();
    await page.click('[data-form=cancel] button');
    await untilView(page, 'cancelled');
    await check('no-script-cancelled');
    assert.equal((await shop.read(paymentId))['status'], 'CANCELLED');
    await page.click('#return');
    await page.waitForURL(`${SHOP}/thanks?paymentId=${paymentId}*`);
    await close();
  });

  test('the language is a link', async () => {
    const { page, close } = await open();
    await page.click('[data-language=pl]');
    assert.equal(await page.getAttribute('html', 'lang'), 'pl');
    await payWithCard(page, '4000000000000002');
    await page.waitForSelector('#refusal');
    assert.equal(await page.getAttribute('html', 'lang'), 'pl', 'also after a form was sent');
    await close();
  });
});
