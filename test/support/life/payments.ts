// A merchant's client on one gateway: brings payments into a given state over HTTP, operates on
// them and reads them. Payments share nothing.
import assert from 'node:assert/strict';
import { cardRequest, type Client, type Json, type Reply } from '../client.ts';

export const base = '/v1/ecommerce/payment';

export const card = {
  type: 'CARD',
  instrumentNo: '4111111111111111',
  expDate: '203912',
  cvv: '123',
} as const;

/** Switches off rate limits and most logging, which would slow tests down. */
export const withoutRateLimits = {
  BRAMKA_MERCHANT_PER_SECOND: '0',
  BRAMKA_ADDRESS_PER_SECOND: '0',
  BRAMKA_CLIENT_PER_SECOND: '0',
  BRAMKA_AUTH_FAILURES_PER_SECOND: '0',
  BRAMKA_CARD_LOOKUPS_PER_SECOND: '0',
  BRAMKA_CARD_GUESSES_PER_ADDRESS: '0',
  BRAMKA_DECLINES_PER_ADDRESS: '0',
  BRAMKA_CARD_TRIES_PER_SECOND: '0',
  BRAMKA_TEST_EVENTS_PER_SECOND: '0',
  BRAMKA_REPLAYED_EVENTS_PER_SECOND: '0',
  BRAMKA_LOG_LEVEL: 'warn',
};

export interface PaymentOptions {
  readonly amount?: number;
  readonly currency?: string;
  readonly orderId?: string;
  readonly card?: string;
  readonly channel?: string;
  readonly transKind?: 'AUTH' | 'PREAUTH';
  readonly validTime?: number;
  readonly tokenize?: boolean;
  /** False: a refused try ends the payment. */
  readonly repeat?: boolean;
}

export interface MerchantClient {
  readonly client: Client;
  readonly token: string;
  /** The same merchant on another node. */
  atNode(client: Client): MerchantClient;
  create(wanted?: PaymentOptions, extra?: Json): Promise<Reply>;
  /** Creates a payment and waits for its status, by default COMPLETED. */
  pay(wanted?: PaymentOptions, status?: string): Promise<string>;
  preauthorize(amount?: number, wanted?: PaymentOptions): Promise<string>;
  /** Creates a NEW payment without an instrument. */
  createWithoutInstrument(wanted?: PaymentOptions): Promise<Reply>;
  call<Body = Json>(
    method: string,
    paymentId: string,
    rest?: string,
    body?: unknown,
  ): Promise<Reply<Body>>;
  read(paymentId: string): Promise<Json>;
  transactions(paymentId: string): Promise<Json[]>;
  /** Adjusts the amount to the new total and returns the transaction's id. */
  adjust(paymentId: string, amount: number): Promise<string>;
}

export async function addMerchantClient(client: Client, settings?: Json): Promise<MerchantClient> {
  const shop = await client.addMerchant(settings);
  return merchantClientOf(client, await client.authenticate(shop.merchantId, shop.secret));
}

export function merchantClientOf(client: Client, token: string): MerchantClient {
  const merchant: MerchantClient = {
    client,
    token,
    atNode: (other) => merchantClientOf(other, token),
    create: (wanted = {}, extra = {}) =>
      client.call('POST', base, { token, body: { ...requestOf(wanted), ...extra } }),
    async pay(wanted = {}, status = 'COMPLETED') {
      const paymentId = paymentIdOf(await merchant.create(wanted));
      await client.waitForStatus(token, paymentId, status);
      return paymentId;
    },
    preauthorize: (amount = 100, wanted = {}) =>
      merchant.pay({ amount, ...wanted, transKind: 'PREAUTH' }),
    async createWithoutInstrument(wanted = {}) {
      const reply = await merchant.create(wanted, { instrument: null, method: null });
      assert.equal(reply.body['status'], 'NEW', reply.text);
      return reply;
    },
    call: (method, paymentId, rest = '', body) =>
      client.call(method, `${base}/${paymentId}${rest}`, { token, body }),
    async read(paymentId) {
      return bodyOf(await merchant.call('GET', paymentId));
    },
    async transactions(paymentId) {
      return bodyOf(await merchant.call<Json[]>('GET', paymentId, '/transactions'));
    },
    async adjust(paymentId, amount) {
      const reply = await merchant.call('POST', paymentId, '/adjustment', { amount });
      return bodyOf(reply)['transId'] as string;
    },
  };
  return merchant;
}

function requestOf(wanted: PaymentOptions): Json {
  const { channel, validTime, transKind, tokenize, repeat, ...rest } = wanted;
  const options = {
    ...(repeat === undefined ? {} : { repeat }),
    ...(tokenize === undefined ? {} : { tokenize }),
    ...(transKind === undefined ? {} : { transKind }),
    ...(validTime === undefined ? {} : { validTime }),
  };
  return cardRequest({ ...rest, extra: { channel: channel ?? 'WEBAPI', options } });
}

/** The body of a successful reply. */
export function bodyOf<Body>(reply: Reply<Body>): Body {
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

export function paymentIdOf(reply: Reply): string {
  return bodyOf(reply)['paymentId'] as string;
}

/** Status and code of a refusal, for comparisons. */
export function refusalOf(reply: Reply<unknown>): [number, unknown] {
  return [reply.status, (reply.body as Json | undefined)?.['code']];
}

/** Asserts the refusal that names this payment of the order as paid or in progress. */
export function assertOrderTaken(reply: Reply, paymentId: unknown): void {
  const [status, code] = refusalOf(reply);
  assert.equal(status, 409, reply.text);
  assert.ok(code === 'ORDER_ALREADY_PAID' || code === 'ORDER_IN_PROGRESS', reply.text);
  const stands = code === 'ORDER_ALREADY_PAID' ? 'completed' : 'in progress';
  const message = `payment ${String(paymentId)} is ${stands}`;
  assert.deepEqual(reply.body['details'], [{ field: 'order.extOrderId', message }]);
}
