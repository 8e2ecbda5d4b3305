// The pages of the simulated issuer in a real browser, inside a shop's cross-origin frame: every
// answer, every window size, with and without JavaScript.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { base64url, type Scene } from '@bramka/sandbox/acs/pages/testing/fake-acs.ts';
import { findChromium } from '../setup/chromium.ts';
import { openAcsRig, type AcsRig, type ShopWindow } from './support/acs-rig.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

// Some tests mostly wait, so they run in parallel.
suite('the pages of the simulated issuer', { skip, concurrency: 3 }, () => {
  let rig: AcsRig;
  before(async () => {
    rig = await openAcsRig(executablePath ?? '');
  });
  after(() => rig?.close());

  /** Asserts that all requests went to bank and shop and the console shows no errors. */
  async function closeClean({ context, said, asked }: ShopWindow): Promise<void> {
    await context.close();
    assert.deepEqual(said, []);
    const ours = [new URL(rig.base).origin, rig.shop, rig.shop.replace('localhost', '127.0.0.1')];
    const strangers = asked.filter((url) => !url.startsWith('data:'));
    assert.ok(strangers.length > 0);
    assert.deepEqual(
      strangers.filter((url) => !ours.includes(new URL(url).origin)),
      [],
    );
  }

  /** Asserts that the result has reached the gateway, which redirected the frame to the shop. */
  async function assertReturned(
    { started }: ShopWindow,
    frame: Frame,
    transStatus: 'Y' | 'N',
  ): Promise<void> {
    await frame.waitForURL('**/thanks');
    const cres = base64url({ messageType: 'CRes', acsTransID: started.at(-1), transStatus });
    const form = rig.posted.find((one) => one.get('cres') === cres);
    assert.equal(form?.get('threeDSSessionData'), 'c2hvcA');
  }

  function actionsIn({ started }: ShopWindow): string[] {
    const own = rig.acs.actions.filter((action) => started.includes(action.acsTransID));
    return own.map((action) => action.do);
  }

  test('a wrong password is announced at its field, the right one returns', async () => {
    const window = await rig.window();
    const frame = await window.challenge();
    assert.equal(await frame.textContent('h1'), 'Confirm your payment');
    assert.match((await frame.textContent('.facts')) ?? '', /Sklep Testowy[^]*PLN\s1,234\.50/);
    await frame.fill('#password', '9999');
    await frame.press('#password', 'Enter');
    await frame.waitForSelector('#slip');
    assert.match((await frame.textContent('#slip')) ?? '', /Wrong password\. Attempts left: 2\./);
    const field = frame.locator('#password');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await field.getAttribute('aria-describedby'), 'hint slip');
    await frame.waitForSelector('#password:focus');
    assert.match(await frame.title(), /^Error: /);
    await frame.fill('#password', '');
    await press(frame, 'Confirm');
    assert.equal(await frame.textContent('#slip:has-text("Enter")'), 'Enter the password.');
    await frame.fill('#password', '1234');
    await press(frame, 'Confirm');
    await assertReturned(window, frame, 'Y');
    assert.deepEqual(actionsIn(window), ['password', 'password']);
    await closeClean(window);
  });

  for (const [label, value] of [
    ['I did not make this payment', 'reject'],
    ['Cancel', 'cancel'],
  ] as const) {
    test(`"${label}" ends unconfirmed`, async () => {
      const window = await rig.window();
      const frame = await window.challenge();
      await press(frame, label);
      await assertReturned(window, frame, 'N');
      assert.deepEqual(actionsIn(window), [value]);
      await closeClean(window);
    });
  }

  test('a payment approved in the app continues without a reload', async () => {
    const window = await rig.window();
    const frame = await window.challenge();
    const phone = await openPhone(window, frame);
    await press(frame, 'Continue');
    await frame.waitForSelector('[role=status]:has-text("not answered")');
    await frame.focus('button:has-text("Cancel")');
    // Only the inner frame reloads (twice here), so the focus stays.
    for (let again = 0; again < 2; again += 1) await window.page.waitForResponse(/\/watch$/);
    assert.equal(await frame.evaluate('document.activeElement.textContent'), 'Cancel');
    await press(phone, 'Approve');
    await phone.waitForSelector('h1:has-text("Payment approved")');
    await assertReturned(window, frame, 'Y');
    await closeClean(window);
  });

  test('a payment rejected in the app returns by the button alone', async () => {
    const window = await rig.window();
    // The inner frame does nothing, as in a window that blocks frame navigation.
    await window.context.route('**/watch', (route) => route.fulfill({ body: '' }));
    const frame = await window.challenge();
    const phone = await openPhone(window, frame);
    await press(phone, 'Reject');
    await phone.waitForSelector('h1:has-text("Payment rejected")');
    await press(frame, 'Continue');
    await assertReturned(window, frame, 'N');
    await closeClean(window);
  });

  test('abandoning shows until when the bank waits', async () => {
    const window = await rig.window();
    const frame = await window.challenge();
    await press(frame, 'Abandon (simulates closing the window)');
    assert.equal(await frame.textContent('time'), '2 Jan 2030, 03:04:05 UTC');
    assert.equal(await frame.locator('form').count(), 0);
    await closeClean(window);
  });

  test('the page of the card without an answer says so', async () => {
    const window = await rig.window();
    const frame = await window.challenge({ isStuck: true });
    await frame.fill('#password', '1234');
    await press(frame, 'Confirm');
    assert.equal(await frame.textContent('h1:has-text("answer")'), 'The bank does not answer');
    await closeClean(window);
  });

  test('the 3DS Method reports to the gateway', async () => {
    const window = await rig.window();
    const threeDSServerTransID = '0198a000-0000-7000-8000-0000000000ff';
    const notification = `${rig.shop}/method`;
    const data = { threeDSServerTransID, threeDSMethodNotificationURL: notification };
    await window.page.goto(`${rig.shop}/method-frame?data=${base64url(data)}`);
    await window.page.click('text=Go');
    await window.page.frame('bank')?.waitForURL(notification);
    const told = base64url({ threeDSServerTransID });
    assert.ok(rig.posted.some((form) => form.get('threeDSMethodData') === told));
    await closeClean(window);
  });

  test('everything works without JavaScript', async () => {
    const window = await rig.window({ javaScriptEnabled: false });
    const frame = await window.challenge();
    const phone = await openPhone(window, frame);
    await press(phone, 'Approve');
    await phone.waitForSelector('h1:has-text("Payment approved")');
    await frame.waitForSelector('h1:has-text("Payment confirmed")');
    await press(frame, 'Back to the shop');
    await assertReturned(window, frame, 'Y');
    await closeClean(window);
  });

  test('the keyboard reaches every option in reading order', async () => {
    const window = await rig.window();
    const frame = await window.challenge();
    await frame.focus('#password');
    const reached: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      await window.page.keyboard.press('Tab');
      const shown = 'getComputedStyle(document.activeElement).outlineStyle';
      assert.equal(await frame.evaluate(shown), 'solid');
      reached.push(await frame.evaluate<string>('document.activeElement.value'));
    }
    assert.deepEqual(reached, ['password', 'push', 'reject', 'cancel', 'abandon']);
    await closeClean(window);
  });

  const windows: [name: string, width: number, height: number, languages: string[]][] = [
    ['01', 250, 400, ['en', 'pl']],
    ['02', 390, 400, ['pl']],
    ['03', 500, 600, ['pl']],
    ['04', 600, 400, ['en', 'pl']],
    ['05 at 400 % zoom', 320, 256, ['pl']],
    ['05', 1280, 800, ['pl']],
  ];
  const longName = {
    merchantName: `${'Donaudampfschifffahrt'.repeat(4)} <script>alert(1)</script>`,
  };
  const scenes: [path: string, scene: Scene][] = [
    ['challenge', {}],
    ['challenge', { ...longName, isWrongPassword: true, amount: '123456789.99' }],
    ['challenge', { ...longName, state: 'PUSHED' }],
    ['phone', { ...longName, state: 'PUSHED' }],
    ['phone', { state: 'FINISHED', transStatus: 'N' }],
    ['challenge', { state: 'FINISHED', transStatus: 'Y' }],
  ];
  for (const [name, width, height, languages] of windows) {
    test(`window ${name} never scrolls sideways and has large enough targets`, async () => {
      const window = await rig.window({ viewport: { width, height } });
      for (const language of languages) {
        await window.context.setExtraHTTPHeaders({ 'accept-language': language });
        for (const [path, scene] of scenes) {
          await window.page.goto(`${rig.base}/${path}/${rig.acs.start(scene).acsTransID}`);
          const found = await window.page.evaluate<Measured>(measure);
          assert.equal(found.lang, language);
          assert.equal(found.width, width, `${language} ${path} ${JSON.stringify(scene)}`);
          assert.deepEqual(found.small, [], `${language} ${path} ${JSON.stringify(scene)}`);
        }
      }
      await closeClean(window);
    });
  }

  test('supports dark mode and forced colours', async () => {
    const window = await rig.window({ colorScheme: 'light' });
    await window.page.goto(`${rig.base}/challenge/${rig.acs.start().acsTransID}`);
    const ground = 'getComputedStyle(document.body).backgroundColor';
    const bright = await window.page.evaluate(ground);
    await window.page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await window.page.evaluate(ground), bright);
    await window.page.emulateMedia({ forcedColors: 'active' });
    const border = 'getComputedStyle(document.querySelector(".main")).borderTopWidth';
    assert.equal(await window.page.evaluate(border), '3px');
    await closeClean(window);
  });
});

function press(where: Frame | Page, button: string): Promise<void> {
  return where.click(`button:text-is("${button}")`);
}

interface Measured {
  readonly lang: string;
  readonly width: number;
  readonly small: string[];
}

const measure = `({
  lang: document.documentElement.lang,
  width: document.documentElement.scrollWidth,
  small: [...document.querySelectorAll('button, a, input:not([type=hidden])')]
    .filter((one) => one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML),
})`;

async function openPhone({ context }: ShopWindow, frame: Frame): Promise<Page> {
  await press(frame, "Approve in the bank's app");
  await frame.waitForSelector(`h1:has-text("Open your bank's app and confirm")`);
  const [phone] = await Promise.all([
    context.waitForEvent('page'),
    frame.click('text=Open the simulated app'),
  ]);
  await phone.waitForSelector('h1:has-text("Do you confirm this payment?")');
  return phone;
}
