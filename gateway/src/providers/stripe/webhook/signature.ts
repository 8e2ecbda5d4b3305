// The signature of Stripe's webhooks: the header names the time and one signature for each secret
// that is valid, of the time and the exact text of the message.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { open, type Secret } from '../../../core/secret.ts';

export const SIGNATURE_HEADER = 'stripe-signature';

const TOLERANCE_MS = 5 * 60 * 1000;
const MAX_SIGNATURES = 16;
const PART = /^([a-z][a-z0-9]*)=([^=,]*)$/;
const TIME = /^[0-9]{1,12}$/;

function signatureOf(time: string, text: string, secret: Secret<string>): string {
  return createHmac('sha256', open(secret)).update(`${time}.${text}`).digest('hex');
}

/** A message that is older than five minutes is not accepted, because it may be repeated. */
export function isSigned(
  text: string,
  header: string | undefined,
  secret: Secret<string>,
  now: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => PART.exec(part.trim()));
  const valuesOf = (name: string) =>
    parts.flatMap((part) => (part?.[1] === name ? [part[2] ?? ''] : []));
  const [time = '', ...more] = valuesOf('t');
  const signatures = valuesOf('v1');
  if (!TIME.test(time) || more.length > 0 || signatures.length > MAX_SIGNATURES) return false;
  if (Math.abs(now - Number(time) * 1000) > TOLERANCE_MS) return false;
  const expected = Buffer.from(signatureOf(time, text, secret));
  return signatures.some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
