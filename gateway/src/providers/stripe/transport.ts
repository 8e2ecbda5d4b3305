// Calls to Stripe: forms answered in JSON. Over HTTP to the real API, or to a function in this
// process; both with the same time limit. Network errors are thrown.

import type { Clock } from '../../core/clock.ts';
import { fieldsOf, type Fields } from '../../core/json/fields.ts';
import { open, type Secret } from '../../core/secret.ts';
import { answerWithin, orUnknown, textCalls, type TextAnswer } from '../../http/outgoing.ts';
import type { Declined, Unknown } from '../outcome.ts';
import { formOf, type Parameters } from './form.ts';
import { readError } from './errors.ts';

/** The version of Stripe's API that this adapter was written for. */
export const STRIPE_VERSION = '2026-10-28.endive';

interface StripeCall {
  readonly method: 'GET' | 'POST';
  /** Such as /v1/payment_intents, with its query. */
  readonly path: string;
  /** Empty for GET. */
  readonly form: string;
  /** A POST with a key that Stripe knows is answered as before, and does nothing. */
  readonly idempotencyKey: string | null;
}

export type StripeTransport = (call: StripeCall, key: Secret<string>) => Promise<TextAnswer>;

export function read(path: string, parameters: Parameters = {}): StripeCall {
  const query = formOf(parameters);
  const full = query === '' ? path : `${path}?${query}`;
  return { method: 'GET', path: full, form: '', idempotencyKey: null };
}

export function post(path: string, parameters: Parameters, idempotencyKey: string): StripeCall {
  return { method: 'POST', path, form: formOf(parameters), idempotencyKey };
}

/** A list of refunds is longer than other answers. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export function httpStripe({ url, timeoutMs }: { url: string; timeoutMs: number }) {
  const base = url.replace(/\/+$/, '');
  const calls = textCalls({ timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  const send: StripeTransport = ({ method, path, form, idempotencyKey }, key) => {
    const headers = { authorization: `Bearer ${open(key)}`, 'stripe-version': STRIPE_VERSION };
    if (method === 'GET') return calls.get(`${base}${path}`, headers);
    const sent = {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    };
    return calls.post(`${base}${path}`, sent, form);
  };
  return { send, close: () => calls.close() };
}

/** `undefined` means that the counterpart never answers. */
export function localStripe(
  handle: (call: StripeCall) => Promise<TextAnswer | undefined>,
  clock: Clock,
  timeoutMs: number,
): StripeTransport {
  return (call) => answerWithin(clock, timeoutMs, handle(call));
}

export const garbage: Unknown = { kind: 'unknown', why: 'garbage' };

/** Calls with the key of one account, and reads an answer with status 200. */
export type Ask = <T>(
  call: StripeCall,
  readAnswer: (answer: Fields) => T,
) => Promise<T | Declined | Unknown>;

export function askerOf(send: StripeTransport, key: Secret<string>): Ask {
  return (call, readAnswer) =>
    orUnknown(async () => {
      const { status, body } = await send(call, key);
      const fields = fieldsOf(parseJson(body));
      if (status !== 200) return readError(status, fields);
      return fields ? readAnswer(fields) : garbage;
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
