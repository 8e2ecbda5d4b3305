// Each check of the payment page finds a planted error, and nothing on a page without errors.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findChromium } from '../../setup/chromium.ts';
import { until } from '../../support/waiting/until.ts';
import { assertAccessible, assertFits, findBarriers } from './accessibility.ts';
import { launchBrowser, type TestBrowser } from './launch-browser.ts';
import { desktop } from './payment-page.ts';
import { recordProblems } from './page-problems.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';
const ORIGIN = 'http://pay.example';
const policy = "default-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'";

const good = '<main><h1>Pay</h1><p>One</p></main>';

suite('the checks of a page', { skip }, () => {
  let browser: TestBrowser;
  before(async () => {
    browser = await launchBrowser(executablePath ?? '');
  });
  after(() => browser?.close());

  async function open(body: string, script = '', messages: RegExp[] = []) {
    const context = await browser.newContext(desktop);
    const problems = await recordProblems(context, { origins: [ORIGIN], messages });
    await context.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (pathname === '/script.js') {
        return route.fulfill({ contentType: 'text/javascript', body: script });
      }
      if (origin !== ORIGIN) return route.abort();
      const head =
        '<!doctype html><html lang="en"><title>Pay</title><link rel="icon" href="data:,">';
      const tag = '<script src="/script.js"></script>';
      const headers = { 'content-security-policy': policy };
      return route.fulfill({ contentType: 'text/html', headers, body: `${head}${body}${tag}` });
    });
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/`);
    return { context, page, problems };
  }

  test('a page without errors passes all of them', async () => {
    const { context, page, problems } = await open(good, 'console.log(1)');
    await assertFits(page, 'good');
    await assertAccessible(page, 'good');
    assert.deepEqual(problems.take(), []);
    await context.close();
  });

  const planted: [what: string, body: string, script: string, expected: RegExp][] = [
    ['an error in the console', good, "console.error('broken')", /^console error: broken /],
    ['an error nobody caught', good, "throw new Error('thrown')", /^uncaught: thrown$/],
    ['a promise nobody caught', good, "Promise.reject(new Error('lost'))", /^uncaught: lost$/],
    ['an inline script', `${good}<script>1</script>`, '', /^console error: CSP script-src-elem/],
    ['an inline style', `${good}<p style="color:red">1</p>`, '', /CSP style-src-attr inline/],
    ['text as HTML', good, "document.body.innerHTML = '<p>'", /CSP require-trusted-types-for/],
    ['eval', good, "eval('1')", /CSP (script-src|require-trusted-types-for)/],
    ['a foreign image', good, "new Image().src = 'http://cdn.example/a.png'", /CSP img-src/],
    ['another page', good, "open('http://cdn.example/')", /^request to http:\/\/cdn\.example: /],
  ];
  for (const [what, body, script, expected] of planted) {
    test(`records ${what}`, async () => {
      const { context, problems } = await open(body, script);
      const isFound = () => problems.take().some((problem) => expected.test(problem));
      await until(isFound, `a problem like ${String(expected)}`);
      await context.close();
    });
  }

  test('a message that belongs to the test is no problem', async () => {
    const { context, problems } = await open(good, "console.error('expected')", [/expected/]);
    assert.deepEqual(problems.take(), []);
    await context.close();
  });

  test('finds what is wider than the window, and names it', async () => {
    const { context, page } = await open(`${good}<table width="1400"><td>wide</table>`);
    await assert.rejects(assertFits(page, 'wide'), /wide at 1280 px is too wide: .*<table/s);
    await context.close();
  });

  test('finds barriers of WCAG 2.2 and of best practice', async () => {
    const bad = '<div><h3>Pay</h3><input><button></button></div>';
    const { context, page } = await open(bad);
    const rules = (await findBarriers(page)).map((finding) => finding.split(':')[0]);
    for (const rule of ['label', 'button-name', 'landmark-one-main', 'page-has-heading-one']) {
      assert.ok(rules.includes(rule), `${rule} in ${rules.join()}`);
    }
    await assert.rejects(assertAccessible(page, 'bad'), /axe: bad/);
    await context.close();
  });
});
