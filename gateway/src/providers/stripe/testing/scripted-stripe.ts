// A Stripe that answers as a test says, and requests with defaults.

import { uuidV7 } from '../../../core/id.ts';
import { money } from '../../../core/money.ts';
import { open, secret } from '../../../core/secret.ts';
import { CallTimeout } from '../../../http/outgoing.ts';
import type { CardMeans } from '../../means.ts';
import type { Authorization, FollowUp, Inquiry, Provider } from '../../provider.ts';
import { stripeProvider } from '../stripe.provider.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const HOUR_MS = 60 * 60 * 1000;
const idAt = (time: number, last: number) => uuidV7(time, new Uint8Array(10).fill(last));
export const ATTEMPT = idAt(NOW, 1);
export const PAYMENT = idAt(NOW, 2);
export const OPERATION = idAt(NOW, 3);
export const MERCHANT = '10000001';
export const INTENT = 'pi_1';

interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | null;
  readonly key: string;
}

/** The answer to a call; a number is a status without a readable body, undefined a time-out. */
export type Script = (call: SentCall) => object | number | undefined;

export function scripted(script: Script) {
  const calls: SentCall[] = [];
  const provider: Provider = stripeProvider({
    name: 'stripe',
    account: { key: secret('sk_own'), webhookSecret: secret('whsec_own') },
    accountId: 'acct_own',
    maxInFlightMs: 60_000,
    clock: { now: () => NOW },
    send({ form, ...call }, key) {
      const sent = { ...call, form: Object.fromEntries(new URLSearchParams(form)) };
      calls.push({ ...sent, key: open(key) });
      const answer = script({ ...sent, key: open(key) });
      if (answer === undefined) return Promise.reject(new CallTimeout());
      if (typeof answer === 'number') return Promise.resolve({ status: answer, body: '' });
      const { status = 200, ...body } = answer as { status?: number | string };
      const isStatus = typeof status === 'number';
      const text = JSON.stringify(isStatus ? body : answer);
      return Promise.resolve({ status: isStatus ? status : 200, body: text });
    },
  });
  return { provider, calls, paths: () => calls.map(({ method, path }) => `${method} ${path}`) };
}

export const error = (status: number, fields: object) => ({
  status,
  error: { type: 'invalid_request_error', message: '', ...fields },
});
export const declined = (fields: object) => error(402, { type: 'card_error', ...fields });

export const metadata = { merchant: MERCHANT, payment: PAYMENT, attempt: ATTEMPT };

export function intent(fields: object = {}): object {
  return {
    id: INTENT,
    object: 'payment_intent',
    amount: 10_000,
    amount_capturable: 0,
    amount_received: 10_000,
    capture_method: 'automatic',
    currency: 'pln',
    last_payment_error: null,
    latest_charge: null,
    metadata,
    status: 'succeeded',
    ...fields,
  };
}

/** A card, an unconfirmed intent, and the given answer to everything else. */
export const confirming =
  (rest: Script): Script =>
  (call) => {
    if (call.path === '/v1/payment_methods') return { id: 'pm_1', object: 'payment_method' };
    if (call.path === '/v1/payment_intents' && call.method === 'POST') {
      return intent({ status: 'requires_payment_method' });
    }
    return rest(call);
  };

const plainMeans: CardMeans = {
  kind: 'card',
  numberType: 'PAN',
  networkToken: null,
  cryptogram: null,
  eci: null,
  card: {
    number: secret('4111111111111111'),
    expiry: secret('203009'),
    cvv: secret('987'),
    holder: secret('Jan Nowak'),
  },
  threeDS: null,
  exemption: null,
  networkTransactionId: null,
};

export function authorization(
  means: Partial<CardMeans> = {},
  more: Partial<Authorization> = {},
): Authorization {
  return {
    attemptId: ATTEMPT,
    merchantId: MERCHANT,
    paymentId: PAYMENT,
    amount: money(10_000n, 'PLN'),
    kind: 'sale',
    means: { ...plainMeans, ...means },
    ...more,
  };
}

export function followUp(minor = 10_000n): FollowUp {
  return {
    attemptId: OPERATION,
    merchantId: MERCHANT,
    paymentId: PAYMENT,
    amount: money(minor, 'PLN'),
    originalAttemptId: ATTEMPT,
    originalReference: INTENT,
  };
}

/** `ageMs`: how long ago the attempt was made. */
export function inquiry(verb: Inquiry['verb'], more: Partial<Inquiry> = {}, ageMs = 0): Inquiry {
  const isFirst = verb === 'authorize';
  return {
    merchantId: MERCHANT,
    paymentId: PAYMENT,
    attemptId: idAt(NOW - ageMs, isFirst ? 1 : 3),
    verb,
    kind: 'sale',
    reference: null,
    amountMinor: 10_000n,
    currency: 'PLN',
    ...(isFirst ? {} : { originalAttemptId: ATTEMPT, originalReference: INTENT }),
    ...more,
  };
}
