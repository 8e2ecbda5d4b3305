// The payment page for everyone: four languages, keyboard only, large text, reduced motion, forced
// colours, dark mode, small windows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorText, contrast } from '@bramka/paywall/page/look/contrast.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Json } from '../support/client.ts';
import { cards } from '../support/threeds/challenge.ts';
import { assertAccessible, assertFits } from './support/accessibility.ts';
import { payButton, payWithCard, typeCard, untilView } from './support/card-form.ts';
import { openPayment, type OpenedPayment } from './support/page-shop.ts';
import { pageSuite } from './support/suites/page-suite.ts';
import { desktop, phone } from './support/payment-page.ts';

/** Heading of the methods, label of the card number, pay button, result. */
const languages: [language: string, locale: string, texts: readonly RegExp[]][] = [
  [
    'en',
    'en-GB',
    [/How would you like to pay\?/, /^Card number$/, /^Pay PLN\s123\.45$/, /successful/],
  ],
  [
    'pl',
    'pl-PL',
    [/^Wybierz metodę płatności$/, /^Numer karty$/, /123,45\szł/, /^Płatność zrealizowana$/],
  ],
  [
    'de',
    'de-DE',
    [/^Wie möchten Sie bezahlen\?$/, /^Kartennummer$/, /123,45\sPLN/, /^Zahlung erfolgreich$/],
  ],
  [
    'uk',
    'uk-UA',
    [/^Як ви хочете заплатити\?$/, /^Номер картки$/, /123,45\sPLN/, /^Платіж успішний$/],
  ],
];

