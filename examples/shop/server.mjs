// The server of an example shop that takes payments by every method. Orders become paid by verified
// notifications of the gateway. Start a sandbox with `npm start` and the shop with `npm run shop`.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient, unwrap, verifyNotification } from '@bramka/client';

const {
  BRAMKA_URL = 'http://127.0.0.1:8080',
  MERCHANT_ID: merchantId = '10000001',
  API_SECRET: secret = `sandbox-secret-${merchantId}`,
  NOTIFICATION_SECRET = `notify-secret-${merchantId}`,
  SHOP_URL = 'http://127.0.0.1:3000',
  FALLBACK_SECONDS = '5', // how long a result that was read waits for its notification
} = process.env;
const gateway = createClient({ baseUrl: BRAMKA_URL, credentials: { merchantId, secret } });
const price = { amount: '19.99', currency: 'PLN' };
const orders = new Map(); // by id, with a state: OPEN, PAYING, PAID, REFUNDED or CANCELLED

/** `status` is that of a verified notification, or was read from the gateway. */
function applyStatus(order, { paymentId, status, rejectCode }, confirmedBy) {
  if (order.failed.includes(paymentId)) return; // an earlier try
  if (order.state === 'PAYING') order.paymentId ??= paymentId; // its answer was lost
  if (status === 'COMPLETED' && ['OPEN', 'PAYING'].includes(order.state)) {
    Object.assign(order, { state: 'PAID', paymentId, confirmedBy });
  } else if (['REJECTED', 'CANCELLED', 'ERROR'].includes(status) && paymentId === order.paymentId) {
    order.failed.push(paymentId); // the order can be paid again, with a new payment
    order.state = order.state === 'PAYING' ? 'OPEN' : 'CANCELLED';
    order.reason = rejectCode;
  }
}

/** Every notification is applied once, and never after a later one about the same thing. */
function applyNotification(order, message) {
  const { event, eventId, sequence, paymentId, transId, refundId, status, refundStatus } = message;
  const about = event === 'PAYMENT_STATUS' ? paymentId : (refundId ?? transId ?? event);
  if (order.events.some((one) => one.eventId === eventId)) return 'repeated';
  if (order.events.some((one) => one.about === about && one.sequence > sequence)) return 'late';
  order.events.push({ eventId, event, about, sequence, status: refundStatus ?? status });
  if (event === 'REFUND_STATUS' && refundStatus === 'COMPLETED') order.state = 'REFUNDED';
  if (event !== 'PAYMENT_STATUS') return 'applied';
  if (message.amount !== price.amount || message.currency !== price.currency) return 'other amount';
  applyStatus(order, message, 'notification');
  return 'applied';
}

/** Anybody can send to this address: nothing is used before the signature is verified. */
async function receive(body, headers, response) {
  const verified = await verifyNotification({ body, headers, secrets: NOTIFICATION_SECRET });
  if (!verified.ok) {
    console.error(`Refused a notification: ${verified.error.message}`);
    return response.writeHead(401).end();
  }
  const order = orders.get(verified.event.extOrderId); // none: a test, or another system's order
  return response.end(order ? applyNotification(order, verified.event) : 'no order of this shop');
}

/** Takes over the customer's next step, and the result if its notification does not come. */
function applyPayment(order, payment) {
  if (order.state !== 'PAYING' || order.failed.includes(payment.paymentId)) return;
  const { paymentId, status, method, dataRequest, acsData, apaySession, redirectURL } = payment;
  const next = { method, dataRequest, acsData, apaySession, redirectURL };
  Object.assign(order, { paymentId, next });
  if (status === 'NEW' || status === 'PENDING') return;
  setTimeout(() => applyStatus(order, payment, 'status'), Number(FALLBACK_SECONDS) * 1000);
}

const cardsOf = (customer) =>
  unwrap(gateway.tokens.search({ customer: { extCustomerId: customer } }));

