// Signs test notifications as the gateway signs real ones (specification section 6), so that
// merchants can test their receivers without a gateway.

import { readFlatJson, signedText } from './flat-json.ts';
import { bytesOf, hmac, importKey, toBase64, toHex } from './hmac.ts';
import { writeNotification, type Notification } from './notification.ts';

export interface SignOptions {
  /**
   * The fields of the message, in any order; missing ones of eventId, occurredAt, merchantId and
   * sequence are filled in. Or the body as text, which is signed as it is.
   */
  readonly message: Partial<Notification> | Readonly<Record<string, unknown>> | string;
  /** The notification secret; while a secret is replaced the new one, then the old one. */
  readonly secrets: string | readonly string[];
  /** When it is sent; by default now. */
  readonly at?: Date;
}

export interface SignedNotification {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws a TypeError if there is no secret, or if the message is not a flat JSON object. */
export async function signNotification(options: SignOptions): Promise<SignedNotification> {
  const { message, at = new Date() } = options;
  const [newest, previous] = [options.secrets].flat();
  if (!newest) throw new TypeError('signNotification needs a secret.');
  const body = typeof message === 'string' ? message : writeNotification(completed(message, at));
  const read = readFlatJson(body);
  if (!read.ok) throw new TypeError('The message must be a JSON object without nested values.');
  const eventId = read.fields.get('eventId') ?? '';
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = async (secret: string) => {
    const key = await importKey(bytesOf(secret));
    const standard = await hmac(key, `${eventId}.${timestamp}.${body}`);
    return {
      signature: toHex(await hmac(key, signedText(read.fields))),
      standard: `v1,${toBase64(standard)}`,
    };
  };
  const current = await sign(newest);
  const old = previous === undefined ? undefined : await sign(previous);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      signature: current.signature,
      ...(old ? { 'signature-previous': old.signature } : {}),
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': old ? `${current.standard} ${old.standard}` : current.standard,
    },
  };
}

function completed(
  message: Readonly<Record<string, unknown>>,
  at: Date,
): Readonly<Record<string, unknown>> {
  return {
    eventId: crypto.randomUUID(),
    occurredAt: at.toISOString(),
    merchantId: '10000001',
    sequence: 1,
    ...message,
  };
}
