// A merchant's HTTP client for tests, with defaults: authenticate, pay, read, wait. Every builder
// returns fresh values; calls share nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { until } from './waiting/until.ts';

export type Json = Record<string, unknown>;

export interface Reply<Body = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface CallOptions {
  readonly token?: string | undefined;
  /** Sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CardPayment {
  readonly token: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly card?: string;
  readonly holder?: string;
  readonly orderId?: string;
  readonly transKind?: 'AUTH' | 'PREAUTH';
  /** The Idempotency-Key header. */
  readonly key?: string;
  /** Merged over the request. */
  readonly extra?: Json;
}

export interface Charge {
  readonly attemptId: string;
  readonly result: 'APPROVED' | 'DECLINED' | 'PENDING' | 'VOID';
  readonly amountMinor: string;
  readonly verb: string;
}

export interface AddedMerchant {
  readonly merchantId: string;
  readonly secret: string;
  readonly notificationSecret: string;
}

export interface Client {
  readonly url: string;
  readonly adminKey: string;
  call<Body = Json>(method: string, path: string, options?: CallOptions): Promise<Reply<Body>>;
  authenticate(merchantId?: string, secret?: string, extra?: Json): Promise<string>;
  payByCard(payment: CardPayment): Promise<Reply>;
  statusOf(token: string, paymentId: string): Promise<Json>;
  /**
   * Waits until the payment has one of the given statuses, by default any final one; fails at once
   * if it can no longer reach one of them.
   */
  waitForStatus(token: string, paymentId: string, wanted?: string | string[]): Promise<Json>;
  /** The charges that the simulated acquirer recorded. */
  chargesOf(paymentId: string): Promise<Charge[]>;
  addMerchant(settings?: Json): Promise<AddedMerchant>;
}

const finalStatuses = ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'SETTLED'];

/** Specification section 3: the statuses that can follow each status. */
const reachable: Readonly<Record<string, readonly string[]>> = {
  NEW: ['PENDING', ...finalStatuses],
  PENDING: finalStatuses,
  COMPLETED: ['SETTLED', 'CANCELLED'],
};

/** Called with every reply before the test gets it. */
export type Observe = (method: string, path: string, reply: Reply<unknown>) => void;

export function createClient(
  url: string,
  adminKey: string,
  observe: Observe = () => undefined,
): Client {
  const client: Client = {
    url,
    adminKey,
    async call<Body>(method: string, path: string, options: CallOptions = {}) {
      const reply = await send<Body>(`${url}${path}`, method, options);
      observe(method, path, reply);
      return reply;
    },
    async authenticate(merchantId = '10000001', secret, extra = {}) {
      const key = secret ?? `sandbox-secret-${merchantId}`;
      const body = { merchant: { merchantId }, secret: key, ...extra };
      const reply = await client.call('POST', '/v1/ecommerce/auth', { body });
      assert.equal(reply.status, 200, reply.text);
      return reply.body['access_token'] as string;
    },
    payByCard: (payment) =>
      client.call('POST', '/v1/ecommerce/payment', {
        token: payment.token,
        body: cardRequest(payment),
        ...(payment.key === undefined ? {} : { headers: { 'idempotency-key': payment.key } }),
      }),
    async statusOf(token, paymentId) {
      const reply = await client.call('GET', `/v1/ecommerce/payment/${paymentId}/status`, {
        token,
      });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    async waitForStatus(token, paymentId, wanted = finalStatuses) {
      const goals = [wanted].flat();
      let seen: Json = {};
      const isThere = async (): Promise<boolean> => {
        seen = await client.statusOf(token, paymentId);
        const status = seen['status'] as string;
        if (goals.includes(status)) return true;
        const isPossible = goals.some((goal) => reachable[status]?.includes(goal));
        assert.ok(isPossible, `waiting for ${goals.join()}, but it is ${JSON.stringify(seen)}`);
        return false;
      };
      await until(isThere, `${paymentId} to be ${goals.join(' or ')}`);
      return seen;
    },
    async chargesOf(paymentId) {
      const path = `/sandbox/acquirer/charges?paymentId=${paymentId}`;
      const reply = await client.call<Charge[]>('GET', path);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    addMerchant: (settings = {}) => addMerchant(client, settings),
  };
  return client;
}

async function addMerchant(client: Client, settings: Json): Promise<AddedMerchant> {
  const merchantId = String(parseInt(randomUUID().slice(0, 8), 16) + 10_000_000_000);
  const body = { merchantId, settings };
  const reply = await client.call('POST', '/v1/admin/merchants', {
    token: client.adminKey,
    body,
  });
  assert.equal(reply.status, 200, reply.text);
  const { apiSecret, notificationSecret } = reply.body as Record<string, string>;
  return { merchantId, secret: apiSecret ?? '', notificationSecret: notificationSecret ?? '' };
}

/** A complete and valid request; the amount triggers nothing. */
export function cardRequest(payment: Omit<CardPayment, 'token'> = {}): Json {
  const { card: instrumentNo = '4111111111111111' } = payment;
  return {
    channel: 'WEBAPI',
    method: 'CARD',
    order: {
      amount: payment.amount ?? 123.45,
      currency: payment.currency ?? 'PLN',
      extOrderId: payment.orderId ?? `order-${randomUUID()}`,
    },
    instrument: {
      type: 'CARD',
      instrumentNo,
      expDate: '203912',
      cvv: codeOf(instrumentNo),
      ...(payment.holder === undefined ? {} : { holder: payment.holder }),
    },
    ...(payment.transKind === undefined ? {} : { options: { transKind: payment.transKind } }),
    ...payment.extra,
  };
}

/** A security code of the right length: four digits for American Express, otherwise three. */
export function codeOf(instrumentNo: string): string {
  return /^3[47]/.test(instrumentNo) ? '1234' : '123';
}

/** With the client of Node.js: `fetch` takes three times its processor time. */
async function send<Body>(url: string, method: string, options: CallOptions): Promise<Reply<Body>> {
  const { token, body } = options;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const content = body === undefined || isRaw ? body : JSON.stringify(body);
  const headers = {
    ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...options.headers,
    ...(content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers }, resolve).on('error', reject).end(content);
  });
  const text = await textOf(response);
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    text,
    body: parsed(text) as Body,
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  return headers;
}

/** Of an event stream, which does not end, the first part. */
function textOf(response: IncomingMessage): Promise<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const finish = (): void => resolve(Buffer.concat(pieces).toString());
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      if (!isStream) return;
      finish();
      response.destroy();
    });
    response.on('end', finish).on('error', reject);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
