// Attacks on the payment page: markup and scripts in every field that a merchant controls, framing,
// open redirects, secrets in the page, card data that stays somewhere.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { pictures } from '@bramka/gateway/merchants/page/testing/pictures.ts';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';
import { payButton, payWithCard, typeCard, untilView } from './support/card-form.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { openPageShop, openPayment, type PageShop } from './support/page-shop.ts';
import { desktop, noScript, openPaymentPage } from './support/payment-page.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

/** Each of them would show an element or run a script if a place did not escape it. */
const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><b id=injected>x</b>",
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<!--<script>',
  '--><b id=injected>',
  'javascript:alert(1)',
  '${alert(1)}{{7*7}}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u2028\u2029alert(1)//',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '\u202egpj.exe',
];

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const script = Buffer.from('*/=alert(1);/*<script>alert(1)</script>');
/** Each of them would end the rule of its style, load something, or run. */
const refusedLooks: Readonly<Record<'color' | 'logo', readonly string[]>> = {
  color: [
    '#0b6e4f}</style><script>alert(1)</script>',
    '#0b6e4f;background:url(//evil.example)',
    '#0b6e4f\n',
    '\n#0b6e4f',
    '#0b6e4f/*',
    'url(//evil.example)',
    'expression(alert(1))',
    'var(--text)',
    '#\uff10\uff10\uff10\uff10\uff10\uff10',
  ],
  logo: [
    `data:image/svg+xml;base64,${svg.toString('base64')}`,
    `data:image/png;base64,${svg.toString('base64')}`,
    `data:text/html;base64,${script.toString('base64')}`,
    `${pictures.png}" onerror="alert(1)`,
    'javascript:alert(1)',
    'https://evil.example/logo.png',
    '//evil.example/logo.png',
    '/pay/logo/10000001/../../x',
  ],
};

const bytesOf = (picture: string): Buffer => Buffer.from(picture.split(',')[1] ?? '', 'base64');

