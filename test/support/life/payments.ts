// A merchant's desk: payments brought into a given state over HTTP, operated on and read.
// Everything is fresh; nothing is shared between two payments.
import assert from 'node:assert/strict';
import { cardRequest, type Client, type Json, type Reply } from '../client.ts';

export const base = '/v1/ecommerce/payment';

export const card = {
  type: 'CARD',
  instrumentNo: '4111111111111111',
  expDate: '203912',
  cvv: '123',
} as const;

/** Switches off what would slow a test down. */
export const unlimited = {
  BRAMKA_MERCHANT_PER_SECOND: '0',
  BRAMKA_ADDRESS_PER_SECOND: '0',
  BRAMKA_CLIENT_PER_SECOND: '0',
  BRAMKA_AUTH_FAILURES_PER_SECOND: '0',
  BRAMKA_CARD_LOOKUPS_PER_SECOND: '0',
  BRAMKA_LOG_LEVEL: 'warn',
};

export interface Wanted {
  readonly amount?: number;
  readonly currency?: string;
  readonly orderId?: string;
  readonly card?: string;
  readonly channel?: string;
  readonly transKind?: 'AUTH' | 'PREAUTH';
  readonly validTime?: number;
}

export interface Desk {
  readonly client: Client;
  readonly token: string;
  /** The same merchant at another node. */
  at(client: Client): Desk;
  create(wanted?: Wanted, extra?: Json): Promise<Reply>;
  /** Created and waited for: COMPLETED unless told otherwise. */
  paid(wanted?: Wanted, status?: string): Promise<string>;
  held(amount?: number, wanted?: Wanted): Promise<string>;
  /** NEW, without an instrument. */
  waiting(wanted?: Wanted): Promise<Reply>;
  call<Body = Json>(
    method: string,
    paymentId: string,
    rest?: string,
    body?: unknown,
  ): Promise<Reply<Body>>;
  read(paymentId: string): Promise<Json>;
  transactions(paymentId: string): Promise<Json[]>;
  /** Adjusts to the new total and answers the transaction's id. */
  adjust(paymentId: string, amount: number): Promise<string>;
}

export async function openDesk(client: Client, settings?: Json): Promise<Desk> {
  const shop = await client.addMerchant(settings);
  return deskOf(client, await client.authenticate(shop.merchantId, shop.secret));
}

export function deskOf(client: Client, token: string): Desk {
  const desk: Desk = {
    client,
    token,
    at: (other) => deskOf(other, token),
    create: (wanted = {}, extra = {}) =>
      client.call('POST', base, { token, body: { ...requestOf(wanted), ...extra } }),
    async paid(wanted = {}, status = 'COMPLETED') {
      const paymentId = idOf(await desk.create(wanted));
      await client.waitForStatus(token, paymentId, status);
      return paymentId;
    },
    held: (amount = 100, wanted = {}) => desk.paid({ amount, ...wanted, transKind: 'PREAUTH' }),
    async waiting(wanted = {}) {
      const reply = await desk.create(wanted, { instrument: null, method: null });
      assert.equal(reply.body['status'], 'NEW', reply.text);
      return reply;
    },
    call: (method, paymentId, rest = '', body) =>
      client.call(method, `${base}/${paymentId}${rest}`, { token, body }),
    async read(paymentId) {
      return done(await desk.call('GET', paymentId));
    },
    async transactions(paymentId) {
      return done(await desk.call<Json[]>('GET', paymentId, '/transactions'));
    },
    async adjust(paymentId, amount) {
      const reply = await desk.call('POST', paymentId, '/adjustment', { amount });
      return done(reply)['transId'] as string;
    },
  };
  return desk;
}

function requestOf({ channel, validTime, transKind, ...rest }: Wanted): Json {
  const options = {
    ...(transKind === undefined ? {} : { transKind }),
    ...(validTime === undefined ? {} : { validTime }),
  };
  return cardRequest({ ...rest, extra: { channel: channel ?? 'WEBAPI', options } });
}

/** The body of a success. */
export function done<Body>(reply: Reply<Body>): Body {
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

export function idOf(reply: Reply): string {
  return done(reply)['paymentId'] as string;
}

/** Status and code of a refusal, for comparisons. */
export function refusal(reply: Reply<unknown>): [number, unknown] {
  return [reply.status, (reply.body as Json | undefined)?.['code']];
}

/** Refused because this payment of the order is paid or in progress, and named. */
export function assertTaken(reply: Reply, paymentId: unknown): void {
  const [status, code] = refusal(reply);
  assert.equal(status, 409, reply.text);
  assert.ok(code === 'ORDER_ALREADY_PAID' || code === 'ORDER_IN_PROGRESS', reply.text);
  const stands = code === 'ORDER_ALREADY_PAID' ? 'completed' : 'in progress';
  const message = `payment ${String(paymentId)} is ${stands}`;
  assert.deepEqual(reply.body['details'], [{ field: 'order.extOrderId', message }]);
}