pageSuite('the payment page for everyone', {}, (run) => {
  const open = (context: BrowserContextOptions, request: Json = {}): Promise<OpenedPayment> =>
    openPayment(run.browser, run.shop, request, { context });
  const textOf = async (page: Page, selector: string): Promise<string> =>
    ((await page.textContent(selector)) ?? '').trim();

  for (const [language, locale, [heading, label, button, result]] of languages) {
    test(`speaks ${language} from the link to the result`, async () => {
      const { page, check, close } = await open({ ...phone, locale });
      assert.equal(await page.getAttribute('html', 'lang'), language);
      assert.match(await textOf(page, 'h1'), heading ?? /-/);
      assert.match(await textOf(page, 'label[for=card-number]'), label ?? /-/);
      assert.match(((await payButton(page).textContent()) ?? '').trim(), button ?? /-/);
      await check(`choose-${language}`);
      await payWithCard(page, '4000000000000002');
      await page.waitForSelector('#refusal');
      await check(`refused-${language}`);
      await payWithCard(page, cards.notEnrolled);
      await untilView(page, 'paid');
      assert.match(await textOf(page, 'h1'), result ?? /-/);
      await check(`paid-${language}`);
      await close();
    });
  }

  test('options.language wins over the browser; the switch keeps what was typed', async () => {
    const { page, close } = await open(desktop, { options: { language: 'de' } });
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    await typeCard(page, { number: cards.notEnrolled });
    await page.click('[data-language=uk]');
    await page.waitForSelector('html[lang=uk]');
    assert.equal(await textOf(page, 'label[for=card-number]'), 'Номер картки');
    const typed = ['#card-number', '#card-expiry', '#card-code'].map((id) => page.inputValue(id));
    assert.deepEqual(await Promise.all(typed), ['4111 1111 1111 1111', '12/39', '123']);
    await payButton(page).click();
    await untilView(page, 'paid');
    assert.equal(await page.getAttribute('html', 'lang'), 'uk');
    await close();
  });

  test('an unknown language falls back to English', async () => {
    const { page, close } = await open({ ...desktop, locale: 'fr-FR' });
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await close();
  });

  test('pays with the keyboard only, and the focus is always visible', async () => {
    const { page, close } = await open(desktop);
    const focused = (): Promise<string> => page.evaluate('document.activeElement.id');
    const tabTo = async (id: string): Promise<void> => {
      for (let step = 0; step < 40; step += 1) {
        if ((await focused()) === id) return;
        await page.keyboard.press('Tab');
        const outline = await page.evaluate<string>(`(() => {
          const shown = document.activeElement.closest('label, .input') ?? document.activeElement;
          const of = (one) => getComputedStyle(one);
          const rings = [document.activeElement, shown].map((one) =>
            of(one).outlineStyle !== 'none' || of(one).boxShadow !== 'none');
          return rings.some(Boolean) ? '' : document.activeElement.outerHTML;
        })()`);
        assert.equal(outline, '', 'no visible focus');
      }
      assert.fail(`${id} cannot be reached`);
    };
    await tabTo('method-CARD');
    await page.keyboard.press('Space');
    await tabTo('card-number');
    await page.keyboard.type(cards.notEnrolled);
    await tabTo('card-expiry');
    await page.keyboard.type('1239');
    await tabTo('card-code');
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await untilView(page, 'paid');
    assert.equal(await focused(), 'title', 'the focus follows to the result');
    await close();
  });

  test('targets are at least 44 px, or links inside a text', async () => {
    const { page, close } = await open(phone);
    const small = await page.evaluate<string[]>(`[...document.querySelectorAll(
      'button, a[href], label.method-head, input:not([type=radio], [type=checkbox], [type=hidden])',
    )].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML)`);
    assert.deepEqual(small, []);
    await close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: a radio button that is not chosen looks open, not disabled`, async () => {
      const { page, close } = await open({ ...desktop, colorScheme });
      const [ring = '', inside = '', panel = ''] = await page.evaluate<string[]>(`(() => {
        const { borderTopColor, backgroundColor } = getComputedStyle(
          document.getElementById('method-BLIK'));
        const panel = document.querySelector('.methods [role=radiogroup]');
        return [borderTopColor, backgroundColor, getComputedStyle(panel).backgroundColor];
      })()`);
      assert.equal(inside, panel, 'no grey inside');
      const hex = (color: string): string => {
        const [r = 0, g = 0, b = 0] = color.match(/\d+/g)?.map(Number) ?? [];
        return colorText([r, g, b]);
      };
      assert.ok(contrast(hex(ring), hex(panel)) >= 4.5, `${ring} on ${panel}`);
      await close();
    });
  }

  test('text of 200 % fits from 320 px', async () => {
    const { page, close } = await open(phone);
    const cdp = await page.context().newCDPSession(page);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')");
      await assertFits(page, `text of 200 % at ${width}`);
      const clipped = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => getComputedStyle(one).overflowX === 'hidden' && one.clientWidth > 1)
        .map((one) => one.outerHTML.slice(0, 200))`);
      assert.deepEqual(clipped, [], `clipped at ${width}`);
    }
    await cdp.detach();
    await close();
  });

  test('reduced motion: nothing moves or turns, also while it waits', async () => {
    const { page, close } = await open({ ...phone, reducedMotion: 'reduce' });
    await payWithCard(page, '4000000000020075');
    await untilView(page, 'waiting');
    const moving = await page.evaluate<string[]>(`document.getAnimations()
      .flatMap(({ effect }) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
      .filter((name) => !/^(offset|computedOffset|easing|composite|opacity)$/.test(name))`);
    assert.deepEqual(moving, [], 'only the opacity may change');
    await untilView(page, 'paid');
    await close();
  });

  const media: [what: string, options: Parameters<Page['emulateMedia']>[0]][] = [
    ['forced colours', { forcedColors: 'active' }],
    ['more contrast', { contrast: 'more' }],
    ['dark mode', { colorScheme: 'dark' }],
  ];
  for (const [what, options] of media) {
    test(`${what}: no barrier on the form, an error and the result`, async () => {
      const { page, close } = await open(desktop);
      await page.emulateMedia(options);
      await assertAccessible(page, what);
      await payButton(page).click();
      await page.waitForSelector('#errors');
      await assertAccessible(page, `${what}, error`);
      await payWithCard(page, cards.notEnrolled);
      await untilView(page, 'paid');
      await assertAccessible(page, `${what}, result`);
      await close();
    });
  }
});
