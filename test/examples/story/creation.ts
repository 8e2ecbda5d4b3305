// Payments that are registered, read and found again.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../../support/client.ts';
import type { Request } from '../recorder.ts';
import {
  advance,
  browser,
  card,
  cards,
  creation,
  failNext,
  held,
  idIn,
  onePayment,
  paid,
  payment,
  type Shop,
} from './shop.ts';

export const SOME_ID = '019ca9a1-0000-7000-8000-000000000000';

export async function recordCreation(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const paymentId = idIn(
    await recorder.record('POST', payment, { token, body: creation('order-1') }),
  );
  await recorder.gateway.waitForStatus(token, paymentId, 'COMPLETED');
  await recordReading(shop, paymentId);
  const challenged = idIn(await recordChallenge(shop));
  await recorder.record('GET', onePayment, {
    when: 'while dataRequest is CARD_3DS',
    token,
    params: { paymentId: challenged },
  });
  await recorder.record('GET', `${onePayment}/status`, {
    when: 'while the customer is in a challenge',
    token,
    params: { paymentId: challenged },
  });
  await recordOtherCreations(shop);
  await recordLink(shop);
  await recordRefusals(shop);
}

async function recordLink({ recorder, token }: Shop): Promise<void> {
  const { instrument: _card, method: _method, ...open } = creation('order-link');
  const body = { ...open, channel: 'PAYWALL', options: { language: 'pl' } };
  const { redirectURL } = (await recorder.send('POST', payment, { token, body })).body;
  const link = new URL(String(redirectURL)).pathname.replace('/pay/', '');
  await recorder.record('POST', `${payment}/link`, { body: { link } });
  await recorder.record('POST', `${payment}/link`, {
    when: 'when the link does not work',
    body: { link: `10000001/${SOME_ID}/9f8e7d6c5b4a39281706f5e4d3c2b1a0` },
    refusedWith: 'LINK_NOT_FOUND',
  });
}

/** Answers the challenge at once, unless the machine is too slow: then the next try does. */
async function recordChallenge(shop: Shop): Promise<Reply> {
  const { recorder, token } = shop;
  for (let tries = 0; tries < 5; tries += 1) {
    const more = { instrument: card(cards.challenge), device: browser };
    const merchant = { redirectURL: 'https://shop.example/order-2' };
    const request: Request = {
      when: 'when the card needs a challenge',
      token,
      body: creation('order-2', { ...more, merchant }),
    };
    const reply = await recorder.send('POST', payment, request);
    if (reply.body['acsData'] !== undefined) {
      recorder.keep('POST', payment, request, reply);
      return reply;
    }
    await sleep(1000);
    await recorder.send('POST', `${onePayment}/cancel`, {
      token,
      params: { paymentId: idIn(reply) },
    });
  }
  return assert.fail('no challenge was answered at once');
}

async function recordReading(shop: Shop, paymentId: string): Promise<void> {
  const { recorder, token } = shop;
  const params = { paymentId };
  await recorder.record('GET', `${onePayment}/status`, { token, params });
  await recorder.record('GET', onePayment, { token, params });
  await recorder.record('GET', onePayment, {
    when: 'for an unknown payment, or one that is older than three months',
    token,
    params: { paymentId: SOME_ID },
    refusedWith: 'PAYMENT_NOT_FOUND',
  });
  await recordHold(shop);
  const declined = await paid(shop, 'order-declined', { instrument: card(cards.noFunds) });
  await recorder.record('GET', `${onePayment}/status`, {
    when: 'after the issuer has declined',
    token,
    params: { paymentId: declined },
  });
  const search = `${payment}/search`;
  await recorder.record('POST', search, { token, body: { extOrderId: 'order-1' } });
  await recorder.record('POST', search, {
    when: 'when the order has no payment',
    token,
    body: { extOrderId: 'order-unknown' },
  });
  await recorder.record('POST', search, {
    when: 'for another merchant',
    token,
    body: { extOrderId: 'order-1', merchant: { merchantId: '10000002' } },
    refusedWith: 'MERCHANT_MISMATCH',
  });
}

async function recordHold(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const paymentId = await held(shop, 'order-hold');
  await recorder.record('GET', `${onePayment}/status`, {
    when: 'for a preauthorization that awaits its capture',
    token,
    params: { paymentId },
  });
  await failNext(shop, 'capture');
  await advance(shop, 60);
  const body = { amount: 100 };
  await recorder.send('POST', `${onePayment}/capture`, { token, params: { paymentId }, body });
  await recorder.record('GET', onePayment, {
    when: 'while a preauthorization is being captured',
    token,
    params: { paymentId },
  });
}

async function recordOtherCreations(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const { instrument: _card, method: _method, ...open } = creation('order-3');
  const cases: Readonly<Record<string, Json>> = {
    'when data about the device is missing': creation('order-4', {
      instrument: card(cards.challenge),
    }),
    'on channel PAYWALL, without an instrument': {
      ...open,
      channel: 'PAYWALL',
      customer: { email: 'jan.kowalski@example.com' },
      options: { validTime: 3600 },
    },
    'as a preauthorization': creation('order-5', { options: { transKind: 'PREAUTH' } }),
    'as account funding': creation('order-funding', {
      options: { transKind: 'ACCT_FUNDING', purposeCode: 'PP', fundSource: '01' },
      recipient: {
        instrument: { type: 'CARD', instrumentNo: '5555555555554444' },
        name: 'Ewa Lis',
      },
    }),
    'when the card is refused early': creation('order-6', {
      instrument: card(cards.unsupported),
    }),
  };
  for (const [when, body] of Object.entries(cases)) {
    await recorder.record('POST', payment, { when, token, body });
  }
}

async function recordRefusals(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  await recorder.record('POST', payment, {
    when: 'when the request is not valid',
    token,
    body: creation('order-7', { order: { currency: 'zł', extOrderId: 'order-7' } }),
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('POST', payment, {
    when: 'when the order is already paid',
    token,
    body: creation('order-1'),
    refusedWith: 'ORDER_ALREADY_PAID',
  });
  const headers = { 'idempotency-key': 'key-1' };
  await recorder.send('POST', payment, { token, headers, body: creation('order-8') });
  await recorder.record('POST', payment, {
    when: 'with the Idempotency-Key of another request',
    token,
    headers,
    body: creation('order-9'),
    refusedWith: 'IDEMPOTENCY_KEY_REUSED',
  });
}
