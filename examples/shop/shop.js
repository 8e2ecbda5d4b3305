// The script of the example shop: starts payments by every method, takes the customer's next step,
// and shows the order as the server of the shop knows it.

import { CardError, createCardEncryptor } from '/encrypt-card.js';

const find = (selector, parent = document) => parent.querySelector(selector);
const make = (tag, fields) => Object.assign(document.createElement(tag), fields);
const show = (selector, isShown = true) => (find(selector).hidden = !isShown);

const shop = await (await fetch('/shop')).json();
const encryptor = createCardEncryptor(`${shop.gatewayUrl}/v1/ecommerce/keys`);

/** An order of its own for each visit; the bank sends the customer back to the same address. */
const id = new URLSearchParams(location.search).get('order') ?? crypto.randomUUID();
history.replaceState(null, '', `/?order=${id}`);
let order;

async function send(operation, body = {}) {
  const reply = await fetch(`/orders/${id}/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
  order = await reply.json();
  render(order);
}

const browserData = {
  javascriptEnabled: true,
  javaEnabled: navigator.javaEnabled?.() ?? false,
  language: navigator.language,
  userAgent: navigator.userAgent,
  acceptHeader: '*/*', // of fetch
  colorDepth: String(screen.colorDepth),
  screenHeight: screen.height,
  screenWidth: screen.width,
  timezone: new Date().getTimezoneOffset(),
};
const pay = (chosen) => send('pay', { browserData, ...chosen });

// ---- Methods: each form becomes a payment

const chosenIn = (form, name) => new FormData(form).get(name);
const codeIn = (form) => find('.code', form).value.replaceAll(' ', '');

const methods = {
  stored: (form) => pay({ method: 'CARD', card: chosenIn(form, 'card') }),
  async card() {
    const [, month, year] =
      /^\s*(\d\d)\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(find('#expiry').value) ?? [];
    const fields = await encryptor.encrypt({
      instrumentNo: find('#number').value,
      expDate: `20${year}${month}`,
      cvv: find('#cvv').value,
    });
    const storeCard = find('#store').checked;
    await pay({ method: 'CARD', storeCard, instrument: { type: 'CARD', ...fields } });
  },
  blik: (form) => pay({ method: 'BLIK', instrument: { type: 'BLIK_CODE', code: codeIn(form) } }),
  bank: (form) => pay({ method: 'PBL', instrument: { type: 'PBL', bank: chosenIn(form, 'bank') } }),
  // Apple's script needs the session that the gateway returns for the payment.
  apay: () => pay({ method: 'APAY' }),
  async gpay() {
    const token = await openSheet('GPAY');
    if (token) await pay({ method: 'GPAY', instrument: { type: 'GPAY', token } });
  },
  async c2p() {
    const payload = await globalThis.ClickToPay.checkout(shop.price);
    if (payload) await pay({ method: 'C2P', instrument: { type: 'C2P', payload } });
  },
  link: () => pay({ channel: 'PAYWALL' }),
};

/**
 * The wallets of the sandbox. In production: ApplePaySession, which gets order.next.apaySession in
 * onvalidatemerchant, and google.payments.
 */
function openSheet(type) {
  const { merchantId, price } = shop;
  const query = { type, merchantId, shop: document.title, ...price, origin: location.origin };
  const address = `${shop.gatewayUrl}/sandbox/wallets/sheet?${new URLSearchParams(query)}`;
  const sheet = open(address, 'wallet', 'width=480,height=760');
  if (!sheet) throw new Error('Please allow this page to open the wallet.');
  return new Promise((resolve) => {
    const end = (token) => {
      clearInterval(timer);
      removeEventListener('message', listen);
      resolve(token);
    };
    const listen = ({ origin, data }) => {
      if (origin !== new URL(shop.gatewayUrl).origin || data?.wallet !== type) return;
      end(data.status === 'CONFIRMED' ? data.token : null);
    };
    addEventListener('message', listen);
    const timer = setInterval(() => sheet.closed && setTimeout(end, 500), 500);
  });
}

// ---- The page

const tasks = {
  link: 'Send this link to the customer. The order is paid when the notification comes.',
  code: 'This code cannot be used. Please enter a new one.',
  challenge: 'Your bank asks you to confirm the payment.',
  bank: 'Please confirm the transfer at your bank.',
  sheet: 'Please confirm the payment in Apple Pay.',
  blik: 'Please confirm the payment in your bank app.',
};

function taskOf({ method, dataRequest, acsData, redirectURL } = {}) {
  if (acsData?.threeDSMethodURL) return 'fingerprint';
  if (acsData?.acsURL) return 'challenge';
  if (dataRequest === 'BLIK_CODE') return 'code';
  if (method === 'APAY' && dataRequest === 'INSTRUMENT') return 'sheet';
  if (redirectURL) return method ? 'bank' : 'link';
  return method === 'BLIK' ? 'blik' : 'none';
}

const outcomes = {
  PAID: ['Thank you', 'Your order is paid.'],
  REFUNDED: ['Refunded', 'Your money is on its way back.'],
  CANCELLED: ['Cancelled', 'Your order was cancelled. Your money is on its way back.'],
};

const proofs = {
  notification: 'Confirmed by a signed notification.',
  status: 'Read from the gateway; no valid notification has come.',
};

function render({ state, paymentId, next, message, reason, confirmedBy, events }) {
  const task = taskOf(next);
  const [title, outcome] = outcomes[state] ?? [state === 'OPEN' ? 'Checkout' : 'Your payment', ''];
  find('#title').textContent = title;
  find('#outcome').textContent = outcome;
  find('#proof').textContent = state === 'PAID' ? proofs[confirmedBy] : '';
  say(message ?? (state === 'OPEN' && reason ? reasonText(reason) : ''));
  show('#methods', state === 'OPEN');
  show('#waiting', state === 'PAYING');
  show('#result', state in outcomes);
  show('#refund', state === 'PAID');
  find('#task').textContent = tasks[task] ?? 'One moment, please.';
  show('#code', task === 'code');
  show('#sheet', task === 'sheet');
  show('#step', task === 'challenge');
  show('#go', ['link', 'bank', 'blik'].includes(task));
  show('#cancel', Boolean(paymentId));
  if (state === 'PAYING') takeStep(task, next);
  show('#log', events.length > 0);
  const lines = events.map(({ event, status, sequence }) => `${sequence}. ${event} ${status}`);
  find('#events').replaceChildren(...lines.map((textContent) => make('li', { textContent })));
}

/** Once for each step: a customer who comes back from the bank is not sent there again. */
function takeStep(task, { acsData, redirectURL } = {}) {
  const form = find('#step');
  const go = find('#go');
  if (task === 'fingerprint' || task === 'challenge') {
    const isChallenge = task === 'challenge';
    form.action = isChallenge ? acsData.acsURL : acsData.threeDSMethodURL;
    form.target = isChallenge ? '' : 'fingerprint';
    form.firstElementChild.name = isChallenge ? 'creq' : 'threeDSMethodData';
    form.firstElementChild.value = isChallenge ? acsData.creqPayload : acsData.threeDSMethodData;
    if (isFirst(form.firstElementChild.value)) form.submit();
  } else if (task === 'blik') {
    const textContent = 'Open the phone of the sandbox';
    Object.assign(go, { textContent, href: find('.phone').href, target: '_blank' });
  } else if (task === 'link' || task === 'bank') {
    Object.assign(go, { href: redirectURL, target: task === 'link' ? '_blank' : '' });
    go.textContent = task === 'link' ? 'Open the payment link' : 'Go to your bank';
    if (task === 'bank' && isFirst(redirectURL)) location.assign(redirectURL);
  }
}

const isFirst = (step) => !sessionStorage[step] && (sessionStorage[step] = 'done');

/** Reasons that a customer can act on. The others would help a thief. */
const reasons = {
  CANCELLED_BY_CUSTOMER: 'You cancelled the payment.',
  BLIK_USER_DECLINED: 'You declined the payment in your bank app.',
  SCA_FAILED: 'Your bank did not confirm the payment.',
  INVALID_CVV: 'The security code is wrong.',
  EXPIRED_CARD: 'The card has expired.',
  EXPIRED: 'The payment took too long.',
};
const reasonText = (code) =>
  `${reasons[code] ?? 'The payment was declined.'} You were not charged. Please try again.`;

function say(text) {
  find('#message').textContent = text;
  show('#message', text !== '');
}

function explain(error) {
  const names = { instrumentNo: 'card number', expDate: 'expiry date', cvv: 'security code' };
  return error instanceof CardError ? `Please check the ${names[error.field]}.` : error.message;
}

/** Runs what a form or button does, with its buttons disabled meanwhile. */
function onUse(element, kind, work) {
  element.addEventListener(kind, async (event) => {
    event.preventDefault();
    const button = element.matches('form') ? find('button', element) : element;
    button.disabled = true;
    await work(element).catch((error) => say(explain(error)));
    button.disabled = false;
  });
}

function choice(name, value, text, picture) {
  const label = make('label');
  label.append(make('input', { type: 'radio', name, value, required: true }));
  if (picture) label.append(make('img', { src: picture, alt: '' }));
  label.append(text);
  return label;
}

for (const { bank, name, iconURL, status } of shop.banks) {
  if (status === 'ENABLED') find('#banks').append(choice('bank', bank, name, iconURL));
}
for (const { tokenId, organization, cardMask, status } of shop.cards) {
  const text = `${organization} •••• ${cardMask.slice(-4)}`;
  if (status === 'ACTIVE') find('#cards').append(choice('card', tokenId, text));
}
if (find('#cards input')) {
  show('#stored');
  find('#stored').open = true;
  find('#cards input').checked = true;
}
if (shop.clickToPay) {
  const script = make('script', { src: shop.clickToPay.sdkURL });
  script.addEventListener('load', () => show('#c2p'));
  document.head.append(script);
}
find('#price').textContent = Object.values(shop.price).join(' ');
find('.phone').href = `${shop.gatewayUrl}/sandbox/blik`;
for (const [name, start] of Object.entries(methods)) onUse(find(`#${name} form`), 'submit', start);
onUse(find('#code'), 'submit', (form) =>
  send('instrument', { type: 'BLIK_CODE', code: codeIn(form) }),
);
onUse(find('#cancel'), 'click', () => send('cancel'));
onUse(find('#refund'), 'click', () => send('refund'));
onUse(find('#sheet'), 'click', async () => {
  const token = await openSheet('APAY');
  await (token ? send('instrument', { type: 'APAY', token }) : send('cancel'));
});

await send('refresh').catch((error) => say(explain(error)));
setInterval(() => order && order.state !== 'OPEN' && send('refresh').catch(() => {}), 1000);
