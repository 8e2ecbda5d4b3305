// A receiver of notifications, as a shop has one: it verifies the signature over the bytes that
// came, and keeps the latest messages in the memory of this process.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isoTime, type Clock } from '@bramka/gateway/core/clock.ts';
import { readJson } from '@bramka/gateway/core/json.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { DemoShop } from './parts.ts';

/** The headers of Standard Webhooks. */
export const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
type SignedHeaders = Readonly<Record<(typeof signedHeaders)[number], string>>;

export interface ReceivedMessage {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly receivedAt: string;
  readonly headers: SignedHeaders;
  /** The exact text. */
  readonly body: string;
}

export type Receiver = ReturnType<typeof createReceiver>;

const MAX_MESSAGES = 500;
const MAX_BYTES = 16_384;

export function createReceiver(shops: readonly DemoShop[], clock: Clock) {
  let messages: readonly ReceivedMessage[] = [];
  return {
    /** Refuses what is not signed with the secret of a demo merchant. */
    receive(body: string, header: (name: string) => string | undefined): void {
      if (Buffer.byteLength(body) > MAX_BYTES) refuse('BODY_TOO_LARGE');
      const [id = '', timestamp = '', signature = ''] = signedHeaders.map(header);
      const { merchantId, paymentId } = idsIn(body);
      const shop = shops.find((one) => one.merchantId === merchantId);
      if (!shop || !isSigned(shop.notificationSecret, `${id}.${timestamp}.${body}`, signature)) {
        return refuse('NOTIFICATION_NOT_AUTHENTIC');
      }
      // Delivered at least once, so possibly again.
      if (messages.some((one) => one.headers['webhook-id'] === id)) return;
      const headers: SignedHeaders = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
      const receivedAt = isoTime(clock.now());
      const message = { merchantId: shop.merchantId, paymentId, receivedAt, headers, body };
      messages = [message, ...messages].slice(0, MAX_MESSAGES);
    },
    /** The newest first. */
    received: (paymentId: string) => messages.filter((one) => one.paymentId === paymentId),
  };
}

function idsIn(body: string): { merchantId: string; paymentId: string } {
  const fields = readJson(body);
  if (typeof fields !== 'object' || fields === null) return { merchantId: '', paymentId: '' };
  const { merchantId, paymentId } = fields as Record<string, unknown>;
  return { merchantId: textOf(merchantId), paymentId: textOf(paymentId) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** One of several signatures is enough: two are sent while a secret is replaced. */
function isSigned(secret: string, text: string, signatures: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
