// The forms of banks and wallets on the payment page and the pages behind them, as a customer uses
// them. Cards are in card-form.ts.
import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { payButton } from './card-form.ts';

/** The bank of the sandbox at which the customer decides. */
const TEST_BANK = '106';

/** Finds the test bank with the search; its button leads to the bank. */
export async function chooseTestBank(page: Page): Promise<void> {
  await page.check('#method-PBL');
  await page.fill('#pbl-search', 'test');
  await page.check(`#pbl-bank-${TEST_BANK}`);
}

export async function logInAtBank(page: Page): Promise<void> {
  await page.fill('#password', '1234');
  await page.click('button[value=login]');
}

/** The window of Apple Pay or Google Pay of the sandbox. */
export async function openSheet(page: Page, method: 'APAY' | 'GPAY'): Promise<Page> {
  const [sheet] = await Promise.all([page.waitForEvent('popup'), payButton(page, method).click()]);
  await sheet.waitForSelector('button[value=confirm]');
  return sheet;
}

/** The checkout of Click to Pay inside the payment page. */
export async function openClickToPay(page: Page): Promise<Frame> {
  await page.check('#method-C2P');
  await payButton(page, 'C2P').click();
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  return frame ?? assert.fail('no frame');
}

/** Signs in with the code that the page shows, and pays with the first card. */
export async function confirmClickToPay(checkout: Frame): Promise<void> {
  await checkout.fill('#email', 'anna@example.com');
  await checkout.click('button.main');
  await checkout.fill('#code', (await checkout.textContent('#sent')) ?? '');
  await checkout.click('button.main');
  await checkout.check('input[value=TOKEN]');
  await checkout.check('input[name=consent]');
  await checkout.click('button.main');
}
