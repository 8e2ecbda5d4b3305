// The card form of the payment page and the question of the bank, as a customer fills them in.
import assert from 'node:assert/strict';
import type { Frame, Locator, Page } from 'playwright-core';
import { codeOf } from '../../support/client.ts';
import { press } from './customer.ts';

export interface TypedCard {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
}

/** The button that pays with a method, also with an express method. */
export function payButton(page: Page, method = 'CARD'): Locator {
  const express = `.express form:has([value=${method}]) button`;
  return page.locator(`.method:has(#method-${method}) button[type=submit], ${express}`);
}

export async function typeCard(page: Page, card: TypedCard): Promise<void> {
  const { number, expiry = '12/39', code = codeOf(number) } = card;
  await page.check('#method-CARD');
  await page.fill('#card-number', number);
  await page.fill('#card-expiry', expiry);
  await page.fill('#card-code', code);
}

export async function payWithCard(page: Page, number: string): Promise<void> {
  await typeCard(page, { number });
  await payButton(page).click();
}

/** Waits until the page shows this view. */
export function untilView(page: Page, view: string): Promise<unknown> {
  return page.waitForSelector(`[data-view="${view}"]`);
}

/** The page of the bank inside the payment page. */
export async function challengeFrame(page: Page): Promise<Frame> {
  await untilView(page, 'challenge');
  const handle = await page.waitForSelector('iframe[name="challenge-frame"]');
  const frame = (await handle.contentFrame()) ?? assert.fail('no frame');
  await frame.waitForSelector('main h1');
  return frame;
}

export async function givePassword(bank: Frame | Page, password = '1234'): Promise<void> {
  await bank.fill('#password', password);
  await press(bank, 'Confirm');
}
