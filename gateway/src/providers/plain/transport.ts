// The two transports to a plain-protocol acquirer: HTTP to another process, or a handler in this
// one, both with the same time limit.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, bearer, jsonCalls, type JsonCallOptions } from '../../http/outgoing.ts';
import type { PlainAnswer, PlainRequest, Verb } from './messages.ts';
import type { Transport } from './plain.provider.ts';

interface HttpTransportOptions extends JsonCallOptions {
  readonly url: string;
}

interface ClosableTransport {
  readonly send: Transport;
  readonly close: () => Promise<void>;
}

export function httpTransport(options: HttpTransportOptions): ClosableTransport {
  const calls = jsonCalls(options);
  const base = options.url.replace(/\/+$/, '');
  return {
    close: () => calls.close(),
    send: (verb, message, key) => calls.post(`${base}/${verb}`, message, bearer(key)),
  };
}

/** A provider in this process; `undefined` means that it never answers. */
type LocalHandler = (verb: Verb, request: PlainRequest) => Promise<PlainAnswer | undefined>;

export function localTransport(handle: LocalHandler, clock: Clock, timeoutMs: number): Transport {
  return (verb, message) => answerWithin(clock, timeoutMs, handle(verb, message));
}
