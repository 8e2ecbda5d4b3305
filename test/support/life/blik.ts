// BLIK payments as a merchant makes them, and the phone of the sandbox, for tests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Client, Json, Reply } from '../client.ts';
import { until } from '../waiting/until.ts';

const base = '/v1/ecommerce/payment';
export const blikDevice = { ip: '192.0.2.7', browserData: { userAgent: 'Firefox/150' } };

export interface Push {
  readonly pushId: string;
  readonly paymentId: string;
  readonly saves?: Json;
}

/** Makes BLIK payments with defaults and answers their pushes. */
export function blikClient(gateway: Client, token: string) {
  const call = async <Body = Json>(method: string, path: string, body?: object): Promise<Body> => {
    const reply = await gateway.call<Body>(method, path, body ? { body } : {});
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const client = {
    ask: (instrument: Json, extra: Json = {}): Promise<Reply> => {
      const order = { amount: 123, currency: 'PLN', extOrderId: `order-${randomUUID()}` };
      const { order: orderFields, ...rest } = extra;
      const body = {
        instrument,
        device: blikDevice,
        ...rest,
        order: { ...order, ...(orderFields as Json | undefined) },
      };
      return gateway.call('POST', base, { token, body });
    },
    async pay(instrument: Json | string, extra: Json = {}): Promise<Json> {
      const given =
        typeof instrument === 'string' ? { type: 'BLIK_CODE', code: instrument } : instrument;
      const reply = await client.ask(given, extra);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    /** Sends another code or app for a payment that waits for it. */
    async patch(payment: Json, instrument: Json): Promise<Json> {
      const path = `${base}/${String(payment['paymentId'])}/instrument`;
      const reply = await gateway.call('PATCH', path, { token, body: instrument });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    async code(phone = '1'): Promise<string> {
      return String((await call('POST', '/sandbox/blik/api/codes', { phone }))['code']);
    },
    /** The push of this payment; it arrives with the call to the operator. */
    async push(payment: Json): Promise<Push> {
      let push: Push | undefined;
      await until(async () => {
        const pushes = await call<Push[]>('GET', '/sandbox/blik/api/pushes');
        push = pushes.find(({ paymentId }) => paymentId === payment['paymentId']);
        return push !== undefined;
      }, 'a push');
      return push ?? assert.fail('no push arrived');
    },
    async answer(payment: Json, action: 'accept' | 'refuse', save = true): Promise<Json> {
      const { pushId } = await client.push(payment);
      return call('POST', `/sandbox/blik/api/pushes/${pushId}`, { action, save });
    },
    aliases: () => call<Json[]>('GET', '/sandbox/blik/api/aliases'),
    unregister: (aliasId: string) =>
      call('POST', `/sandbox/blik/api/aliases/${aliasId}/unregister`, {}),
    records: (payment: Json) =>
      call<Json[]>('GET', `/sandbox/blik/api/payments?paymentId=${String(payment['paymentId'])}`),
    async status(payment: Json, wanted?: string | string[]): Promise<Json> {
      return gateway.waitForStatus(token, String(payment['paymentId']), wanted);
    },
  };
  return client;
}

export type BlikClient = ReturnType<typeof blikClient>;
