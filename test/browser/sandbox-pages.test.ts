// Every state of the sandbox's own pages (issuer, bank, BLIK phone, wallet sheet, Click to Pay) in
// a real browser: no barrier, no violation of the policy, nothing wider than 320 px.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findChromium } from '../setup/chromium.ts';
import { cardRequest } from '../support/client.ts';
import { blikClient } from '../support/life/blik.ts';
import { addMerchantClient, type MerchantClient } from '../support/life/payments.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards, waitForChallenge } from '../support/threeds/challenge.ts';
import { createTransfer } from '../support/transfers/bank.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { openPaymentPage, phone } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

suite("every state of the sandbox's own pages", { skip }, () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  let browser: TestBrowser;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    merchant = await addMerchantClient(gateway, { redirectOrigins: ['*'] });
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });
  /** Forms that are refused answer 400, unknown pages 404. */
  const open = (path: string) =>
    openPaymentPage(browser, new URL(path, gateway.url).href, {
      context: phone,
      messages: [/status of 40[04]/],
    });

  test('the page of a bank', async () => {
    const redirectURL = `${gateway.url}/sandbox/blik`;
    const made = await createTransfer(merchant, { redirectURL });
    const { page, check, close } = await open(String(made.body['redirectURL']));
    await check('bank-login');
    assert.match((await page.textContent('header')) ?? '', /Sandbox: no real money/);
    await page.click('button[value=login]');
    await page.waitForSelector('#slip');
    await check('bank-wrong-password');
    await page.fill('#password', '1234');
    await page.click('button[value=login]');
    await page.waitForSelector('button[value=pay]');
    await check('bank-transfer');
    await page.click('button[value=abandon]');
    await page.waitForSelector('time');
    await check('bank-away');
    await page.goto(`${gateway.url}/sandbox/bank/pay/x/y`);
    await check('bank-unknown');
    await close();
  });

  test('the phone with a BLIK app', async () => {
    const { page, check, close } = await open('/sandbox/blik');
    await check('phone-choice');
    await page.click('text=Bank Zielony');
    await page.waitForSelector('button[value=code]');
    await check('phone-empty');
    await page.click('button[value=code]');
    const shown = (await page.textContent('.code dd')) ?? '';
    await check('phone-code');
    await blikClient(gateway, merchant.token).pay(shown.replace(/\s/g, ''));
    await page.waitForSelector('button[value=accept]');
    await check('phone-push');
    await page.click('button[value=accept]');
    await page.waitForSelector('text=No payment waits');
    await close();
  });

  test('the challenge of the issuer and its app', async () => {
    const device = { browserData: { language: 'en', userAgent: 'x', acceptHeader: '*/*' } };
    const body = { ...cardRequest({ card: cards.challenge }), device };
    const { token } = merchant;
    const made = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
    const paymentId = String(made.body['paymentId']);
    const { acsData } = await waitForChallenge(gateway, token, paymentId);
    const { acsURL, creqPayload } = acsData;
    const opened = await fetch(String(acsURL), {
      method: 'POST',
      body: new URLSearchParams({ creq: String(creqPayload) }),
      redirect: 'manual',
    });
    const { page, check, close } = await open(opened.headers.get('location') ?? '');
    await check('challenge');
    const here = page.url();
    await page.click('button.main');
    await page.waitForSelector('#slip');
    await check('challenge-empty-password');
    await page.goto(here);
    await page.click('button[value=push]');
    await page.waitForSelector('text=Open the simulated app');
    await check('challenge-push');
    await page.goto(here.replace('/challenge/', '/phone/'));
    await check('challenge-app');
    await page.click('button[value=reject]');
    await page.waitForSelector('h1:has-text("Payment rejected")');
    await check('challenge-app-rejected');
    await close();
  });

  test('the sheet of a wallet', async () => {
    const merchantId = '10000001';
    const order = { type: 'GPAY', merchantId, amount: '12.50', currency: 'PLN' };
    const { page, check, close } = await open(
      `/sandbox/wallets/sheet?${new URLSearchParams(order).toString()}`,
    );
    await check('wallet-sheet');
    assert.equal(await page.textContent('h1'), `Pay ${merchantId}`, 'a shop without a name');
    await page.check('#more');
    await check('wallet-cards');
    await page.fill('#other', '1');
    await page.click('button[value=confirm]');
    await page.waitForSelector('#slip');
    await check('wallet-bad-card');
    await page.fill('#other', '');
    await page.click('button[value=confirm]');
    await page.waitForSelector('#token');
    await check('wallet-token');
    await page.goto(`${gateway.url}/sandbox/wallets/sheet`);
    await check('wallet-bad-request');
    await close();
  });

  test('the checkout of Click to Pay', async () => {
    const { page, check, close } = await open('/sandbox/c2p');
    await check('c2p-start');
    await page.click('button.main');
    await page.waitForSelector('#email');
    await check('c2p-email');
    await page.fill('#email', 'anna@example.com');
    await page.click('button.main');
    await page.waitForSelector('#sent');
    await check('c2p-code');
    await page.fill('#code', (await page.textContent('#sent')) ?? '');
    await page.click('button[value=code]');
    await page.waitForSelector('#card');
    await check('c2p-cards');
    await page.check('[name=consent]');
    await page.click('button[value=pay]');
    await page.waitForSelector('#response');
    await check('c2p-done');
    await page.reload();
    await close();
  });
});