const operations = {
  async pay(order, { method, channel, instrument, card, storeCard, browserData }, request) {
    if (order.state !== 'OPEN') return; // a second click
    Object.assign(order, { state: 'PAYING', paymentId: null, next: {}, sentAt: Date.now() });
    const stored = card && (await cardsOf(order.customer)).find(({ tokenId }) => tokenId === card);
    const result = await gateway.payments.create({
      method,
      channel,
      instrument: stored ? { type: 'COF', instrumentNo: stored.instrumentNo } : instrument,
      order: { ...price, extOrderId: order.id, description: 'Coffee beans' },
      options: { tokenize: storeCard, asyncNotify: `${SHOP_URL}/notifications/payment` },
      customer: { extCustomerId: order.customer },
      device: { ip: request.socket.remoteAddress, browserData },
      merchant: { redirectURL: `${SHOP_URL}/?order=${order.id}` },
    });
    if (result.ok) applyPayment(order, result.value);
    else if (result.error.status < 500) order.state = 'OPEN'; // otherwise a notification tells
    return result;
  },
  async refresh(order) {
    if (order.state !== 'PAYING') return; // the page asks once a second
    if (order.paymentId) applyPayment(order, await unwrap(gateway.payments.get(order.paymentId)));
    else if (Date.now() - order.sentAt > 120_000) order.state = 'OPEN'; // it never arrived
  },
  instrument: (order, body) => gateway.payments.updateInstrument(order.paymentId, body),
  cancel: (order) => gateway.payments.cancel(order.paymentId, { reason: 'CLIENT' }),
  /** For the shop keeper; behind a login in a real shop. */
  refund: (order) => gateway.refunds.create(order.paymentId, { extRefundId: order.id }),
};

/** What the page asks for. It chooses the id of a new order. */
async function answer(path, body, customer, request) {
  const [, area, id, operation] = path.split('/');
  if (area === 'shop') {
    const banks = await unwrap(gateway.methods.listBanks());
    const [clickToPay] = await unwrap(gateway.methods.listClickToPay());
    const cards = await cardsOf(customer);
    return { gatewayUrl: BRAMKA_URL, merchantId, price, banks, clickToPay, cards };
  }
  const order = orders.get(id) ?? { id, customer, state: 'OPEN', failed: [], events: [] };
  const isKnown = customer && order.customer === customer && Object.hasOwn(operations, operation);
  if (!isKnown) throw new Error('There is no such order.');
  orders.set(id, order);
  const result = await operations[operation](order, JSON.parse(body), request);
  return { ...order, message: result?.error?.message };
}

const files = { '/': 'shop.html', '/shop.css': 'shop.css', '/shop.js': 'shop.js' };
files['/encrypt-card.js'] = import.meta.resolve('@bramka/client/browser/encrypt-card.js');
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

async function handle(request, response) {
  const { pathname } = new URL(request.url, SHOP_URL);
  const body = await text(request);
  if (pathname === '/notifications/payment') return receive(body, request.headers, response);
  const customer = /customer=([\w-]{36})/.exec(request.headers.cookie)?.[1];
  const file = files[pathname];
  if (!file) return response.end(JSON.stringify(await answer(pathname, body, customer, request)));
  const cookie = `customer=${customer ?? randomUUID()}; HttpOnly; SameSite=Lax; Path=/`;
  response.writeHead(200, { 'Content-Type': types[file.split('.').pop()], 'Set-Cookie': cookie });
  const content = readFileSync(new URL(file, import.meta.url), 'utf8');
  return response.end(content.replaceAll('http://127.0.0.1:8080', BRAMKA_URL));
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => response.writeHead(500).end(error.message));
});
const fail = (message) => {
  console.error(message);
  process.exit(1);
};
server.on('error', ({ message }) => fail(`${message}. Choose another SHOP_URL.`));
const { ok } = await fetch(`${BRAMKA_URL}/health/ready`).catch(() => ({ ok: false }));
if (!ok) fail(`No gateway at ${BRAMKA_URL}. Start one with "npm start", or set BRAMKA_URL.`);
server.listen(Number(new URL(SHOP_URL).port), '127.0.0.1', () => {
  console.log(`Shop at ${SHOP_URL}; notifications to ${SHOP_URL}/notifications/payment`);
});
