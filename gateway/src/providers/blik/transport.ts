// The two transports to the BLIK operator: HTTP to another process, or a handler in this one, both
// with the same time limit.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, bearer, jsonCalls, type JsonCallOptions } from '../../http/outgoing.ts';
import type { BlikTransport } from './blik.provider.ts';
import type { BlikAnswer, BlikRequest, BlikVerb } from './messages.ts';

export function httpBlik(options: JsonCallOptions & { readonly url: string }) {
  const calls = jsonCalls(options);
  const base = options.url.replace(/\/+$/, '');
  const send: BlikTransport = (verb, message, key) =>
    calls.post(`${base}/${verb}`, message, bearer(key));
  return { send, close: () => calls.close() };
}

/** `undefined` means that the operator never answers. */
type LocalBlik = (verb: BlikVerb, request: BlikRequest) => Promise<BlikAnswer | undefined>;

export function localBlik(handle: LocalBlik, clock: Clock, timeoutMs: number): BlikTransport {
  return (verb, message) => answerWithin(clock, timeoutMs, handle(verb, message));
}
