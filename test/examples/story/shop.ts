// The shop of the recorded examples: one merchant with its token, and requests as it sends them.
import assert from 'node:assert/strict';
import type { Json, Reply } from '../../support/client.ts';
import type { DirectoryBetween } from '../../support/threeds/directory-between.ts';
import type { Recorder } from '../recorder.ts';

export interface Shop {
  readonly recorder: Recorder;
  readonly directory: DirectoryBetween;
  readonly token: string;
}

export const payment = '/v1/ecommerce/payment';
export const onePayment = `${payment}/{paymentId}`;

export const cards = {
  /** Not enrolled in 3-D Secure, always approved. */
  plain: '4111111111111111',
  /** Authenticated without a challenge. */
  frictionless: '4917110010000009',
  challenge: '4917110020000007',
  fingerprint: '4917110120000006',
  noFunds: '4000000000009995',
  /** A number of no card organization. */
  unsupported: '9999999999999995',
} as const;

export function card(instrumentNo: string = cards.plain): Json {
  return { type: 'CARD', instrumentNo, expDate: '203912', cvv: '123' };
}

/** Data of the customer's browser, complete. */
export const browser = {
  ip: '203.0.113.7',
  browserData: {
    javascriptEnabled: true,
    javaEnabled: false,
    language: 'pl-PL',
    colorDepth: 24,
    screenHeight: 1080,
    screenWidth: 1920,
    timezone: -60,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    acceptHeader: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    challengeWindowSize: '05',
  },
};

export function order(extOrderId: string, amount = 123.45): Json {
  return { amount, currency: 'PLN', extOrderId, description: 'Two tickets' };
}

/** A creation request; what is given is laid over it. */
export function creation(extOrderId: string, more: Json = {}): Json {
  return {
    channel: 'WEBAPI',
    method: 'CARD',
    order: order(extOrderId),
    instrument: card(),
    ...more,
  };
}

export function idIn(reply: Reply): string {
  const { paymentId } = reply.body;
  assert.ok(typeof paymentId === 'string', reply.text);
  return paymentId;
}

export async function create(shop: Shop, body: Json): Promise<string> {
  const { recorder, token } = shop;
  return idIn(await recorder.send('POST', payment, { token, body }));
}

/** A payment in the wanted status, without an example of it. */
export async function paid(shop: Shop, extOrderId: string, more: Json = {}): Promise<string> {
  const paymentId = await create(shop, creation(extOrderId, more));
  await shop.recorder.gateway.waitForStatus(shop.token, paymentId);
  return paymentId;
}

/** A completed preauthorization. */
export async function held(shop: Shop, extOrderId: string, more: Json = {}): Promise<string> {
  return paid(shop, extOrderId, { options: { transKind: 'PREAUTH' }, ...more });
}

/** Makes the acquirer fail so many of its next calls. */
export async function failNext(shop: Shop, verb: string, remaining = 1): Promise<void> {
  const body = { provider: 'acquirer', outage: true, verbs: [verb], remaining };
  await shop.recorder.send('POST', '/sandbox/faults', { body });
}

/** Moves the clock, which stands still otherwise. */
export async function advance({ recorder }: Shop, seconds: number): Promise<void> {
  await recorder.send('POST', '/sandbox/clock', { body: { advance: seconds } });
}
