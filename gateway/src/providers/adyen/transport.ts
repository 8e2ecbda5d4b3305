// Calls to Adyen Checkout: JSON by POST, with the key of the account in a header. Over HTTP, or to
// a function in this process; both with the same time limit. Network errors are thrown.

import type { Clock } from '../../core/clock.ts';
import { open } from '../../core/secret.ts';
import { answerWithin, jsonCalls, type JsonAnswer } from '../../http/outgoing.ts';
import type { AdyenAccount } from './account.ts';

export interface AdyenCall {
  /** Such as /payments. */
  readonly path: string;
  readonly message: object;
  /** Absent: the call may be repeated. */
  readonly idempotencyKey?: string;
}

export type AdyenTransport = (call: AdyenCall, account: AdyenAccount) => Promise<JsonAnswer>;

export function httpAdyen({ url, timeoutMs }: { url: string; timeoutMs: number }) {
  const base = url.replace(/\/+$/, '');
  const calls = jsonCalls({ key: null, timeoutMs });
  const send: AdyenTransport = (call, account) =>
    calls.post(`${base}${call.path}`, call.message, headersOf(call, account));
  return { send, close: () => calls.close() };
}

/** `undefined` means that it never answers. */
export function localAdyen(
  handle: (
    call: Omit<AdyenCall, 'idempotencyKey'>,
    headers: Readonly<Record<string, string>>,
  ) => Promise<JsonAnswer | undefined>,
  clock: Clock,
  timeoutMs: number,
): AdyenTransport {
  return (call, account) => answerWithin(clock, timeoutMs, handle(call, headersOf(call, account)));
}

function headersOf(
  { idempotencyKey }: AdyenCall,
  { apiKey }: AdyenAccount,
): Readonly<Record<string, string>> {
  return {
    'x-api-key': open(apiKey),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}
