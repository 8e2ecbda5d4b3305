// Operations on payments: adjust, capture, cancel, retry, restore.
import type { Reply } from '../../support/client.ts';
import {
  advance,
  browser,
  card,
  cards,
  create,
  creation,
  failNext,
  held,
  onePayment,
  order,
  paid,
  type Shop,
} from './shop.ts';

const ENDED = 'after the payment was cancelled';
const UNANSWERED = 'when the acquirer has not answered yet';

const withdraw = `${onePayment}/transactions/{transId}/cancel`;

const transIdIn = ({ body }: Reply): string => String(body['transId']);

export async function recordOperations(shop: Shop): Promise<void> {
  const captured = await recordHoldLife(shop);
  await recordCapture(shop, captured);
  await recordCancel(shop);
  await recordLinks(shop);
}

/** Adjusted twice, one adjustment withdrawn, then captured in part. */
async function recordHoldLife(shop: Shop): Promise<string> {
  const { recorder, token } = shop;
  const paymentId = await held(shop, 'order-room-12', {
    order: order('order-room-12', 100),
    instrument: card(cards.frictionless),
    device: browser,
  });
  const params = { paymentId };
  const adjust = `${onePayment}/adjustment`;
  await advance(shop, 3600);
  const body = { amount: 112.5, description: 'Minibar' };
  const first = await recorder.record('POST', adjust, { token, params, body });
  await advance(shop, 3600);
  const second = await recorder.send('POST', adjust, { token, params, body: { amount: 115 } });
  await recorder.record('POST', adjust, {
    when: 'above the tolerance of the merchant',
    token,
    params,
    body: { amount: 150 },
    refusedWith: 'ADJUSTMENT_EXCEEDS_AUTHENTICATION',
  });
  await recordWithdrawal(shop, paymentId, transIdIn(second));
  await advance(shop, 43_200);
  const taken = { amount: 110, description: 'Two nights and minibar' };
  await recorder.record('POST', `${onePayment}/capture`, { token, params, body: taken });
  await recorder.record('GET', `${onePayment}/transactions`, { token, params });
  await recorder.record('POST', adjust, {
    when: 'after the capture',
    token,
    params,
    body: { amount: 115 },
    refusedWith: 'ALREADY_CAPTURED',
  });
  await recorder.record('POST', withdraw, {
    when: 'after the capture',
    token,
    params: { paymentId, transId: transIdIn(first) },
    refusedWith: 'ALREADY_CAPTURED',
  });
  return paymentId;
}

async function recordWithdrawal(shop: Shop, paymentId: string, transId: string): Promise<void> {
  const { recorder, token } = shop;
  await recorder.record('POST', withdraw, {
    token,
    params: { paymentId, transId },
    body: { reason: 'Charged by mistake' },
  });
  const [authorization] = (
    await recorder.send<{ transId: string }[]>('GET', `${onePayment}/transactions`, {
      token,
      params: { paymentId },
    })
  ).body;
  await recorder.record('POST', withdraw, {
    when: 'for a transaction that is not an adjustment',
    token,
    params: { paymentId, transId: authorization?.transId ?? '' },
    refusedWith: 'NOT_AN_ADJUSTMENT',
  });
  await recorder.record('POST', withdraw, {
    when: 'for an unknown transaction',
    token,
    params: { paymentId, transId: paymentId },
    refusedWith: 'TRANSACTION_NOT_FOUND',
  });
}

async function recordCapture(shop: Shop, captured: string): Promise<void> {
  const { recorder, token } = shop;
  const capture = `${onePayment}/capture`;
  const heldId = await held(shop, 'order-capture-2');
  await recorder.record('POST', capture, {
    when: 'of the whole amount',
    token,
    params: { paymentId: heldId },
  });
  const silent = await held(shop, 'order-capture-3');
  await failNext(shop, 'capture');
  await recorder.record('POST', capture, {
    when: UNANSWERED,
    token,
    params: { paymentId: silent },
    body: { amount: 100 },
  });
  await recorder.record('POST', capture, {
    when: 'while another operation is in progress',
    token,
    params: { paymentId: silent },
    body: { amount: 100 },
    refusedWith: 'OPERATION_IN_PROGRESS',
  });
  const next = await held(shop, 'order-capture-4');
  await recorder.record('POST', capture, {
    when: 'of more than is preauthorized',
    token,
    params: { paymentId: next },
    body: { amount: 200 },
    refusedWith: 'CAPTURE_EXCEEDS_AUTHORIZATION',
  });
  await recorder.record('POST', capture, {
    when: 'for a second time',
    token,
    params: { paymentId: captured },
    refusedWith: 'ALREADY_CAPTURED',
  });
}

async function recordCancel(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const cancel = `${onePayment}/cancel`;
  const done = await paid(shop, 'order-cancel-1');
  const params = { paymentId: done };
  await advance(shop, 600);
  await recorder.record('POST', cancel, { token, params, body: { reason: 'CLIENT' } });
  await recorder.record('POST', cancel, {
    when: ENDED,
    token,
    params,
    refusedWith: 'NOT_IN_THIS_STATE',
  });
  await recorder.record('POST', `${onePayment}/capture`, {
    when: ENDED,
    token,
    params,
    refusedWith: 'NOT_IN_THIS_STATE',
  });
  const { instrument: _card, method: _method, ...open } = creation('order-cancel-2');
  const unpaid = await create(shop, open);
  await recorder.record('POST', cancel, {
    when: 'before the customer has paid',
    token,
    params: { paymentId: unpaid },
    body: { reason: 'SYSTEM' },
  });
  const silent = await paid(shop, 'order-cancel-3');
  await failNext(shop, 'reverse');
  await recorder.record('POST', cancel, {
    when: UNANSWERED,
    token,
    params: { paymentId: silent },
  });
}

async function recordLinks(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const retry = `${onePayment}/retry`;
  const declined = await paid(shop, 'order-retry', {
    channel: 'PAYWALL',
    options: { repeat: false },
    instrument: card(cards.noFunds),
  });
  await recorder.record('POST', retry, { token, params: { paymentId: declined } });
  const simple = await paid(shop, 'order-retry-2', { instrument: card(cards.noFunds) });
  await recorder.record('POST', retry, {
    when: 'on channel WEBAPI',
    token,
    params: { paymentId: simple },
  });
  const done = await paid(shop, 'order-retry-3');
  await recorder.record('POST', retry, {
    when: 'for a completed payment',
    token,
    params: { paymentId: done },
    refusedWith: 'NOT_IN_THIS_STATE',
  });
  const restore = `${onePayment}/restore`;
  const { instrument: _card, method: _method, ...open } = creation('order-restore');
  const waiting = await create(shop, { ...open, channel: 'PAYWALL' });
  await advance(shop, 600);
  await recorder.record('POST', restore, { token, params: { paymentId: waiting } });
  const { instrument: _one, method: _two, ...direct } = creation('order-restore-2');
  await recorder.record('POST', restore, {
    when: 'for a payment that has no payment page',
    token,
    params: { paymentId: await create(shop, direct) },
    refusedWith: 'NOT_ON_PAYWALL',
  });
}
