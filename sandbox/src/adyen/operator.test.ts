// Tests of the simulated Adyen: what it refuses, what it reports, and how often. What it does with
// money is proven with the adapter.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { DELAY_MS } from '../acquirer/triggers/behaviour.ts';
import { ADYEN_ACCOUNT, ADYEN_URL, openAdyenFixture } from '../testing/adyen-fixture.ts';
import type { AdyenFixture } from '../testing/adyen-fixture.ts';

let fixture: AdyenFixture;
before(async () => (fixture = await openAdyenFixture()));
after(() => fixture.close());
beforeEach(async () => {
  await fixture.runDue();
  fixture.sent.length = 0;
});

type Fields = Record<string, unknown>;
const hex = (id: string): string => id.replaceAll('-', '');
const PSP = /^[0-9A-F]{32}$/;

/** The reference of an operation of the payment. */
function named(letter: string, paymentId = fixture.ids.next()) {
  const key = fixture.ids.next();
  const attempt = BigInt(`0x${hex(key)}`)
    .toString(36)
    .padStart(25, '0');
  return { key, paymentId, reference: `10000001.${hex(paymentId)}.${attempt}.${letter}` };
}

async function call(path: string, message: Fields, key?: string, apiKey = 'adyen-key') {
  const headers = { 'x-api-key': apiKey, 'idempotency-key': key };
  const body = { merchantAccount: ADYEN_ACCOUNT, ...message };
  const answer = await fixture.handle({ path, message: body }, headers);
  return { status: answer?.status, body: (answer?.body ?? {}) as Fields };
}

const card = {
  type: 'scheme',
  number: '4111111111111111',
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: '737',
};
const payment = (reference: string, change: Fields = {}): Fields => ({
  amount: { value: 10_000, currency: 'PLN' },
  reference,
  returnUrl: ADYEN_URL,
  paymentMethod: card,
  ...change,
});
async function pay(change: Fields = {}) {
  const own = named('a');
  return { ...own, ...(await call('/payments', payment(own.reference, change), own.key)) };
}
const hold = { additionalData: { manualCapture: 'true' } };

/** Event and success of what was sent. */
async function reported(): Promise<string[]> {
  await fixture.runDue();
  return fixture.sent.map((text) => {
    const { notificationItems } = JSON.parse(text) as {
      notificationItems: [{ NotificationRequestItem: Fields }];
    };
    const { eventCode, success, reason } = notificationItems[0].NotificationRequestItem;
    return [eventCode, success, reason].join(' ').trim();
  });
}

test('another key and another account may not call', async () => {
  const { key, reference } = named('a');
  for (const wrong of ['', 'adyen-keys', 'other-key']) {
    const { status, body } = await call('/payments', payment(reference), key, wrong);
    deepEqual([status, body['status'], body['errorCode']], [401, 401, '000']);
  }
  const other = await call('/payments', payment(reference, { merchantAccount: 'Other' }), key);
  deepEqual([other.status, other.body['errorCode']], [403, '901']);
  deepEqual(await reported(), []);
});

const wrong: [what: string, change: Fields, errorCode: string][] = [
  ['no card', { paymentMethod: undefined }, '14_006'],
  ['a short card number', { paymentMethod: { ...card, number: '411' } }, '101'],
  ['a long security code', { paymentMethod: { ...card, cvc: '12345' } }, '103'],
  ['a month that is none', { paymentMethod: { ...card, expiryMonth: '13' } }, '129'],
  ['an amount with a fraction', { amount: { value: 1.5, currency: 'PLN' } }, '137'],
  ['a currency that is none', { amount: { value: 1, currency: 'zł' } }, '138'],
  ['a reference of somebody else', { reference: 'order-1' }, '130'],
  ['an address that is not of a gateway', { returnUrl: 'https://other.example' }, '702'],
];
for (const [what, change, errorCode] of wrong) {
  test(`refuses ${what}`, async () => {
    const { status, body } = await pay(change);
    deepEqual([status, body['errorCode']], [422, errorCode]);
    deepEqual(await reported(), []);
  });
}

