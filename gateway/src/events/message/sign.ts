// Headers of a notification (specification section 6): the signature of the values, and the headers
// of Standard Webhooks, which also bind the time and the exact bytes. While a secret is being
// rolled, both secrets sign.

import { createHmac, type BinaryToTextEncoding } from 'node:crypto';
import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { open, type Secret } from '../../core/secret.ts';
import { version } from '../../core/release/version.ts';

const USER_AGENT = `Bramka/${version}`;

/** The values of the message, joined in the order in which they stand in it. */
export function signedText(body: string): string {
  return Object.values(JSON.parse(body) as Record<string, string | number>).join('');
}

/** `secrets` are those valid now, the newest first. All header names are in lower case. */
export function notificationHeaders(
  body: string,
  eventId: string,
  secrets: readonly Secret<string>[],
  at: Instant,
): Record<string, string> {
  const [newest, previous] = secrets;
  assert(newest, 'a notification is signed with at least one secret');
  const text = signedText(body);
  const timestamp = String(Math.floor(at / 1000));
  const stamped = `${eventId}.${timestamp}.${body}`;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    signature: hmac(newest, text, 'hex'),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(newest, stamped, 'base64')}`,
  };
  if (previous) {
    headers['signature-previous'] = hmac(previous, text, 'hex');
    headers['webhook-signature'] += ` v1,${hmac(previous, stamped, 'base64')}`;
  }
  return headers;
}

function hmac(key: Secret<string>, text: string, encoding: BinaryToTextEncoding): string {
  return createHmac('sha256', open(key)).update(text).digest(encoding);
}
