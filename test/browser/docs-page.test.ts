// The documentation of a running gateway in a real browser: no external requests, no errors, a
// search that works by keyboard, and commands that work when pasted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDocFiles } from '@bramka/gateway/docs/guides/doc-files.ts';
import { findChromium } from '../setup/chromium.ts';
import { assertAccessible } from './support/accessibility.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { findOnPath } from '../setup/commands.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const skipCommands = findOnPath('curl') === undefined && 'no curl on this machine';

suite('the documentation', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let origin: string;
  /** Every page, as the index of the search lists them. */
  let paths: string[];

  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    origin = gateway.url;
    browser = await launchBrowser(executablePath ?? '');
    const index = (await (await fetch(`${origin}/docs/search.json`)).json()) as [string][];
    paths = index.map(([path]) => path);
  });

  after(async () => {
    await browser?.close();
    await gateway?.release();
  });

  async function opened(width: number, path = '/docs'): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(origin + path);
    return page;
  }

  /** Opens a page at several widths, unfolded; it loads nothing and logs no errors. */
  async function look(path: string): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.evaluate(unfold);
    for (const width of [1280, 768, 320]) {
      const at = `${path} at ${width} pixels`;
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, at);
      assert.deepEqual(await page.evaluate(brokenWords), [], at);
    }
    const loaded = asked.filter((url) => !url.startsWith('data:'));
    assert.deepEqual([loaded, said], [[origin + path], []]);
    await page.close();
  }

  test('pages load nothing, log no errors and never scroll sideways', async () => {
    const { guides, references } = openDocFiles(true, () => origin);
    const written = [...guides, ...references].map(({ name }) => `/docs/${name}`);
    const made = ['/docs', ...['rules', 'states', 'errors', 'reject-codes'].map(inReference)];
    const groups = ['endpoints/payment', 'endpoints/admin', 'endpoints/sandbox'].map(inReference);
    const endpoints = largest.map((id) => inReference(`endpoints/${id}`));
    const looked = [...written, ...made, ...groups, ...endpoints];
    // Each waits for half a second without requests, so some are open at the same time.
    for (let from = 0; from < looked.length; from += 4) {
      await Promise.all(looked.slice(from, from + 4).map(look));
    }
  });

  test('has no barriers, light and dark, with results of a search', async () => {
    const rows = [
      ['/docs', 1280, 'light'],
      [inReference('endpoints/postPayment'), 390, 'dark'],
    ] as const;
    for (const [path, width, colorScheme] of rows) {
      const page = await opened(width, path);
      await page.emulateMedia({ colorScheme });
      await page.fill('#search-field', 'refund');
      await page.locator('#search-results a').first().waitFor();
      await assertAccessible(page, path);
      await page.close();
    }
  });

  test('notices a table that breaks words', async () => {
    const page = await opened(390, '/docs/guides/times');
    const squeeze = 'one.style.width = "2rem"; one.style.wordBreak = "break-all"';
    await page.evaluate(`for (const one of document.querySelectorAll("td")) { ${squeeze} }`);
    assert.notDeepEqual(await page.evaluate(brokenWords), []);
    await page.close();
  });

  test('has no broken links on any page', async () => {
    const texts = new Map<string, string>();
    const textAt = async (path: string): Promise<string> => {
      const reply = await fetch(origin + path);
      const text = texts.get(path) ?? (await reply.text());
      assert.equal(reply.status, 200, path);
      texts.set(path, text);
      return text;
    };
    assert.ok(paths.length > 200);
    const links = new Set<string>();
    for (const path of paths) {
      for (const [, href = ''] of (await textAt(path)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (!href.startsWith('https:')) links.add(new URL(href, origin + path).href);
      }
    }
    assert.ok(links.size > 600);
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      const text = texts.get(pathname) ?? (await textAt(pathname));
      assert.ok(hash === '' || text.includes(` id="${hash.slice(1)}"`), link);
    }
  });

  test('can be used by keyboard, with a skip link first', async () => {
    const page = await opened(1280);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'content');
    await page.close();
  });

  test('searches by keyboard, and loads the index only then', async () => {
    const page = await opened(1280, '/docs/guides/times');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-field');
    assert.deepEqual(asked, []);
    await page.keyboard.type('how do I refund');
    const first = page.locator('#search-results li:first-child a');
    await first.waitFor();
    assert.deepEqual(asked, [`${origin}/docs/search.json`]);
    assert.match(await page.locator('#search-status').innerText(), /^The first 20 results:$/);
    assert.match(await first.innerText(), /^Refunds\nGuides\. Full and partial refunds/);
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^Refunds/);
    await page.keyboard.press('ArrowDown');
    assert.doesNotMatch(await focused(), /^Refunds/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-field');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#search-results li').count(), 0);
    await page.keyboard.type('REF_PAYMENT_OTHER_CARD');
    await page.locator('#search-results li', { hasText: 'Reference. Errors' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/errors#error-REF_PAYMENT_OTHER_CARD');
    assert.ok(await page.isVisible('tr:target'));
    await page.close();
  });

  test('says that the index could not be loaded, and tries again', async () => {
    const page = await opened(390);
    await page.route('**/docs/search.json', (route) => route.abort());
    await page.fill('#search-field', 'blik');
    const status = page.locator('#search-status');
    await status.filter({ hasText: 'could not be loaded' }).waitFor();
    await page.unroute('**/docs/search.json');
    await page.fill('#search-field', 'blik alias');
    await page.locator('#search-results a[href*="/docs/guides/blik#"]').first().waitFor();
    await page.fill('#search-field', 'zyzzyva');
    await status.filter({ hasText: 'Nothing found.' }).waitFor();
    await page.close();
  });

  test('an address of the former single page leads to the new page', async () => {
    const rows = [
      ['#postPayment', '/docs/reference/endpoints/postPayment#postPayment'],
      ['#error-ORDER_ALREADY_PAID', '/docs/reference/errors#error-ORDER_ALREADY_PAID'],
      ['#limits', '/docs/reference/rules#limits'],
    ];
    for (const [hash, path] of rows) {
      const page = await opened(1280, `/docs${hash}`);
      await page.waitForURL(origin + path);
      await page.close();
    }
    const page = await opened(1280, '/docs#guides');
    assert.ok(await page.isVisible('#guides h2'));
    assert.equal(page.url(), `${origin}/docs#guides`);
    await page.close();
  });

  test('can be read and followed without script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/docs`);
    assert.equal(await page.isVisible('[role=search]'), false);
    await page.click('main a[href="/docs/reference/endpoints/payment"]');
    await page.click('main a[href="/docs/reference/endpoints/postPayment"]');
    assert.ok(await page.isVisible('h1:text-is("Create a payment")'));
    await page.click('a[rel=next]');
    assert.ok(await page.isVisible('h1:text-is("Read a payment")'));
    await page.click('nav a[href="/docs/reference/errors"]');
    assert.ok(await page.isVisible('#errors'));
    await context.close();
  });

  test('offers its contents at every width, and supports dark mode', async () => {
    const narrow = await opened(390, '/docs/guides/blik');
    assert.equal(await narrow.isVisible('nav a[href="/docs/reference/errors"]'), false);
    await narrow.click('.contents summary');
    await narrow.click('.contents a[href="/docs/reference/errors"]');
    assert.ok(await narrow.isVisible('#errors'));
    const ground = () => narrow.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const bright = await ground();
    await narrow.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await ground(), bright);
    await narrow.close();
    const wide = await opened(1280, '/docs/reference/tokenization');
    assert.ok(await wide.isVisible('nav a[href="/docs/reference/errors"]'));
    assert.equal(await wide.isVisible('.contents summary'), false);
    // The last entry is far down, and is in view all the same.
    const place = `document.querySelector('[aria-current]').getBoundingClientRect().bottom`;
    assert.ok((await wide.evaluate<number>(place)) <= 800);
    await wide.close();
  });

  /** As a reader copies them. */
  async function commandsAt(path: string): Promise<string[]> {
    const text = await (await fetch(origin + path)).text();
    const found = text.matchAll(/<pre\s+class="command"[^>]*><code>([^]*?)<\/code>/g);
    return [...found].map(([, command = '']) => unescaped(command));
  }

  test('gives commands that work when pasted', { skip: skipCommands }, async () => {
    const [token = '', payment = '', status = ''] = await commandsAt('/docs');
    const wait = `for try in $(seq 600); do ${status} | grep COMPLETED && break; sleep 0.1; done`;
    assert.match(bash([token, payment, wait].join('\n'), gateway.adminKey), /"status":"COMPLETED"/);
    // The sandbox's own commands move the clock, lose answers and empty the house.
    // An example with a shortened certificate or key cannot be sent as it is.
    const endpoints = paths.filter((path) => path.startsWith('/docs/reference/endpoints/'));
    const all = await Promise.all(endpoints.map(commandsAt));
    const commands = all.flat().filter((one) => /^curl .*\/v1\//.test(one) && !one.includes('…'));
    assert.ok(commands.length >= 20);
    // A stream does not end by itself; the status of its answer is there at once.
    const told = commands.map((one) => {
      const seconds = one.includes('/events/stream') ? 1 : 60;
      return `${one} -m ${seconds} -o /dev/null -w '%{http_code}\\n'`;
    });
    const output = bash(
      [`{ ${token}\n${payment}\n} > /dev/null`, ...told].join('\n'),
      gateway.adminKey,
    );
    const statuses = output.trim().split('\n');
    assert.equal(statuses.length, commands.length);
    for (const [position, found] of statuses.entries()) {
      // What an earlier command did may stand in the way, a mistake in the command may not. A
      // notification proves nothing when it is copied from a page.
      const isNotification = commands[position]?.includes('/notifications/') === true;
      // The name of the provider is left to the reader.
      const fine = isNotification ? ['401', '404'] : ['200', '404', '409', '422'];
      assert.ok(fine.includes(found), `${found}: ${commands[position]}`);
    }
    assert.ok(statuses.filter((found) => found === '200').length >= 10, output);
  });
});

const inReference = (name: string): string => `/docs/reference/${name}`;

/** Endpoints with long tables, long names and several examples. */
const largest = [
  'postPayment',
  'getPaymentByPaymentId',
  'postTokenizer',
  'patchAdminMerchantsByMerchantId',
  'postSandboxDirectoryByOrganization',
  'postNotificationsAcsStatus',
];

const unfold = `for (const one of document.querySelectorAll('details')) one.open = true`;

/** Words of tables that are broken over two lines. */
const brokenWords = `(() => {
  const broken = [];
  for (const table of document.querySelectorAll('table')) {
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const whole = document.createRange();
      whole.selectNodeContents(node);
      if (whole.getClientRects().length < 2) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
  }
  return broken;
})()`;

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function unescaped(markup: string): string {
  return markup.replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
}

function bash(script: string, adminKey: string): string {
  const { PATH = '' } = process.env;
  const env = { PATH, BRAMKA_ADMIN_KEY: adminKey };
  return spawnSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8', timeout: 300_000 })
    .stdout;
}
