// The pages of a small shop, written as a merchant would from the guide on strong authentication:
// the checkout, the order with its next step, and optional scripts.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import type { AcsData } from '../../../support/threeds/challenge.ts';

/** Where the bank's page is shown: in place of the shop's page, or in a frame on it. */
export type Way = 'page' | 'frame';

/** The fields of the checkout form besides the card. */
export interface Basket {
  readonly order: string;
  readonly way: Way;
  /** Empty: the shop names no return URL. */
  readonly home: string;
}

/** The state of an order, as the gateway reported it to the shop's server. */
export interface Standing {
  readonly paymentId: string;
  readonly status: string;
  readonly rejectCode?: string;
  readonly acsData?: AcsData;
}

export function checkoutPage({ order, way, home }: Basket): string {
  return page(
    'Checkout',
    html`<form name="pay" method="post" action="/pay">
        <input type="hidden" name="order" value="${order}" />
        <input type="hidden" name="way" value="${way}" />
        <input type="hidden" name="home" value="${home}" />
        <label
          >Card number <input name="card" inputmode="numeric" autocomplete="cc-number"
        /></label>
        <label>Name on the card <input name="holder" autocomplete="cc-name" /></label>
        <button>Pay PLN 123.45</button>
      </form>
      <p role="status"></p>
      <script src="/checkout.js"></script>`,
  );
}

/** Works without JavaScript: forms with buttons, and a page that reloads itself. */
export function orderPage(standing: Standing): string {
  const { paymentId, status, acsData } = standing;
  if (status !== 'PENDING') return page('Your order', ended(standing));
  if (acsData?.acsURL !== undefined) return page('Your order', bankForm(acsData));
  const again = html`<meta http-equiv="refresh" content="1;url=/order?paymentId=${paymentId}" />`;
  return page(
    'Your order',
    html`<p role="status">One moment, your payment is on its way.</p>`,
    again,
  );
}

function bankForm({ acsURL, creqPayload }: AcsData): Html {
  return html`<p role="status">Your bank wants you to confirm the payment.</p>
    <form method="post" action="${acsURL}">
      <input type="hidden" name="creq" value="${creqPayload}" />
      <button>Go to your bank</button>
    </form>`;
}

const reasons: Readonly<Record<string, string>> = {
  SCA_FAILED: 'Your bank did not confirm the payment. No money was taken.',
  SCA_TIMEOUT: 'Your bank waited too long for your answer. No money was taken.',
  CANCELLED_BY_CUSTOMER: 'You cancelled the payment. No money was taken.',
  ORDER_ALREADY_PAID: 'This order has been paid already, and only once.',
};

function ended({ status, rejectCode = '' }: Standing): Html {
  if (status === 'COMPLETED') return html`<p role="status">Thank you, your order is paid.</p>`;
  return html`<p role="status">${reasons[rejectCode] ?? 'The payment did not go through.'}</p>
    <p><a href="/checkout" target="_top">Back to the checkout</a></p>`;
}

export function refusedPage(code: string): string {
  return page('Your order', html`<p role="status">${reasons[code] ?? 'This did not work.'}</p>`);
}

function page(title: string, body: Html, head?: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/shop.css" />
        ${head}
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
        <script src="/framed.js"></script>
      </body>
    </html>`.text;
}

export const styleSheet = `
body { font: 1.125rem/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 1rem auto; padding: 0 1rem }
label, input, button { display: block; font: inherit; width: 100%; box-sizing: border-box }
input, button { min-height: 2.75rem; margin-bottom: .5rem }
iframe[name=bank] { width: 390px; height: 400px; max-width: 100%; border: 1px solid #888 }
`;

/** The order's page inside the shop's frame notifies the surrounding page, which continues. */
export const framedScript = `
if (window.parent !== window) window.parent.postMessage('back', location.origin);
`;

export const checkoutScript = `
const form = document.forms.pay;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text) => (document.querySelector('[role=status]').textContent = text);
const taken = new Set();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  form.hidden = true;
  say('One moment, please.');
  const browserData = {
    javascriptEnabled: true,
    javaEnabled: navigator.javaEnabled(),
    language: navigator.language,
    colorDepth: String(screen.colorDepth),
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezone: new Date().getTimezoneOffset(),
  };
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), browserData });
  const headers = { 'content-type': 'application/json' };
  let standing = await (await fetch('/pay', { method: 'POST', headers, body })).json();
  if (standing.refused) return location.assign('/refused?code=' + standing.refused);
  const order = '/order?paymentId=' + standing.paymentId;
  addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin && data === 'back') location.assign(order);
  });
  while (standing.status === 'PENDING') {
    const next = standing.acsData ? takeStep(standing.acsData) : 'wait';
    if (next === 'leave') return;
    // With a return URL there is hardly any polling, so that a slow test sees the return happen.
    await pause(next === 'bank' && form.home.value ? 600000 : 500);
    standing = await (await fetch('/state?paymentId=' + standing.paymentId)).json();
  }
  location.assign(order);
});

/** Every step runs once, however often it is reported. */
function takeStep({ threeDSMethodURL, threeDSMethodData, acsURL, creqPayload: creq }) {
  const step = threeDSMethodData ?? creq;
  if (taken.has(step)) return threeDSMethodURL ? 'wait' : 'bank';
  taken.add(step);
  if (threeDSMethodURL) {
    post(threeDSMethodURL, { threeDSMethodData }, frame('method', 'Browser check', true));
    return 'wait';
  }
  if (form.way.value === 'page') {
    post(acsURL, { creq }, '_self');
    return 'leave';
  }
  say('Your bank wants you to confirm the payment.');
  post(acsURL, { creq }, frame('bank', 'Your bank', false));
  return 'bank';
}

function frame(name, title, hidden) {
  document.body.append(Object.assign(document.createElement('iframe'), { name, title, hidden }));
  return name;
}

function post(action, fields, target) {
  const to = Object.assign(document.createElement('form'), { method: 'post', action, target });
  for (const [name, value] of Object.entries(fields)) {
    to.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(to);
  to.submit();
}
`;
