// The shop of the guide "Build a checkout", downloaded from a running gateway and used in a real
// browser: every result of a checkout, faults, a restart, and order administration.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { refusals } from '@bramka/gateway/core/refusals.ts';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/place.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance, setFaults } from '../support/sandbox.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { press } from './support/customer.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { startGatewayBetween, type GatewayBetween } from './support/gateway-between.ts';
import { buy, payWith, startExampleShop, type ExampleShop } from './support/example-shop.ts';

const docs = join(import.meta.dirname, '../../docs');
const guide = readFileSync(join(docs, 'guides/build-a-checkout.md'), 'utf8');

for (const file of ['server.mjs', 'checkout.js']) {
  test(`the guide shows all of ${file}, in order`, () => {
    const block = new RegExp(`^\`\`\`js ${file}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
    const shown = [...guide.matchAll(block)].map(([, code = '']) => code);
    assert.equal(shown.join('\n'), readFileSync(join(docs, 'examples/checkout', file), 'utf8'));
  });
}

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 } };
const bankAsks = '#password';

suite('the example shop', { skip }, () => {
  let gateway: BorrowedGateway;
  let shop: ExampleShop;
  let browser: TestBrowser;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    await untilRangesKnown(gateway);
    shop = await startExampleShop(gateway.url);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await gateway?.release();
  });
  afterEach(async () => {
    await page.context().close();
    assert.deepEqual(complaints.splice(0), []);
  });

  async function open(options: BrowserContextOptions = desktop): Promise<void> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(120_000);
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    page = await context.newPage();
  }

  async function passChallenge(): Promise<void> {
    await page.fill(bankAsks, '1234');
    await press(page, 'Confirm');
  }

  const untilTold = (text: string): Promise<unknown> => page.waitForSelector(`text=${text}`);

  /** The order made last, as the shop keeps it. */
  const order = (): Record<string, unknown> => shop.orders().at(-1) ?? {};

  /** The payments that the gateway has of the order. */
  async function paymentsOf(orderId: unknown): Promise<string[]> {
    const token = await gateway.authenticate();
    const body = { extOrderId: orderId };
    const found = await gateway.call('POST', '/v1/ecommerce/payment/search', { token, body });
    const ids = found.body as unknown as string[];
    const statuses = ids.map(async (id) => (await gateway.statusOf(token, id)).status);
    return Promise.all(statuses) as Promise<string[]>;
  }

  test('completes a payment without a question to the customer', async () => {
    await open();
    await buy(page, shop, 'Coffee beans', cards.frictionless);
    await untilTold('Your order is paid.');
    assert.deepEqual(await paymentsOf(order()['id']), ['COMPLETED']);
  });

  test('takes the fingerprint step and the challenge, on a phone', async () => {
    await open(phone);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await buy(page, shop, 'Coffee beans', cards.methodThenChallenge);
    await passChallenge();
    await untilTold('Your order is paid.');
    assert.equal(asked.filter((path) => path === '/sandbox/acs/method').length, 1);
    assert.equal(asked.filter((path) => path === '/sandbox/acs/challenge').length, 1);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  });

  test('takes the challenge without JavaScript', async () => {
    await open({ ...desktop, javaScriptEnabled: false });
    await buy(page, shop, 'Coffee beans', cards.challenge);
    await press(page, 'Go to your bank');
    await passChallenge();
    await press(page, 'Back to the shop');
    await untilTold('Your order is paid.');
  });

  test('says that a card was declined and takes another one for the same order', async () => {
    await open(phone);
    await buy(page, shop, 'Coffee beans', '4000000000000002');
    await untilTold('Your bank declined the payment. Try another card.');
    await payWith(page, '4111111111111112');
    await untilTold('Please check the card number.');
    await payWith(page, cards.notEnrolled);
    await untilTold('Your order is paid.');
    assert.deepEqual(await paymentsOf(order()['id']), ['COMPLETED', 'REJECTED']);
  });

  test('lets the customer cancel while the bank asks, and pay again', async () => {
    await open();
    await buy(page, shop, 'Coffee beans', cards.challenge);
    await page.waitForSelector(bankAsks);
    await page.goto(`${shop.url}/orders/${String(order()['id'])}`);
    await press(page, 'Cancel the payment');
    await untilTold('You cancelled the payment. You were not charged.');
    await payWith(page, cards.challenge);
    await page.click('button:text-is("Cancel")');
    await untilTold('You cancelled the payment. You were not charged.');
    assert.deepEqual(await paymentsOf(order()['id']), ['REJECTED', 'CANCELLED']);
  });

  test('holds the amount, then captures a part of it', async () => {
    await open();
    await buy(page, shop, 'Bicycle', cards.challenge);
    await passChallenge();
    await untilTold('The amount is reserved.');
    await page.goto(`${shop.url}/admin`);
    const row = page.locator(`#order-${String(order()['id'])}`);
    await row.locator('[name=amount]').fill('1500.00');
    await row.locator('button:text-is("Capture")').click();
    await untilTold(`capture: ${refusals.CAPTURE_EXCEEDS_AUTHORIZATION[1]}`);
    await row.locator('[name=amount]').fill('1000.00');
    await row.locator('button:text-is("Capture")').click();
    await row.locator('text=CAPTURED').waitFor();
    assert.match((await row.textContent()) ?? '', /1000\.00/);
    assert.equal(await row.locator('button').count(), 0);
  });

  test('cancels a reserved order, and shows a hold that has expired as cancelled', async () => {
    await open();
    await buy(page, shop, 'Bicycle', cards.frictionless);
    await untilTold('The amount is reserved.');
    const cancelled = String(order()['id']);
    await buy(page, shop, 'Bicycle', cards.frictionless);
    await untilTold('The amount is reserved.');
    const expired = String(order()['id']);
    await page.goto(`${shop.url}/admin`);
    await page.click(`#order-${cancelled} button:text-is("Cancel")`);
    await page.waitForSelector(`#order-${cancelled} .state:text-is("CANCELLED")`);
    await advance(gateway, 31 * 24 * 60 * 60);
    await page.goto(`${shop.url}/admin`);
    await page.waitForSelector(`#order-${expired} .state:text-is("CANCELLED")`);
  });

  test('waits while the acquirer is down and tells the customer the result', async () => {
    await setFaults(gateway, { provider: 'acquirer', outage: true });
    await open();
    await buy(page, shop, 'Coffee beans', cards.notEnrolled);
    await untilTold('One moment, please.');
    await advance(gateway, 15);
    assert.deepEqual(await paymentsOf(order()['id']), ['PENDING']);
    await setFaults(gateway, { provider: 'acquirer', clear: true });
    await advance(gateway, 120);
    await untilTold('A technical problem ended the payment. You were not charged.');
    await payWith(page, cards.notEnrolled);
    await untilTold('Your order is paid.');
  });

  test('waits for a capture whose answer is lost', async () => {
    await open();
    await buy(page, shop, 'Bicycle', cards.frictionless);
    await untilTold('The amount is reserved.');
    const fault = { provider: 'acquirer', outage: true, verbs: ['capture', 'inquire'] };
    await setFaults(gateway, fault);
    const row = page.locator(`#order-${String(order()['id'])}`);
    await page.goto(`${shop.url}/admin`);
    await row.locator('button:text-is("Capture")').click();
    await row.locator('text=capture in progress').waitFor();
    await setFaults(gateway, { provider: 'acquirer', clear: true });
    await advance(gateway, 60);
    while (!(await row.locator('text=CAPTURED').isVisible())) await page.reload();
  });

  test('the commands of the guide to payments work when pasted', async () => {
    await open();
    const text = readFileSync(join(docs, 'guides/payments.md'), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const token = await gateway.authenticate();
    const set = `B=${gateway.url}/v1/ecommerce TOKEN=${token}`;
    const { stdout } = await promisify(execFile)('bash', [
      '--norc',
      '-euc',
      [set, ...blocks].join('\n'),
    ]);
    const answers = stdout.split(/(?<=})(?={)/).map((one) => JSON.parse(one) as Json);
    assert.deepEqual(
      answers.map(({ token_type, status, organization }) => token_type ?? status ?? organization),
      ['Bearer', 'PENDING', 'VISA'],
    );
    const [, shown = ''] = /^```json\n([\s\S]*?)^```$/m.exec(text) ?? [];
    assert.deepEqual(answers[2], JSON.parse(shown));
  });

  test('goes on after a restart of the shop in the middle of a challenge', async () => {
    await open();
    await buy(page, shop, 'Coffee beans', cards.challenge);
    await page.waitForSelector(bankAsks);
    await shop.restart();
    await passChallenge();
    await untilTold('Your order is paid.');
  });

  suite('with a network between shop and gateway', () => {
    let between: GatewayBetween;
    let other: ExampleShop;

    before(async () => {
      between = await startGatewayBetween(gateway.url);
      other = await startExampleShop(gateway.url, { GATEWAY_URL: between.url });
    });
    after(async () => {
      await other?.close();
      between?.close();
    });

    for (const [lost, how] of [
      [1, 'repeats the creation with the same key'],
      [4, 'finds the payment by its order'],
    ] as const) {
      test(`charges once when ${lost} answers are lost: ${how}`, async () => {
        between.keys.length = 0;
        between.lostAnswers = lost;
        await open();
        await buy(page, other, 'Coffee beans', cards.notEnrolled);
        await untilTold('Your order is paid.');
        assert.equal(between.keys.length, Math.min(lost + 1, 4));
        assert.equal(new Set(between.keys).size, 1);
        assert.deepEqual(await paymentsOf(other.orders().at(-1)?.['id']), ['COMPLETED']);
      });
    }

    const atTheBank = (): Promise<void> => press(page, 'Cancel');
    const inTheShop = async (): Promise<void> => {
      await page.goto(`${other.url}/orders/${String(other.orders().at(-1)?.['id'])}`);
      await press(page, 'Cancel the payment');
    };
    for (const [where, cancel, status] of [
      ['at the bank', atTheBank, 'REJECTED'],
      ['in the shop', inTheShop, 'CANCELLED'],
    ] as const) {
      test(`two answers that tell of a cancellation ${where} end one payment`, async () => {
        // The policy of the shop allows forms to the gateway at GATEWAY_URL, which is in between.
        await open({ ...desktop, bypassCSP: true });
        await buy(page, other, 'Coffee beans', cards.challenge);
        await page.waitForSelector(bankAsks);
        between.delaysEndings = true;
        await cancel();
        await untilTold('You cancelled the payment. You were not charged.');
        between.delaysEndings = false;
        await payWith(page, cards.notEnrolled);
        await untilTold('Your order is paid.');
        const { id, failedPayments } = other.orders().at(-1) ?? {};
        assert.deepEqual(await paymentsOf(id), ['COMPLETED', status]);
        assert.equal((failedPayments as unknown[]).length, 1);
      });
    }

    test('keeps no card number and no security code', async () => {
      await open();
      const kept = readFileSync(join(shop.folder, 'orders.json'), 'utf8');
      assert.ok(kept.includes('paymentId'));
      assert.doesNotMatch(kept, /4111|4917|4000000|"123"|Kowalski/);
    });
  });
});
