// The payment page inside a shop of another origin, opened with the embedding script: frame and
// pop-over, from the order to the end, with a challenge, and for origins that are not registered.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Frame, Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';
import { givePassword } from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { recordProblems, type PageProblems } from './support/page-problems.ts';
import { openPageShop, type PagePayment, type PageShop } from './support/page-shop.ts';
import { desktop, phone } from './support/payment-page.ts';
import { stopTimers } from './support/stopped-timers.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const embed = readFileSync(new URL('../../client/browser/embed.js', import.meta.url), 'utf8');
const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title>';
const shopPage = `${head}<main><h1>Your order</h1><button id="buy">Buy</button>
  <div id="place"></div></main><script type="module" src="/shop.js"></script>`;
const shopScript = `import { openPayment } from './embed.js';
  globalThis.heard = [];
  const on = (name) => (value) => heard.push([name, value]);
  globalThis.openIt = (options) => openPayment({
    ...options, container: document.getElementById('place'),
    onEnd: on('end'), onClose: on('close'), onResize: on('resize'),
  });`;

suite('the payment page inside a shop', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let site: FastifyInstance;
  let origin: string;
  let shop: PageShop;
  /** What the page without the embedding script shows. */
  let bareLink = '';
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    site = await serveSite();
    const { port } = site.server.address() as { port: number };
    // Another host and another port than the gateway, which is at 127.0.0.1.
    origin = `http://localhost:${port}`;
    shop = await openPageShop(gateway, {
      redirectOrigins: [origin],
      page: { frameOrigins: [origin] },
    });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await gateway?.release();
  });

  async function serveSite(): Promise<FastifyInstance> {
    const app = Fastify();
    const policy = `default-src 'none'; script-src 'self'; frame-src ${gateway.url}; img-src data:`;
    const scripts = { '/shop.js': shopScript, '/embed.js': embed };
    for (const [path, text] of Object.entries(scripts)) {
      app.get(path, (_request, reply) => reply.type('text/javascript').send(text));
    }
    app.get('/bare', (_request, reply) =>
      reply.type('text/html').send(`${head}<iframe src="${bareLink}"></iframe><script>
        globalThis.heard = [];
        addEventListener('message', ({ data }) => heard.push(data));
      </script>`),
    );
    app.get('/*', (_request, reply) =>
      reply.type('text/html').header('content-security-policy', policy).send(shopPage),
    );
    await app.listen({ host: 'localhost', port: 0 });
    return app;
  }

  interface Visit {
    readonly page: Page;
    readonly payment: PagePayment;
    readonly problems: PageProblems;
    /** The document inside the frame. */
    readonly inside: Frame;
    readonly close: () => Promise<void>;
  }
  const create = (request: Json = {}): Promise<PagePayment> =>
    shop.create({
      options: { iframe: true },
      merchant: { redirectURL: `${origin}/thanks` },
      ...request,
    });

  async function visit(options: Json, context = desktop): Promise<Visit> {
    const payment = await create();
    const opened = await browser.newContext(context);
    const problems = await recordProblems(opened, { origins: [origin, gateway.url] });
    const page = await opened.newPage();
    await page.goto(`${origin}/order`);
    await until(() => page.evaluate<boolean>("'openIt' in globalThis"), 'the script of the shop');
    await page.focus('#buy');
    await stopTimers(page);
    await page.evaluate(`void openIt(${JSON.stringify({ url: payment.link, ...options })})`);
    const handle = await page.waitForSelector('iframe');
    const inside = (await handle.contentFrame()) ?? assert.fail('no frame');
    await until(() => hasHeard(page, 'resize'), 'the page to answer');
    const close = async (): Promise<void> => {
      assert.deepEqual(problems.take(), []);
      await opened.close();
    };
    return { page, payment, problems, inside, close };
  }
  const hasHeard = (page: Page, name: string): Promise<boolean> =>
    page.evaluate<boolean>(`heard.some(([one]) => one === '${name}')`);
  const heard = async (page: Page, name: string): Promise<unknown[]> => {
    await until(() => hasHeard(page, name), `the shop to hear "${name}"`);
    const all = await page.evaluate<[string, unknown][]>('heard');
    return all.filter(([one]) => one === name).map(([, value]) => value);
  };
  async function pay(inside: Frame, number: string): Promise<void> {
    await inside.check('#method-CARD');
    await inside.fill('#card-number', number);
    await inside.fill('#card-expiry', '12/39');
    await inside.fill('#card-code', '123');
    await inside.click('.method:has(#method-CARD) button[type=submit]');
  }

  test('a frame has the height of its content, and the shop hears of the end', async () => {
    const { page, payment, inside, close } = await visit({ mode: 'frame' }, phone);
    const { height } = (await page.locator('iframe').boundingBox()) ?? assert.fail('no box');
    const overflow = await inside.evaluate<number>(
      'document.documentElement.scrollHeight - document.documentElement.clientHeight',
    );
    assert.ok(overflow <= 0, `scrolls by ${overflow}`);
    await inside.click('.method:has(#method-CARD) button[type=submit]');
    await inside.waitForSelector('#errors');
    const heightNow = async (): Promise<number> =>
      (await page.locator('iframe').boundingBox())?.height ?? 0;
    await until(async () => (await heightNow()) > height, 'the frame to grow');
    const grown = await heightNow();
    await pay(inside, cards.notEnrolled);
    const [end] = await heard(page, 'end');
    const { paymentId } = payment;
    assert.deepEqual(end, { paymentId, status: 'COMPLETED' });
    await inside.waitForSelector('[data-view=paid]');
    await until(async () => (await heightNow()) < grown, 'the frame to become smaller again');
    assert.equal(await inside.locator('[data-stay]').isVisible(), false, 'it does not return');
    assert.equal(new URL(page.url()).pathname, '/order', 'the shop is not left');
    await inside.click('#return');
    assert.deepEqual(await heard(page, 'close'), [{ paymentId, ended: true }]);
    assert.equal(await page.locator('iframe').count(), 0);
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    await close();
  });

  test('a challenge inside the frame, then the result', async () => {
    const { page, payment, inside, close } = await visit({ mode: 'popover' });
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await pay(inside, cards.challenge);
    const handle = await inside.waitForSelector('iframe[name="challenge-frame"]');
    const bank = (await handle.contentFrame()) ?? assert.fail('no frame');
    await bank.waitForSelector('#password');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal((await handle.boundingBox())?.width, 390, 'the whole width of a phone');
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(questions.length, 1, 'asks before a payment in progress is closed');
    await givePassword(bank);
    assert.deepEqual(await heard(page, 'end'), [
      { paymentId: payment.paymentId, status: 'COMPLETED' },
    ]);
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(questions.length, 1, 'no question after the end');
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.id'), 'buy');
    await close();
  });

  const windows = [
    ['frame', 390, 844],
    ['frame', 320, 568],
    ['frame', 1280, 600],
    ['popover', 360, 640],
    ['popover', 1280, 800],
  ] as const;
  for (const [mode, width, height] of windows) {
    test(`${mode} of ${width} × ${height}: a challenge keeps its height`, async () => {
      const { page, inside, close } = await visit({ mode });
      await page.setViewportSize({ width, height });
      await pay(inside, cards.challenge);
      const handle = await inside.waitForSelector('iframe[name="challenge-frame"]');
      const bank = (await handle.contentFrame()) ?? assert.fail('no frame');
      await bank.waitForSelector('#password');
      const heights: number[] = [];
      for (let frame = 0; frame < 60; frame += 1) {
        await page.evaluate('new Promise((next) => requestAnimationFrame(next))');
        heights.push((await page.locator('iframe').boundingBox())?.height ?? 0);
      }
      const steady = new Set(heights.slice(30));
      assert.equal(steady.size, 1, heights.join(' '));
      assert.ok(Math.max(...heights) < 1000, heights.join(' '));
      const out = (await inside.locator('.way-out button').boundingBox()) ?? assert.fail('no box');
      assert.ok(out.y >= 0 && out.y + out.height <= height, `at ${out.y} of ${height}`);
      const { width: frameWidth } = (await handle.boundingBox()) ?? assert.fail('no box');
      assert.ok(frameWidth >= Math.min(390, width - 40), `${frameWidth} wide`);
      await close();
    });
  }

  test('Escape inside the page closes the pop-over; the payment stays open', async () => {
    const { page, payment, inside, close } = await visit({ mode: 'popover' });
    await inside.focus('#card-number');
    await page.keyboard.press('Escape');
    const { paymentId } = payment;
    assert.deepEqual(await heard(page, 'close'), [{ paymentId, ended: false }]);
    assert.equal((await shop.read(paymentId))['status'], 'NEW');
    await close();
  });

  test('with returnTo: top the way back leaves the page of the shop', async () => {
    const { page, payment, inside, close } = await visit({ mode: 'frame', returnTo: 'top' });
    await pay(inside, cards.notEnrolled);
    await inside.waitForSelector('[data-view=paid]');
    await inside.click('#return');
    const { paymentId, extOrderId } = payment;
    await page.waitForURL(`${origin}/thanks?paymentId=${paymentId}&extOrderId=${extOrderId}`);
    await close();
  });

  test('cancelled by the shop: the page finds out when it is seen again', async () => {
    const { page, payment, inside, close } = await visit({ mode: 'frame' });
    const { paymentId } = payment;
    const path = `/v1/ecommerce/payment/${paymentId}/cancel`;
    const reply = await gateway.call('POST', path, { token: shop.token, body: {} });
    assert.equal(reply.status, 200, reply.text);
    await inside.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
    assert.deepEqual(await heard(page, 'end'), [{ paymentId, status: 'CANCELLED' }]);
    await close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: no header, footer or ground of its own inside a frame`, async () => {
      const { page, inside, close } = await visit({ mode: 'popover' }, { ...desktop, colorScheme });
      assert.ok(await inside.isVisible('h1'));
      assert.ok(!(await inside.isVisible('footer')));
      const [header, top] = await inside.evaluate<[number, number]>(`(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const above = box('h1').top - box('.test-mode').bottom;
        return [box('header').width * box('header').height, above];
      })()`);
      assert.equal(header, 1, 'only for screen readers');
      assert.ok(top < 20, `${top} px of nothing above`);
      const ground = (where: Page | Frame, selector: string): Promise<string> =>
        where.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
      assert.equal(await ground(inside, 'body'), await ground(page, 'dialog'));
      const isTimeSeen = (): Promise<boolean> =>
        inside.evaluate(`(() => {
          const { x, y, width, height } = document
            .querySelector('.countdown').getBoundingClientRect();
          const seen = document.elementFromPoint(x + width / 2, y + height / 2);
          return seen?.closest('.countdown') != null;
        })()`);
      assert.equal(await isTimeSeen(), false);
      // As in the last minute.
      await inside.evaluate("document.querySelector('.countdown').classList.add('is-short')");
      assert.equal(await isTimeSeen(), true);
      assert.ok(!(await inside.isVisible('.amount')));
      await close();
    });
  }

  test('the pop-over opens without a ring; its close button gets one by keyboard', async () => {
    const { page, close } = await visit({ mode: 'popover' });
    const focused = (): Promise<string[]> =>
      page.evaluate(`(() => {
        const { tagName } = document.activeElement;
        const { outlineStyle, outlineColor } = getComputedStyle(document.activeElement);
        return [tagName, outlineStyle, outlineColor];
      })()`);
    assert.deepEqual((await focused()).slice(0, 2), ['DIALOG', 'none']);
    await page.keyboard.press('Tab');
    assert.deepEqual(await focused(), ['BUTTON', 'solid', 'rgb(59, 130, 246)']);
    await close();
  });

  test('without options.iframe or registration it leaves for the payment link', async () => {
    const [closed, framed] = await Promise.all([create({ options: {} }), create()]);
    const { port } = site.server.address() as { port: number };
    for (const [at, link] of [
      [origin, closed.link],
      [`http://127.0.0.1:${port}`, framed.link],
    ] as const) {
      const context = await browser.newContext(desktop);
      const page = await context.newPage();
      if (at !== origin) {
        // The same site under a name that is not registered.
        await context.route(`${at}/**`, async (route) => {
          const url = route.request().url().replace(at, origin);
          await route.fulfill({ response: await route.fetch({ url }) });
        });
      }
      await page.goto(`${at}/order`);
      await until(() => page.evaluate<boolean>("'openIt' in globalThis"), 'the script');
      await page.evaluate(`void openIt({ url: '${link}', mode: 'popover', timeoutMs: 500 })`);
      await page.waitForURL(link);
      await page.waitForSelector('[data-view=choose]');
      await context.close();
    }
  });

  test('a page that is not the embedding script hears nothing', async () => {
    const payment = await create();
    const context = await browser.newContext(desktop);
    const page = await context.newPage();
    bareLink = payment.link;
    await page.goto(`${origin}/bare`);
    const frame = page.frames().find((one) => one !== page.mainFrame()) ?? assert.fail('no frame');
    // Its script listens.
    await frame.waitForSelector('html[data-framed] [data-view=choose]');
    for (const hello of [
      { bramka: 1, type: 'hello' },
      { bramka: 1, type: 'hello', returnTo: 'evil' },
      { bramka: 2, type: 'hello', returnTo: 'shop' },
      { bramka: 1, type: 'hello', returnTo: 'shop', more: 1 },
    ]) {
      await page.evaluate(`frames[0].postMessage(${JSON.stringify(hello)}, '*')`);
    }
    // A right greeting from a registered origin, but from a window beside the page, not around it.
    await page.evaluate("void document.body.append(document.createElement('iframe'))");
    const beside = page.frames().find((one) => one.url() === 'about:blank');
    const greeting = JSON.stringify({ bramka: 1, type: 'hello', returnTo: 'shop' });
    await (beside ?? assert.fail('no frame')).evaluate(
      `parent.frames[0].postMessage(${greeting}, '*')`,
    );
    await pay(frame, cards.notEnrolled);
    await frame.waitForSelector('[data-view=paid]');
    assert.deepEqual(await page.evaluate('heard'), []);
    await context.close();
  });
});
