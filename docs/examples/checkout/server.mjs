// A small shop with a complete checkout, from the guide "Build a checkout". It needs Node.js 20 or
// newer and no packages: `node server.mjs`, then open http://127.0.0.1:3000.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const {
  GATEWAY_URL = 'http://127.0.0.1:8080',
  MERCHANT_ID = '10000001',
  API_SECRET = 'sandbox-secret-10000001',
  PORT = '3000',
  SHOP_URL = `http://127.0.0.1:${PORT}`, // registered as a redirect origin in production
  ORDERS_FILE = 'orders.json',
} = process.env;

// ---- Calling the gateway

/** An answer that is not a success. Status 0: there was no answer. */
class GatewayError extends Error {
  constructor(status, body) {
    super(body?.message ?? 'The gateway did not answer.');
    this.status = status;
    this.code = body?.code;
    this.details = body?.details ?? [];
    // It is unknown whether the request was processed. Repeat it with the same key.
    this.isUnknown = status === 0 || status === 408 || status === 429 || status >= 500;
  }
}

async function sendOnce(method, path, { body, key, token }) {
  try {
    const response = await fetch(`${GATEWAY_URL}/v1/ecommerce${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(15_000), // capture and cancel may take 10 seconds
    });
    const retryAfter = Number(response.headers.get('Retry-After') ?? 0);
    return { status: response.status, body: await response.json(), retryAfter };
  } catch {
    return { status: 0, retryAfter: 0 };
  }
}

let accessToken = { value: '', expiresAt: 0 };

async function getToken() {
  if (Date.now() >= accessToken.expiresAt) {
    const credentials = { merchant: { merchantId: MERCHANT_ID }, secret: API_SECRET };
    const body = { ...credentials, resource: 'PAYMENT', channel: 'WEBAPI' };
    const answer = await sendOnce('POST', '/auth', { body });
    if (answer.status !== 200) throw new GatewayError(answer.status, answer.body);
    const { access_token, expires_in } = answer.body;
    accessToken = { value: access_token, expiresAt: Date.now() + (expires_in - 30) * 1000 };
  }
  return accessToken.value;
}

/** Every POST of this file has an Idempotency-Key or changes nothing, so all may be repeated. */
async function callGateway(method, path, { body, key } = {}) {
  for (let tries = 1; ; tries += 1) {
    const answer = await getToken()
      .then((token) => sendOnce(method, path, { body, key, token }))
      .catch((error) => ({ status: error.status, body: error, retryAfter: 0 }));
    if (answer.status === 200) return answer.body;
    const error = new GatewayError(answer.status, answer.body);
    const isStale = answer.status === 401 && accessToken.expiresAt > 0;
    if (isStale) accessToken.expiresAt = 0; // expired or revoked: get another one
    if (tries === 4 || !(error.isUnknown || isStale)) throw error;
    if (!isStale) await pause(Math.max(answer.retryAfter, 2 ** (tries - 1)) * 1000);
  }
}

// ---- Orders: your database. Card data is never stored.

const products = {
  coffee: { name: 'Coffee beans', price: '19.99', transKind: 'AUTH', note: 'Charged now.' },
  bicycle: {
    name: 'Bicycle',
    price: '1200.00',
    transKind: 'PREAUTH',
    note: 'Charged on delivery.',
  },
};

/**
 * State of an order: OPEN (not paid), PAYING, PAID, RESERVED (preauthorized), CAPTURED, CANCELLED.
 * `operation` is a capture or cancellation whose result is not known yet.
 */
const orders = new Map(existsSync(ORDERS_FILE) ? JSON.parse(readFileSync(ORDERS_FILE)) : []);

function save() {
  writeFileSync(`${ORDERS_FILE}.new`, JSON.stringify([...orders]));
  renameSync(`${ORDERS_FILE}.new`, ORDERS_FILE);
}

function createOrder(productId) {
  const order = {
    id: randomUUID(),
    productId,
    state: 'OPEN',
    message: '',
    paymentId: null,
    failedPayments: [],
    sentAt: 0,
    captured: null,
    step: null,
    operation: null,
  };
  orders.set(order.id, order);
  save();
  return order;
}

/** The last task of each order. */
const tasks = new Map();

/**
 * Runs the tasks of one order one after the other. The polling loop, the customer's return and the
 * administration may all read the payment at the same moment, and an answer must not be applied to
 * an order that has changed since the request.
 */
function inTurn(order, task) {
  const earlier = tasks.get(order.id) ?? Promise.resolve();
  const result = earlier.then(() => task(order)).finally(save);
  const settled = result.catch(() => {});
  tasks.set(order.id, settled);
  void settled.then(() => tasks.get(order.id) === settled && tasks.delete(order.id));
  return result;
}

// ---- Paying an order

async function pay(order, card, browserData, ip) {
  if (order.state !== 'OPEN') return; // a double click
  Object.assign(order, { state: 'PAYING', message: '', step: null, sentAt: Date.now() });
  save(); // before the request is sent: after a crash the order is looked up by its id
  await inTurn(order, () => createPayment(order, card, browserData, ip));
  void follow(order);
}

async function createPayment(order, card, browserData, ip) {
  const { price, transKind, name } = products[order.productId];
  const request = {
    method: 'CARD',
    order: {
      amount: Number(price),
      currency: 'PLN',
      extOrderId: order.id, // the gateway lets one payment per order succeed
      description: name,
    },
    options: { transKind },
    instrument: { type: 'CARD', ...card },
    device: { ip, browserData },
    merchant: { redirectURL: `${SHOP_URL}/orders/${order.id}` },
  };
  try {
    const payment = await callGateway('POST', '/payment', { body: request, key: randomUUID() });
    order.paymentId = payment.paymentId;
    applyPayment(order, payment);
  } catch (error) {
    // Unknown, or another payment of this order exists: the polling loop finds it.
    if (!error.isUnknown && !error.code?.startsWith('ORDER_')) reopen(order, explain(error));
    order.sentAt = Date.now();
  }
}

/** Takes over what the gateway says about the payment of an order. */
function applyPayment(order, payment) {
  const { status, rejectCode, acsData, dataRequest, capturedAmount = 0 } = payment;
  order.captured = capturedAmount > 0 ? capturedAmount.toFixed(2) : null;
  order.step = nextStep(acsData);
  if (status === 'COMPLETED' || status === 'SETTLED') {
    const isPreauth = products[order.productId].transKind === 'PREAUTH';
    if (!isPreauth) order.state = 'PAID';
    else order.state = capturedAmount > 0 ? 'CAPTURED' : 'RESERVED';
  } else if (status !== 'PENDING' && status !== 'NEW') {
    if (order.state !== 'PAYING')
      order.state = 'CANCELLED'; // also a hold that was not captured
    else reopen(order, reasons[rejectCode] ?? 'Your bank declined the payment. Try another card.');
  } else if (status === 'NEW' || dataRequest === 'DEVICE') {
    // Card or browser data is missing, which the form of this shop does not allow.
    reopen(order, 'Please enter your card again.');
  }
}

/** What the customer's browser has to do now. */
function nextStep(acsData) {
  if (acsData?.threeDSMethodURL) {
    const { threeDSMethodURL: url, threeDSMethodData: value } = acsData;
    return { name: 'fingerprint', url, field: 'threeDSMethodData', value };
  }
  if (acsData?.acsURL) {
    const { acsURL: url, creqPayload: value } = acsData;
    return { name: 'challenge', url, field: 'creq', value };
  }
  return null; // nothing now; keep polling
}

/** The order can be paid again, with a new payment. */
function reopen(order, message) {
  if (order.paymentId) order.failedPayments.push(order.paymentId);
  Object.assign(order, { state: 'OPEN', message, paymentId: null, step: null });
}

// Reject codes a customer can act on. Never show the others: they would help a thief.
const reasons = {
  SCA_FAILED: 'Your bank did not confirm the payment. You were not charged.',
  SCA_TIMEOUT: 'Your bank did not hear from you in time. You were not charged.',
  CANCELLED_BY_CUSTOMER: 'You cancelled the payment. You were not charged.',
  INVALID_CVV: 'The security code is wrong. You were not charged.',
  EXPIRED_CARD: 'The card has expired. You were not charged.',
  EXPIRED: 'The payment took too long. You were not charged.',
  SYSTEM_ERROR: 'A technical problem ended the payment. You were not charged.',
};

function explain({ code, details }) {
  const fields = { instrumentNo: 'card number', expDate: 'expiry date', cvv: 'security code' };
  const wrong = details.map(({ field }) => fields[field.replace('instrument.', '')]);
  if (code === 'INVALID_REQUEST' && wrong[0]) return `Please check the ${wrong[0]}.`;
  return 'The payment could not be started. You were not charged.';
}

// ---- The polling loop

const following = new Set();

/** Polls until the result is known: each second at first, later less often. */
async function follow(order) {
  if (following.has(order.id)) return;
  following.add(order.id);
  for (let polls = 0; order.state === 'PAYING' || order.operation; polls += 1) {
    await pause(polls < 30 ? 1000 : polls < 150 ? 5000 : 60_000);
    try {
      await inTurn(order, order.operation ? finishOperation : readPayment);
    } catch (error) {
      console.error(`order ${order.id}: ${error.message}`); // no answer: poll again
    }
  }
  following.delete(order.id);
}

async function readPayment(order) {
  if (!['PAYING', 'RESERVED'].includes(order.state)) return; // the task before has read the result
  order.paymentId ??= await findPayment(order);
  if (order.paymentId) {
    applyPayment(order, await callGateway('GET', `/payment/${order.paymentId}`));
  } else if (Date.now() - order.sentAt > 60_000) {
    reopen(order, 'We could not reach the bank. You were not charged.'); // it never arrived
  }
}

/** After an unknown answer: the successful payment of the order is first, then the newest. */
async function findPayment(order) {
  const body = { extOrderId: order.id };
  const found = await callGateway('POST', '/payment/search', { body });
  return found.find((paymentId) => !order.failedPayments.includes(paymentId)) ?? null;
}

// ---- Order administration: capture and cancel

/** `name` is capture or cancel. The key is saved first, so that a repetition does nothing twice. */
async function operate(order, name, body = {}) {
  if (order.operation) return; // one at a time
  order.operation = { name, body, key: randomUUID() };
  order.message = '';
  save();
  await inTurn(order, finishOperation).catch((error) => console.error(error.message));
  void follow(order);
}

async function finishOperation(order) {
  if (!order.operation) return; // the task before has finished it
  if (!order.paymentId) {
    order.operation = null; // the payment has ended before the customer cancelled it
    return;
  }
  const { name, body, key, isAnswered } = order.operation;
  const path = `/payment/${order.paymentId}`;
  if (!isAnswered) {
    try {
      await callGateway('POST', `${path}/${name}`, { body, key });
    } catch (error) {
      if (error.isUnknown) throw error; // the polling loop repeats it with the same key
      order.message = `${name}: ${error.message}`;
    }
    order.operation.isAnswered = true;
  }
  const payment = await callGateway('GET', path);
  if (payment.pendingOperation) return; // the acquirer has not answered yet: poll again
  order.operation = null;
  applyPayment(order, payment);
  if (name === 'capture' && order.state === 'RESERVED') order.message ||= 'capture: declined';
}

// ---- Pages

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (value) => String(value).replace(/[&<>"']/g, (sign) => escapes[sign]);

function page(title, content, head = '') {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escape(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/shop.css">
    ${head}
  </head>
  <body>
    <header><a href="/">Example shop</a> <a href="/admin">Orders</a></header>
    <main><h1>${escape(title)}</h1>${content}</main>
    <script src="/checkout.js"></script>
  </body>
</html>`;
}

function shopPage() {
  const items = Object.entries(products).map(
    ([id, { name, price, note }]) => `<form method="post" action="/orders" class="card">
      <input type="hidden" name="product" value="${id}">
      <h2>${escape(name)}</h2><p>${price} PLN. ${note}</p><button>Buy</button></form>`,
  );
  return page('Shop', items.join(''));
}

function orderPage(order) {
  const { name, price } = products[order.productId];
  const summary = `<p>${escape(name)}, <strong>${price} PLN</strong></p>`;
  const message = order.message && `<p class="message" role="alert">${escape(order.message)}</p>`;
  if (order.state === 'OPEN') return page('Checkout', summary + message + cardForm(order, price));
  if (order.state === 'PAYING') {
    const seconds = order.step?.name === 'challenge' ? 15 : 2;
    const refresh = `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;
    return page('Your payment', summary + waiting(order), refresh);
  }
  const results = {
    PAID: ['Thank you', 'Your order is paid.'],
    RESERVED: ['Thank you', 'The amount is reserved. Your card is charged on delivery.'],
    CAPTURED: ['Thank you', 'Your order is on its way and your card was charged.'],
    CANCELLED: ['Order cancelled', 'You were not charged, or your money is on its way back.'],
  };
  const [title, sentence] = results[order.state];
  return page(title, `${summary}<p role="status">${sentence}</p>`);
}

function cardForm(order, price) {
  return `<form method="post" action="/orders/${order.id}/pay" name="pay" class="card">
    <input type="hidden" name="browser">
    <label>Card number
      <input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
    <div class="pair">
      <label>Expiry (MM/YY)
        <input name="expiry" inputmode="numeric" autocomplete="cc-exp" required
          pattern="\\s*(0?[1-9]|1[0-2])\\s*/?\\s*(20)?[0-9]{2}\\s*"></label>
      <label>Security code
        <input name="cvv" inputmode="numeric" autocomplete="cc-csc" required
          pattern="[0-9]{3,4}" maxlength="4"></label>
    </div>
    <label>Name on card <input name="holder" autocomplete="cc-name" maxlength="45"></label>
    <button>Pay ${price} PLN</button></form>`;
}

function waiting({ id, step }) {
  const isChallenge = step?.name === 'challenge';
  const text = isChallenge ? 'Your bank asks you to confirm the payment.' : 'One moment, please.';
  const frame = '<iframe name="fingerprint" title="Browser check" hidden></iframe>';
  const form =
    step &&
    `<form method="post" action="${escape(step.url)}" name="${step.name}"
      ${isChallenge ? '' : 'target="fingerprint" hidden'}>
      <input type="hidden" name="${step.field}" value="${escape(step.value)}">
      <button>Go to your bank</button></form>`;
  const data = `data-order="${id}" data-step="${step?.name ?? ''}"`;
  return `<p role="status" id="waiting" ${data}>${text}</p>
    ${step && !isChallenge ? frame : ''}${form ?? ''}
    <form method="post" action="/orders/${id}/cancel">
      <button class="quiet">Cancel the payment</button></form>`;
}

function adminPage() {
  const button = (order, name, label, extra = '') =>
    `<form method="post" action="/admin/${order.id}/${name}">${extra}
      <button class="quiet">${label}</button></form>`;
  const amount = (price) =>
    `<label>Amount <input name="amount" value="${price}" inputmode="decimal"></label>`;
  const rows = [...orders.values()].reverse().map((order) => {
    const { name, price } = products[order.productId];
    const { state, operation, captured, message } = order;
    const isIdle = !operation;
    return `<li class="card" id="order-${order.id}"><h2>${escape(name)}, ${price} PLN</h2>
      <p><strong class="state">${operation ? `${operation.name} in progress` : state}</strong>
        ${captured ?? ''} ${escape(message)}</p>
      <p class="id">Order ${order.id}<br>Payment ${order.paymentId ?? 'none'}</p>
      ${isIdle && state === 'RESERVED' ? button(order, 'capture', 'Capture', amount(price)) : ''}
      ${isIdle && ['PAID', 'RESERVED'].includes(state) ? button(order, 'cancel', 'Cancel') : ''}
      </li>`;
  });
  return page('Orders', rows.length === 0 ? '<p>No orders yet.</p>' : `<ul>${rows.join('')}</ul>`);
}

// ---- The server

async function readForm(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 10_000) throw new Error('The form is too large.');
  }
  return Object.fromEntries(new URLSearchParams(text));
}

/** What the script saw of the browser, and the headers only the server sees. */
function browserDataOf(form, { headers }) {
  let seen = { javascriptEnabled: false };
  if (form.browser) seen = { javascriptEnabled: true, ...JSON.parse(form.browser) };
  const language = headers['accept-language']?.split(/[,;]/)[0] || 'en';
  return {
    language,
    ...seen,
    userAgent: headers['user-agent'] ?? 'unknown',
    acceptHeader: headers.accept ?? '*/*',
  };
}

function cardOf({ number = '', expiry = '', cvv = '', holder = '' }) {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(expiry) ?? [];
  const instrumentNo = number.replace(/[\s-]/g, '');
  return { instrumentNo, expDate: `20${year}${month.padStart(2, '0')}`, cvv, holder };
}

const actions = {
  async pay(order, form, request) {
    const ip = request.socket.remoteAddress.replace(/^::ffff:/, '');
    await pay(order, cardOf(form), browserDataOf(form, request), ip);
  },
  async cancel(order) {
    // The customer gives up. The payment becomes CANCELLED, and the order can be paid again.
    if (order.state !== 'PAYING' || !order.paymentId) return;
    await operate(order, 'cancel', { reason: 'CLIENT' });
  },
};

const files = { '/shop.css': 'text/css', '/checkout.js': 'text/javascript' };

async function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url, SHOP_URL);
  const show = (html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
  const goTo = (path) => response.writeHead(303, { Location: path }).end();
  const [, area, id, action] = pathname.split('/');
  const order = orders.get(id);
  if (request.method === 'POST') {
    // Only forms of this shop. In production /admin also needs a login.
    const { origin, host } = request.headers;
    if (origin && new URL(origin).host !== host) return response.writeHead(403).end();
    const form = await readForm(request);
    if (pathname === '/orders' && Object.hasOwn(products, form.product)) {
      return goTo(`/orders/${createOrder(form.product).id}`);
    }
    if (area === 'orders' && order && Object.hasOwn(actions, action)) {
      await actions[action](order, form, request);
      return goTo(`/orders/${id}`);
    }
    if (area === 'admin' && order?.paymentId && ['capture', 'cancel'].includes(action)) {
      await operate(order, action, form.amount ? { amount: Number(form.amount) } : {});
      return goTo('/admin');
    }
  } else if (files[pathname]) {
    response.setHeader('Content-Type', files[pathname]);
    return response.end(readFileSync(new URL(`.${pathname}`, import.meta.url)));
  } else if (pathname === '/') {
    return show(shopPage());
  } else if (pathname === '/admin') {
    // A hold ends after 30 days, so read the status of the reservations.
    const reserved = [...orders.values()].filter(({ state }) => state === 'RESERVED');
    await Promise.allSettled(reserved.map((order) => inTurn(order, readPayment)));
    return show(adminPage());
  } else if (area === 'orders' && order && action === 'state') {
    return response.end(JSON.stringify({ state: order.state, step: order.step?.name ?? '' }));
  } else if (area === 'orders' && order) {
    // Also the return address after a challenge. The return is no proof of payment: read the status.
    if (searchParams.has('paymentId') && order.state === 'PAYING') {
      await inTurn(order, readPayment).catch((error) => console.error(error.message));
    }
    return show(orderPage(order));
  }
  return response.writeHead(404).end('Not found');
}

const server = createServer((request, response) => {
  // Banks have many addresses, so forms may go to any https address.
  const policy = [
    "default-src 'self'; img-src data:; frame-ancestors 'self'",
    `frame-src https: ${GATEWAY_URL}`, // GATEWAY_URL: the simulated bank of the sandbox
    `form-action 'self' https: ${GATEWAY_URL}`,
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  response.setHeader('Cache-Control', 'no-store');
  handle(request, response).catch((error) => {
    console.error(error.message);
    if (!response.headersSent) response.writeHead(500).end('Something went wrong. Try again.');
  });
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`Shop at ${SHOP_URL}`));
for (const order of orders.values()) void follow(order); // what a restart interrupted
