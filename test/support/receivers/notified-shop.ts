// A merchant whose notifications go to a receiver of the test, and the check of their signatures
// with code of the test's own.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Client, Json } from '../client.ts';
import { merchantClientOf, type MerchantClient } from '../life/payments.ts';
import type { ReceivedRequest } from './receiver.ts';

export interface NotifiedShop extends MerchantClient {
  readonly merchantId: string;
  readonly notificationSecret: string;
}

/** `url` is where its notifications go; null: nowhere. */
export async function addNotifiedShop(
  client: Client,
  url: string | null,
  settings: Json = {},
): Promise<NotifiedShop> {
  const shop = await client.addMerchant({
    // No payment is settled, whatever the time of day.
    settlement: { afterDays: 7 },
    ...settings,
    ...(url === null ? {} : { notificationUrl: url }),
  });
  const token = await client.authenticate(shop.merchantId, shop.secret);
  const { merchantId, notificationSecret } = shop;
  return { ...merchantClientOf(client, token), merchantId, notificationSecret };
}

export function messageOf({ body }: ReceivedRequest): Json {
  return JSON.parse(body.toString()) as Json;
}

/** Asserts all headers that the gateway signs; `secrets` are the valid ones, the newest first. */
export function assertSigned(request: ReceivedRequest, secrets: readonly string[]): void {
  const { headers } = request;
  const body = request.body.toString();
  const values = Object.values(messageOf(request)).join('');
  const [newest = '', previous] = secrets;
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['signature'], hmac(newest, values, 'hex'));
  assert.equal(
    headers['signature-previous'],
    previous === undefined ? undefined : hmac(previous, values, 'hex'),
  );
  assert.equal(headers['webhook-id'], messageOf(request)['eventId']);
  const stamp = headers['webhook-timestamp'] ?? '';
  assert.match(stamp, /^[0-9]{10}$/);
  const stamped = `${String(headers['webhook-id'])}.${stamp}.${body}`;
  const standard = secrets.map((secret) => `v1,${hmac(secret, stamped, 'base64')}`);
  assert.equal(headers['webhook-signature'], standard.join(' '));
}

function hmac(secret: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}