/** A right picture that a browser would run as a script if it were served as one. */
function jpegWithScript(): string {
  const jpeg = bytesOf(pictures.jpeg);
  // The length of the segment, 0x2f2a, begins a comment, and its text ends it. The rest is another
  // comment, which ends behind the picture.
  const segment = Buffer.concat([Buffer.from('ffe0', 'hex'), Buffer.alloc(0x2f2a)]);
  segment.writeUInt16BE(0x2f2a, 2);
  script.copy(segment, 4);
  const rest = [jpeg.subarray(2, -2), Buffer.from('*///'), jpeg.subarray(-2)];
  const bytes = Buffer.concat([jpeg.subarray(0, 2), segment, ...rest]);
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

/** The script is a text of the picture. */
function pngWithScript(): string {
  const png = bytesOf(pictures.png);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32BE(script.length);
  chunk.write('tEXt', 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([chunk.subarray(4), script])));
  const bytes = Buffer.concat([png.subarray(0, -12), chunk, script, sum, png.subarray(-12)]);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

suite('attacks on the payment page', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let shop: PageShop;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    browser = await launchBrowser(executablePath ?? '');
    shop = await openPageShop(gateway);
  });
  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  for (const [name, context] of Object.entries({ script: desktop, 'no script': noScript })) {
    test(`markup in name, description and order is shown as text (${name})`, async () => {
      const all = corpus.join(' ');
      const evil = await openPageShop(gateway, { name: corpus.slice(0, 3).join(' ') });
      const order = { description: all.slice(0, 250), extOrderId: corpus.slice(3, 5).join('') };
      const opened = await openPayment(browser, evil, { order }, { context });
      const { page, paymentId, link, check, close } = opened;
      page.on('dialog', () => assert.fail('a script ran'));
      const summary = (await page.textContent('header.summary')) ?? '';
      assert.ok(summary.includes(corpus[0] ?? '-'), summary);
      assert.ok(summary.includes(all.slice(0, 100)), summary);
      assert.ok((await page.title()).includes(corpus[1] ?? '-'));
      await check('markup');
      await payWithCard(page, cards.notEnrolled);
      await gateway.waitForStatus(evil.token, paymentId, 'COMPLETED');
      await page.goto(link);
      await untilView(page, 'paid');
      for (const selector of ['#injected', 'img[src=x]', 'svg[onload]', 'base', 'body b']) {
        assert.equal(await page.locator(selector).count(), 0, selector);
      }
      const scripts = await page.evaluate<number>(
        'document.querySelectorAll(\'script:not([src], [type="application/json"])\').length',
      );
      assert.equal(scripts, 0);
      await close();
    });
  }

  for (const [name, values] of Object.entries(refusedLooks)) {
    test(`a ${name} with anything else in it is refused`, async () => {
      const path = `/v1/admin/merchants/${shop.merchantId}`;
      for (const value of values) {
        const body = { settings: { page: { [name]: value } } };
        const reply = await gateway.call('PATCH', path, { token: gateway.adminKey, body });
        assert.equal(reply.status, 400, value);
        const [detail] = reply.body['details'] as Json[];
        assert.equal(detail?.['field'], `settings.page.${name}`, value);
      }
    });
  }

  for (const [type, logo] of Object.entries({ JPEG: jpegWithScript(), PNG: pngWithScript() })) {
    test(`a script inside a ${type} logo never runs`, async () => {
      const evil = await openPageShop(gateway, { page: { color: '#FFFFFF', logo } });
      const { link } = await evil.create();
      const { page, context, problems, check } = await openPaymentPage(browser, link);
      const ran: string[] = [];
      context.on('dialog', (dialog) => {
        ran.push(page.url());
        void dialog.dismiss();
      });
      await page.waitForFunction("document.querySelector('img.logo').naturalWidth === 6");
      const path = (await page.getAttribute('img.logo', 'src')) ?? '';
      await check(`logo-${type}`);
      assert.deepEqual(problems.take(), []);
      await page.goto(gateway.url + path);
      const shown = await page.evaluate<string>('document.contentType');
      assert.equal(shown, logo.slice('data:'.length, logo.indexOf(';')));
      // A page of the same origin without any policy.
      const element = `<script src="${path}" charset="latin1" onerror="document.title='refused'">`;
      const body = `<!doctype html><link rel="icon" href="data:,">${element}</script>`;
      await context.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${gateway.url}/plain`);
      assert.equal(await page.title(), 'refused');
      assert.deepEqual(ran, []);
      await context.close();
    });
  }

  const addresses = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example/',
    'https://evil.example/',
    'http://shop.example.evil.example/',
    'http://shop.example@evil.example/',
    'http:\\\\evil.example',
    'HTTP://SHOP.EXAMPLE:81/',
  ];
  for (const redirectURL of addresses) {
    test(`the customer is never sent to ${redirectURL}`, async () => {
      const order = { amount: 1, currency: 'PLN' };
      const body = { channel: 'PAYWALL', merchant: { redirectURL }, order };
      const reply = await gateway.call('POST', '/v1/ecommerce/payment', {
        token: shop.token,
        body,
      });
      assert.equal(reply.status, 400, reply.text);
    });
  }

  test('an origin that is no longer registered is not returned to', async () => {
    const former = await openPageShop(gateway);
    const { link } = await former.create();
    const settings = { redirectOrigins: ['http://other.example'], url: '' };
    const path = `/v1/admin/merchants/${former.merchantId}`;
    const token = gateway.adminKey;
    const changed = await gateway.call('PATCH', path, { token, body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    const { page, close } = await openPaymentPage(browser, link, {});
    await payWithCard(page, cards.notEnrolled);
    await untilView(page, 'paid');
    assert.equal(await page.locator('#return').count(), 0);
    assert.match((await page.textContent('main')) ?? '', /You can close this page/);
    await close();
  });

  test('the query of a link changes nothing but the language', async () => {
    const { link } = await shop.create();
    const query = new URLSearchParams({
      lang: '"><script>alert(1)</script>',
      returnURL: 'https://evil.example',
      redirect: '//evil.example',
    });
    const html = await (await fetch(`${link}?${String(query)}`)).text();
    assert.doesNotMatch(html, /evil\.example|<script>alert/);
  });

  test('the page contains no token, and its headers are strict', async () => {
    const { link, clientToken } = await shop.create();
    const reply = await fetch(link, { headers: { 'accept-language': 'en' } });
    const html = await reply.text();
    assert.ok(clientToken.length > 50);
    assert.ok(!html.includes(clientToken) && !/eyJ[\w-]{10,}\./.test(html), 'a token');
    const policy = (reply.headers.get('content-security-policy') ?? '').split('; ');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styleSource}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      assert.ok(policy.includes(directive), `${directive} in ${policy.join('; ')}`);
    }
    assert.doesNotMatch(policy.join(), /unsafe|\*/);
    const expected: Record<string, string> = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    };
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(reply.headers.get(name), value, name);
    }
    assert.equal(reply.headers.get('set-cookie'), null);
  });

  test('card data is encrypted, and stays in no storage, address, log or history', async () => {
    const { page, context, link, paymentId, close } = await openPayment(browser, shop);
    const sent: string[] = [];
    context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const card = { number: '5555555555554444', expiry: '11/38', code: '987' };
    await typeCard(page, card);
    await payButton(page).click();
    await untilView(page, 'paid');
    assert.ok(sent.some((text) => text.includes('encInstrumentNo')));
    const secrets = /5555\s?5555|"987"|=987|203811|11\/38/;
    for (const text of sent) assert.doesNotMatch(text, secrets);
    const kept = await page.evaluate<string>(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href,
    ])`);
    assert.equal(kept, JSON.stringify([{}, {}, '', null, page.url()]));
    assert.doesNotMatch(gateway.logs(), /5555555555554444|5555 5555/);
    assert.ok(!gateway.logs().includes(link.slice(-32)), 'the key of the link is in the log');
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    await close();
  });

  test('a page of another origin cannot frame it', async () => {
    const { link } = await shop.create();
    const context = await browser.newContext(desktop);
    const html = `<!doctype html><title>Evil</title><iframe src="${link}"></iframe>`;
    // A real server: browsers let no page without an address frame this machine.
    const site = createServer((_request, reply) => {
      reply.setHeader('content-type', 'text/html').end(html);
    }).listen(0, 'localhost');
    await once(site, 'listening');
    const { port } = site.address() as { port: number };
    const page = await context.newPage();
    await page.goto(`http://localhost:${port}/`);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    assert.ok(frame);
    // Chromium shows a page of its own instead.
    await until(() => frame.url().startsWith('chrome-error:'), 'the refusal of the frame');
    assert.equal(await frame.locator('[data-view]').count(), 0);
    await context.close();
    site.close();
  });

  test('links of others open nothing, all in the same way', async () => {
    const [one, other] = await Promise.all([shop.create(), shop.create()]);
    const parts = one.link.split('/');
    const key = parts.at(-1) ?? '';
    const [first = ''] = key;
    const wrong = [
      other.link.replace(/[^/]+$/, key),
      one.link.replace(/[^/]+$/, `${first === '0' ? '1' : '0'}${key.slice(1)}`),
      one.link.replace(shop.merchantId, '10000001'),
      `${gateway.url}/pay/x/y/z`,
      one.link.slice(0, one.link.lastIndexOf('/')),
      `${gateway.url}/pay/10000001/${one.paymentId}/${key}`,
    ];
    const bodies = new Set<string>();
    for (const link of wrong) {
      const reply = await fetch(link, { headers: { 'accept-language': 'en' } });
      assert.equal(reply.status, 404, link);
      const html = await reply.text();
      assert.doesNotMatch(html, /Teashop|123\.45/);
      bodies.add(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '');
    }
    assert.equal(bodies.size, 1);
  });

  test('a form of another site cannot pay or cancel without the link', async () => {
    const { paymentId, link } = await shop.create();
    const address = `${gateway.url}/pay/${shop.merchantId}/${paymentId}/${'0'.repeat(32)}`;
    const form: Json = { method: 'CARD', 'card-number': '4111111111111111', action: 'cancel' };
    const body = new URLSearchParams(form as Record<string, string>);
    const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' });
    assert.equal(reply.status, 404);
    assert.equal((await shop.read(paymentId))['status'], 'NEW');
    const wrongType = await fetch(link, {
      method: 'POST',
      body: '{"action":"cancel"}',
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
    });
    assert.ok(wrongType.status >= 400, String(wrongType.status));
    assert.equal((await shop.read(paymentId))['status'], 'NEW');
  });
});
