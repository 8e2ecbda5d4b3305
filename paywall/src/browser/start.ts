// The entry of the browser: takes over the page that the server has rendered, and intercepts its
// forms and links. Without this script all of them still work.

import { isLanguage, type Language, type PageState } from '../page/state.ts';
import type { Texts } from '../page/texts/texts.ts';
import { isForm, isProcessing, isOpen, viewOf } from '../page/view-of.ts';
import { RETURN_SECONDS, returnsAlone } from '../page/views/result.ts';
import { createCalls } from './calls.ts';
import { clicked, listenToShop, type ShopFrame } from './framed.ts';
import { createGatewayClock, type GatewayClock } from './gateway-clock.ts';
import { startMethods } from './methods/registry.ts';
import { createNews, type News } from './news.ts';
import { createPayer, type Payer } from './pay.ts';
import { createStore, type Store } from './store.ts';

/** The bundle adds the texts of the methods to those of each language. */
const texts: Readonly<Record<Language, () => Promise<Texts>>> = {
  pl: async () => (await import('../page/texts/pl.ts')).pl,
  en: async () => (await import('../page/texts/en.ts')).en,
  de: async () => (await import('../page/texts/de.ts')).de,
  uk: async () => (await import('../page/texts/uk.ts')).uk,
};

const TICK_MS = 1000;
const RETURN_MS = RETURN_SECONDS * 1000;

async function start(): Promise<void> {
  const root = document.getElementById('page');
  const data = document.getElementById('state')?.textContent;
  if (!root || !data) return;
  const shop = listenToShop(window);
  const state = JSON.parse(data) as PageState;
  const store = createStore(root, state, await texts[state.language]());
  const clock = createGatewayClock(state.nowMs, () => performance.now());
  const calls = createCalls(state.link, clock.setTime);
  const news = createNews(store, calls);
  const payer = createPayer(store, calls, news);
  interceptForms(root, payer);
  followMethod(root, store);
  interceptLanguages(root, store);
  keepReceipt(root, store);
  fillFrames(store);
  continuePayment(store, payer);
  informShop(store, shop);
  await nextTask();
  store.update({ hasScript: true, wayBack: state.facts ? null : cameFrom() });
  await nextTask();
  startMethods({ root, store, calls, payer, news });
  countDown(store, news, clock);
  if (state.facts && !state.isPreview) news.watch();
}

/** Lets the browser handle input between two pieces of work. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve);
  });
}

/** The page that led to an invalid link. Only the browser knows it. */
function cameFrom(): PageState['wayBack'] {
  const url = document.referrer;
  if (!url.startsWith('http')) return null;
  const { origin, host } = new URL(url);
  return origin === window.location.origin ? null : { shop: host, url };
}

function interceptForms(root: HTMLElement, payer: Payer): void {
  root.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const kind = form.dataset['form'];
    if (kind !== 'pay' && kind !== 'cancel') return;
    event.preventDefault();
    void (kind === 'pay' ? payer.pay(form) : payer.cancel());
  });
  // Links of the error summary focus the field.
  root.addEventListener('click', (event) => {
    const link = clicked(event, '#errors a');
    const field = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}

/** Errors of one method disappear when another one is chosen. */
function followMethod(root: HTMLElement, store: Store): void {
  root.addEventListener('change', ({ target }) => {
    const { errors, notice } = store.state().local;
    const isMethod = target instanceof HTMLInputElement && target.name === 'method';
    if (isMethod && (errors.length > 0 || notice !== null)) {
      store.updateLocal({ errors: [], notice: null });
    }
  });
}

function interceptLanguages(root: HTMLElement, store: Store): void {
  root.addEventListener('click', (event) => {
    const link = clicked(event, 'a[data-language]');
    const language = link?.getAttribute('data-language') ?? undefined;
    if (!isLanguage(language)) return;
    event.preventDefault();
    void texts[language]().then((others) => {
      history.replaceState(null, '', `?lang=${language}`);
      store.setLanguage(language, others);
    });
  });
}

/** A customer who prints the receipt or wants to stay is not returned to the shop. */
function keepReceipt(root: HTMLElement, store: Store): void {
  const stay = (): void => {
    if (returnsAlone(store.state())) store.keep('stay', 'yes');
  };
  root.addEventListener('click', (event) => {
    if (clicked(event, '[data-print]')) window.print();
    if (!clicked(event, '[data-stay]')) return;
    event.preventDefault();
    stay();
  });
  window.addEventListener('beforeprint', () => {
    for (const folded of root.querySelectorAll('details')) folded.open = true;
    stay();
  });
}

/** Posts the forms of 3-D Secure into their frames, once for each step. */
function fillFrames(store: Store): void {
  const posted = new WeakSet<Element>();
  store.onChange(() => {
    for (const id of ['fingerprint', 'challenge']) {
      const form = document.getElementById(id);
      const target = form && document.querySelector(`iframe[name="${id}-frame"]`);
      if (!(form instanceof HTMLFormElement) || !target || posted.has(target)) continue;
      posted.add(target);
      form.submit();
    }
  });
}

/** Sends what the payment needs from the browser, and returns to the shop at the end. */
function continuePayment(store: Store, payer: Payer): void {
  let deviceSent = false;
  let returning: number | undefined;
  store.onChange(() => {
    const view = viewOf(store.state());
    if (view === 'device' && !deviceSent && !store.state().local.isBusy) {
      deviceSent = true;
      void payer.sendDevice();
    }
    const returnURL = store.state().facts?.payment.returnURL;
    // In a frame the shop is still there.
    if (returnURL === undefined || isFramed()) return;
    if (!returnsAlone(store.state())) window.clearTimeout(returning);
    else returning ??= window.setTimeout(() => window.open(returnURL, '_top'), RETURN_MS);
  });
}

const isFramed = (): boolean => window.parent !== window;

/** Reports changes to the page of the shop around this one. */
function informShop(store: Store, shop: ShopFrame): void {
  shop.allow(store.state().frameOrigins);
  store.onChange(() => {
    const { facts, local } = store.state();
    if (!facts) return;
    const { paymentId, status } = facts.payment;
    const hasEnded = !isOpen(facts.payment);
    shop.update({ paymentId, status, hasEnded, isInProgress: local.isBusy || isProcessing(facts) });
  });
}

function countDown(store: Store, news: News, clock: GatewayClock): void {
  window.setInterval(() => {
    const { facts, isPreview } = store.state();
    const before = viewOf(store.state());
    const hasTime = before === 'confirm' || (facts && isForm(facts.payment));
    if (!hasTime || isPreview) return;
    store.update({ nowMs: clock.now() });
    if (before !== 'expired' && viewOf(store.state()) === 'expired') void news.refresh();
  }, TICK_MS);
}

void start();