test('a key is needed, and names one request only', async () => {
  const { reference, key } = named('a');
  equal((await call('/payments', payment(reference))).status, 422);
  equal((await call('/payments', payment(reference), key)).body['resultCode'], 'Authorised');
  const other = payment(reference, { amount: { value: 1, currency: 'PLN' } });
  deepEqual((await call('/payments', other, key)).body['errorCode'], '704');
});

test('each operation is reported once, however often it is repeated', async () => {
  const { key, reference, body } = await pay();
  const again = await call('/payments', payment(reference), key);
  deepEqual(again.body, body);
  equal(PSP.test(String(body['pspReference'])), true);
  deepEqual(await reported(), ['AUTHORISATION true']);
  deepEqual(await reported(), ['AUTHORISATION true']);
});

test('a decline has its reason in the answer and in the message', async () => {
  const { body } = await pay({ paymentMethod: { ...card, number: '4000000000009995' } });
  deepEqual([body['resultCode'], body['refusalReasonCode']], ['Refused', '12']);
  deepEqual(await reported(), ['AUTHORISATION false Not enough balance']);
});

test('what is decided later is reported later', async () => {
  const { body } = await pay({ paymentMethod: { ...card, number: '4000000000020083' } });
  equal(body['resultCode'], 'Received');
  deepEqual(await reported(), []);
  fixture.clock.advance(DELAY_MS);
  deepEqual(await reported(), ['AUTHORISATION false Refused']);
});

test('a message that is lost is sent again', async () => {
  fixture.deliver = () => Promise.reject(new Error('lost'));
  await pay();
  deepEqual(await reported(), []);
  fixture.deliver = (send) => send();
  fixture.clock.advance(60_000);
  deepEqual(await reported(), ['AUTHORISATION true']);
});

test('an operation that the acquirer declines is received, and fails by its message', async () => {
  const { paymentId, body } = await pay(hold);
  const own = named('r', paymentId);
  const path = `/payments/${String(body['pspReference'])}/refunds`;
  const amount = { value: 1, currency: 'PLN' };
  const { status, body: answer } = await call(path, { amount, reference: own.reference }, own.key);
  deepEqual([status, answer['status'], answer['reference']], [201, 'received', own.reference]);
  deepEqual(await reported(), ['AUTHORISATION true', 'REFUND false Refused']);
});

test('a payment that does not exist cannot be changed', async () => {
  const { key, reference } = named('c');
  const amount = { value: 1, currency: 'PLN' };
  const { status, body } = await call('/payments/X/captures', { amount, reference }, key);
  deepEqual([status, body['errorCode']], [422, '167']);
  equal((await call('/payments/X/other', {}, key)).status, 404);
});

async function cancel(paymentId: string, paymentReference: string): Promise<number | undefined> {
  const { key, reference } = named('s', paymentId);
  return (await call('/cancels', { reference, paymentReference }, key)).status;
}

test('a hold is cancelled by its reference, a captured payment is not', async () => {
  const held = await pay(hold);
  equal(await cancel(held.paymentId, held.reference), 201);
  const sold = await pay();
  equal(await cancel(sold.paymentId, sold.reference), 201);
  deepEqual((await reported()).toSorted(), [
    'AUTHORISATION true',
    'AUTHORISATION true',
    'TECHNICAL_CANCEL false Transaction has been captured',
    'TECHNICAL_CANCEL true',
  ]);
});

test('a payment that was cancelled before it arrived is refused', async () => {
  const { key, paymentId, reference } = named('a');
  equal(await cancel(paymentId, reference), 201);
  equal((await call('/payments', payment(reference), key)).body['resultCode'], 'Refused');
  equal(await cancel(paymentId, 'order-1'), 422);
});
