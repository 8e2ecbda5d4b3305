// A customer on the payment page: everything with the CLIENT token of the payment, for tests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Client, Json, Reply } from '../client.ts';
import { browserDevice } from '../threeds/challenge.ts';
import { until } from '../waiting/until.ts';

const base = '/v1/ecommerce/payment';

export interface Page {
  readonly paymentId: string;
  readonly clientToken: string;
  /** Sends a whole instrument with data of the browser. */
  ask(instrument: Json, more?: Json): Promise<Reply>;
  put(instrument: Json, more?: Json): Promise<Json>;
  status(): Promise<Json>;
  /** Waits until status, dataRequest and rejectCode are these, joined by spaces. */
  becomes(wanted: string): Promise<Json>;
}

/** A PAYWALL payment that waits for its instrument. */
export async function openPage(client: Client, token: string, extra: Json = {}): Promise<Page> {
  const { order, ...rest } = extra;
  const given = { amount: 123, currency: 'PLN', extOrderId: `order-${randomUUID()}` };
  const body = { channel: 'PAYWALL', ...rest, order: { ...given, ...(order as Json) } };
  const made = await client.call('POST', base, { token, body });
  assert.equal(made.status, 200, made.text);
  return pageOf(client, String(made.body['paymentId']), String(made.body['clientToken']));
}

export function pageOf(client: Client, paymentId: string, clientToken: string): Page {
  const path = `${base}/${paymentId}`;
  const status = async (): Promise<Json> => {
    const reply = await client.call('GET', `${path}/status`, { token: clientToken });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const page: Page = {
    paymentId,
    clientToken,
    status,
    ask: (instrument, more = {}) => {
      const body = { instrument, device: browserDevice(), ...more };
      return client.call('PUT', `${path}/instrument`, { token: clientToken, body });
    },
    async put(instrument, more) {
      const reply = await page.ask(instrument, more);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    async becomes(wanted) {
      let last: Json = {};
      const isSo = async () => textOf((last = await status())) === wanted;
      await until(isSo, wanted).catch(() => undefined);
      assert.equal(textOf(last), wanted);
      return last;
    },
  };
  return page;
}

export function textOf({ status, dataRequest, rejectCode }: Json): string {
  const parts = [status, dataRequest, rejectCode] as (string | undefined)[];
  return parts.filter((one) => one !== undefined).join(' ');
}

/** A card of the catalogue. */
export function cardOf(instrumentNo: string, more: Json = {}): Json {
  return { type: 'CARD', instrumentNo, expDate: '203512', cvv: '123', ...more };
}
