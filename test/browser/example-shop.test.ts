// The example shop in a real browser: a payment by every method until a notification has marked the
// order as paid, a declined payment and a retry, and notifications that must not be believed.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { press } from './support/customer.ts';
import { startExampleShop, type ExampleShop } from './support/shops/example-shop.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const widths = [1280, 390];

test('without a gateway the example shop says what to do', async () => {
  const shop = await startExampleShop({ BRAMKA_URL: 'http://127.0.0.1:1' });
  assert.equal(await shop.close(), 1);
  assert.match(shop.printed(), /No gateway at http:\/\/127\.0\.0\.1:1\. .*"npm start".*BRAMKA_URL/);
});

suite('the example shop', { skip }, () => {
  let gateway: BorrowedGateway;
  let shop: ExampleShop;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    await untilRangesKnown(gateway);
    // A result that was read never counts here: only notifications mark orders as paid.
    shop = await startExampleShop({ BRAMKA_URL: gateway.url, FALLBACK_SECONDS: '3600' });
    context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    page = await context.newPage();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await gateway?.release();
  });
  afterEach(() => assert.deepEqual(complaints.splice(0), []));

  const folder = process.env['BRAMKA_SCREENSHOTS'];
  async function shoot(name: string): Promise<void> {
    for (const width of folder ? widths : []) {
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `${folder}/shop-${name}-${width}.png`, fullPage: true });
    }
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0, 'the page does not scroll sideways');
  }

  /** A new order, with the form of a method open. */
  async function open(method: string, url = shop.url): Promise<void> {
    await page.goto(url);
    await choose(method);
  }
  async function choose(method: string): Promise<void> {
    const details = page.locator(`#methods details:has(summary:text-is("${method}"))`);
    await details.locator('summary').waitFor();
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  }
  const payIn = (method: string): Promise<void> => page.click(`#${method} button`);
  async function fillCard(number: string): Promise<void> {
    await page.fill('#number', number.replace(/(\d{4})(?=\d)/g, '$1 '));
    await page.fill('#expiry', '12/35');
    await page.fill('#cvv', '123');
  }
  async function untilPaid(proof = 'Confirmed by a signed notification.'): Promise<void> {
    await page.waitForSelector(`#result:has-text("Your order is paid."):has-text("${proof}")`);
  }
  const untilTold = (text: string): Promise<unknown> => page.waitForSelector(`text=${text}`);
  const orderId = (): string => new URL(page.url()).searchParams.get('order') ?? '';
  const eventsShown = (): Promise<string[]> => page.locator('#events li').allTextContents();

  test('a card with the fingerprint step and the challenge', async () => {
    const asked: string[] = [];
    const sent: string[] = [];
    page.on('request', (request) => {
      asked.push(new URL(request.url()).pathname);
      if (request.url().endsWith('/pay')) sent.push(request.postData() ?? '');
    });
    await open('Card');
    await shoot('card');
    await fillCard(cards.methodThenChallenge);
    await payIn('card');
    await page.fill('#password', '1234');
    await press(page, 'Confirm');
    await untilPaid();
    await shoot('paid');
    assert.equal(asked.filter((path) => path === '/sandbox/acs/method').length, 1);
    assert.equal(asked.filter((path) => path === '/sandbox/acs/challenge').length, 1);
    assert.doesNotMatch(sent.join(), /4917|"123"/, 'the server of the shop sees no card');
    assert.ok((await eventsShown()).some((text) => text.endsWith('PAYMENT_STATUS COMPLETED')));
  });

  test('a declined card, a wrong number, then a card that is stored and pays again', async () => {
    await open('Card');
    await fillCard(cards.declined);
    await payIn('card');
    await untilTold('The payment was declined. You were not charged. Please try again.');
    await shoot('declined');
    await choose('Card');
    await fillCard('4111111111111112');
    await payIn('card');
    await untilTold('Please check the card number.');
    await shoot('wrong-number');
    await fillCard(cards.frictionless);
    await page.check('#store');
    await payIn('card');
    await untilPaid();
    await open('Stored card');
    await shoot('stored');
    await payIn('stored');
    await untilPaid();
  });

  test('BLIK: a wrong code, then one that the customer confirms on the phone', async () => {
    await open('BLIK');
    await page.fill('#blik .code', '100001');
    await shoot('blik');
    await payIn('blik');
    await untilTold('This code cannot be used. Please enter a new one.');
    await shoot('blik-code');
    const phone = await context.newPage();
    await phone.goto(`${gateway.url}/sandbox/blik`);
    await phone.click('text=Bank Zielony');
    await phone.click('text=Get a BLIK code');
    const code = (await phone.textContent('.facts dd')) ?? '';
    await page.fill('#code .code', code.trim());
    await press(page, 'Try again');
    await untilTold('Please confirm the payment in your bank app.');
    await shoot('blik-waiting');
    await phone.click('button:has-text("Accept")');
    await untilPaid();
    await phone.close();
  });

  test('a bank transfer with the way to the bank and back', async () => {
    await open('Bank transfer');
    await page.check('#banks label:has-text("Bank") input >> nth=0');
    await shoot('bank');
    await payIn('bank');
    await page.fill('#password', '1234');
    await page.click('button[value=login]');
    await page.click('button[value=pay]');
    await untilPaid();
  });

  async function confirmSheet(opening: Promise<void>): Promise<void> {
    const [sheet] = await Promise.all([page.waitForEvent('popup'), opening]);
    await sheet.click('button[value=confirm]');
  }

  test('Apple Pay', async () => {
    await open('Apple Pay');
    await shoot('apple-pay');
    await payIn('apay');
    await untilTold('Please confirm the payment in Apple Pay.');
    await shoot('apple-pay-sheet');
    await confirmSheet(page.click('#sheet'));
    await untilPaid();
  });

  test('Google Pay', async () => {
    await open('Google Pay');
    await confirmSheet(payIn('gpay'));
    await untilPaid();
  });

  test('Click to Pay', async () => {
    await open('Click to Pay');
    await payIn('c2p');
    const frame = (await (await page.waitForSelector('dialog iframe')).contentFrame()) as Frame;
    await frame.fill('#email', 'anna@example.com');
    await frame.click('button.main');
    await frame.fill('#code', (await frame.textContent('#sent')) ?? '');
    await shoot('click-to-pay');
    await frame.click('button.main');
    await frame.check('input[value=TOKEN]');
    await frame.check('input[name=consent]');
    await frame.click('button.main');
    await untilPaid();
  });

  /** Creates a payment link for a new order and returns it with the id of the payment. */
  async function openLink(): Promise<{ link: string; paymentId: string }> {
    await open('Payment link');
    await payIn('link');
    await untilTold('Send this link to the customer.');
    const link = (await page.getAttribute('#go', 'href')) ?? '';
    const [paymentId = ''] = link.split('/').slice(-2);
    return { link, paymentId };
  }

  test('a payment link: the shop shows that it was paid elsewhere', async () => {
    const { link, paymentId } = await openLink();
    await shoot('link');
    assert.match(await (await fetch(link)).text(), /19\.99/);
    const token = await gateway.authenticate();
    const body = { type: 'CARD', instrumentNo: cards.notEnrolled, expDate: '203512', cvv: '123' };
    const path = `/v1/ecommerce/payment/${paymentId}/instrument`;
    assert.equal((await gateway.call('PUT', path, { token, body })).status, 200);
    await untilPaid();
  });

  test('a link that is given up for a card, and the money back', async () => {
    await openLink();
    await press(page, 'Pay another way');
    await untilTold('You were not charged.');
    await choose('Card');
    await fillCard(cards.notEnrolled);
    await payIn('card');
    await untilPaid();
    await page.click('#refund');
    await untilTold('Your money is on its way back.');
    await shoot('refunded');
    assert.ok((await eventsShown()).some((text) => text.endsWith('REFUND_STATUS COMPLETED')));
  });

  /** As the gateway would sign it; with another secret it is forged. */
  function send(message: Json, secret = 'notify-secret-10000001'): Promise<Response> {
    const body = JSON.stringify(message);
    const id = String(message['eventId']);
    const at = String(Math.floor(Date.now() / 1000));
    const sign = (text: string) => createHmac('sha256', secret).update(text);
    return fetch(`${shop.url}/notifications/payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        signature: sign(Object.values(message).join('')).digest('hex'),
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': `v1,${sign(`${id}.${at}.${body}`).digest('base64')}`,
      },
      body,
    });
  }

  test('a notification is believed if it is genuine, new and about the right amount', async () => {
    const { paymentId } = await openLink();
    const message = (sequence: number, status: string, amount = '19.99'): Json => ({
      event: 'PAYMENT_STATUS',
      eventId: randomUUID(),
      paymentId,
      status,
      currency: 'PLN',
      amount,
      transId: randomUUID(),
      sequence,
      extOrderId: orderId(),
    });
    const answerTo = async (one: Json): Promise<string> => (await send(one)).text();
    assert.equal((await send(message(7, 'COMPLETED'), 'forged')).status, 401);
    assert.equal(await answerTo(message(7, 'COMPLETED', '0.01')), 'other amount');
    const waiting = message(8, 'PENDING');
    assert.equal(await answerTo(waiting), 'applied');
    assert.equal(await answerTo(waiting), 'repeated');
    assert.equal(await answerTo(message(6, 'REJECTED')), 'late');
    assert.equal(
      await answerTo({ ...message(9, 'COMPLETED'), extOrderId: randomUUID() }),
      'no order of this shop',
    );
    await page.reload();
    await untilTold('Send this link to the customer.');
    assert.equal(await answerTo(message(9, 'COMPLETED')), 'applied');
    await untilPaid();
    assert.match(shop.printed(), /Refused a notification: No signature matches/);
  });

  test('the order of another customer is not shown', async () => {
    const address = page.url();
    await context.clearCookies();
    await page.goto(address);
    await untilTold('There is no such order.');
    assert.equal(await page.isVisible('#result'), false);
    assert.match(complaints.splice(0).join(), /500/);
  });

  test('a shop that cannot verify notifications reads the result instead', async () => {
    const env = { BRAMKA_URL: gateway.url, FALLBACK_SECONDS: '0', NOTIFICATION_SECRET: 'old' };
    const other = await startExampleShop(env);
    try {
      await open('Card', other.url);
      await fillCard(cards.notEnrolled);
      await payIn('card');
      await untilPaid('Read from the gateway; no valid notification has come.');
      assert.deepEqual(await eventsShown(), []);
    } finally {
      await other.close();
    }
  });
});
