// The docs page of a running gateway in a real browser: no external requests, no errors, and
// commands that work when pasted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { guides, references } from '@bramka/gateway/docs/guides/shelf.ts';
import { findChromium } from '../setup/chromium.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';
import { findOnPath } from '../setup/commands.ts';
import { anyDatabase } from '../support/place.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const skipCommands = findOnPath('curl') === undefined && 'no curl on this machine';

suite('the docs page', { skip }, () => {
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let origin: string;
  /** The page is large, so tests that only look at it share one. */
  let wide: Page;

  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    origin = gateway.url;
    browser = await launchBrowser(executablePath ?? '');
    wide = await opened(1280);
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

  test('loads nothing from other hosts and logs no errors', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });
    assert.deepEqual(
      asked.filter((url) => url !== `${origin}/docs` && !url.startsWith('data:')),
      [],
    );
    assert.deepEqual(said, []);
    assert.match(await page.title(), /Bramka merchant API, sandbox/);
    assert.ok(await page.isVisible('main h2'));
    await page.close();
  });

  test('never scrolls sideways, folded or unfolded', async () => {
    const page = await opened(1280);
    const widest = () => page.evaluate<number>('document.documentElement.scrollWidth');
    for (const isOpen of [false, true]) {
      await page.evaluate(fold(isOpen));
      for (const width of [320, 768, 1280]) {
        const at = `${width} pixels, ${isOpen ? 'unfolded' : 'folded'}`;
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await widest(), width, at);
        if (isOpen) assert.deepEqual(await page.evaluate(brokenWords), [], at);
      }
    }
    await page.close();
  });

  test('notices a table that breaks words', async () => {
    const page = await opened(390, '/docs/guides/times');
    const squeeze = 'one.style.width = "2rem"; one.style.wordBreak = "break-all"';
    await page.evaluate(`for (const one of document.querySelectorAll("td")) { ${squeeze} }`);
    assert.notDeepEqual(await page.evaluate(brokenWords), []);
    await page.close();
  });

  /** Opens a guide at several widths; returns its links. */
  async function readGuide(path: string): Promise<string[]> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, path);
      assert.deepEqual(await page.evaluate(brokenWords), [], `${path} at ${width} pixels`);
    }
    const links = await page.evaluate<string[]>('[...document.links].map((link) => link.href)');
    const loaded = asked.filter((url) => !url.startsWith('data:'));
    assert.deepEqual([loaded, said], [[origin + path], []]);
    await page.close();
    return links;
  }

  test('guides load nothing, never scroll sideways, and their links lead somewhere', async () => {
    const paths = [...guides, ...references].map(({ name }) => `/docs/${name}`);
    const links = new Set<string>();
    // Each waits for half a second without requests, so some are open at the same time.
    for (let from = 0; from < paths.length; from += 4) {
      const found = await Promise.all(paths.slice(from, from + 4).map(readGuide));
      for (const link of found.flat()) links.add(link);
    }
    const texts = new Map<string, string>();
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      const text = texts.get(pathname) ?? (await (await fetch(origin + pathname)).text());
      texts.set(pathname, text);
      assert.ok(hash === '' || text.includes(` id="${hash.slice(1)}"`), link);
    }
  });

  test('has no broken links', async () => {
    const script = '[...document.links].map((link) => link.getAttribute("href"))';
    const links = new Set(await wide.evaluate<string[]>(script));
    assert.ok(links.size > 40);
    const ids = await wide.evaluate<string[]>(
      '[...document.querySelectorAll("[id]")].map(({ id }) => id)',
    );
    for (const link of links) {
      if (link.startsWith('#')) {
        assert.equal(ids.filter((id) => id === link.slice(1)).length, 1, link);
        continue;
      }
      const reply = await fetch(new URL(link, origin));
      // An unread answer keeps its connection, and so this process, open.
      await reply.arrayBuffer();
      assert.equal(reply.status, 200, link);
    }
  });

  test('can be used by keyboard, with a skip link first', async () => {
    await wide.keyboard.press('Tab');
    assert.equal(await wide.evaluate('document.activeElement.textContent'), 'Skip to the content');
    await wide.keyboard.press('Enter');
    assert.equal(await wide.evaluate('document.activeElement.id'), 'content');
  });

  test('offers its contents at every width, and supports dark mode', async () => {
    const narrow = await opened(390);
    assert.ok(await narrow.isVisible('main > details summary'));
    await narrow.click('main > details summary');
    await narrow.click('main > details a[href="#errors"]');
    assert.ok(await narrow.isVisible('#errors h2'));
    const ground = () => narrow.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const bright = await ground();
    await narrow.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await ground(), bright);
    await narrow.close();
    assert.ok(await wide.isVisible('nav a[href="#errors"]'));
  });

  test('gives commands that work when pasted', { skip: skipCommands }, async () => {
    const [token = '', payment = '', status = ''] = await texts(wide, '#start pre.command');
    const wait = `for try in $(seq 600); do ${status} | grep COMPLETED && break; sleep 0.1; done`;
    assert.match(bash([token, payment, wait].join('\n'), gateway.adminKey), /"status":"COMPLETED"/);
    // The sandbox's own commands move the clock, lose answers and empty the house.
    // An example with a shortened certificate or key cannot be sent as it is.
    const commands = (await texts(wide, 'article pre.command')).filter(
      (one) => /^curl .*\/v1\//.test(one) && !one.includes('…'),
    );
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
      const fine = isNotification ? ['401'] : ['200', '404', '409', '422'];
      assert.ok(fine.includes(found), `${found}: ${commands[position]}`);
    }
    assert.ok(statuses.filter((found) => found === '200').length >= 10, output);
  });
});

const fold = (isOpen: boolean): string =>
  `for (const one of document.querySelectorAll('details')) one.open = ${String(isOpen)}`;

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

function texts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allTextContents();
}

function bash(script: string, adminKey: string): string {
  const { PATH = '' } = process.env;
  const env = { PATH, BRAMKA_ADMIN_KEY: adminKey };
  return spawnSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8', timeout: 300_000 })
    .stdout;
}
