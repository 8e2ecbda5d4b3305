// The two transports of the plain redirect protocol: HTTP to another process, or a function in this
// one, both with the same time limit.

import type { Clock } from '../../core/clock.ts';
import {
  answerWithin,
  bearer,
  jsonCalls,
  type JsonAnswer,
  type JsonCallOptions,
} from '../../http/outgoing.ts';
import type { RedirectRequest, RedirectVerb } from './messages.ts';
import type { RedirectTransport } from './redirect.provider.ts';

export function httpRedirect(options: JsonCallOptions & { url: string }) {
  const calls = jsonCalls(options);
  const base = options.url.replace(/\/+$/, '');
  const send: RedirectTransport = (verb, message, key) =>
    calls.post(`${base}/${verb}`, message, bearer(key));
  return { send, close: () => calls.close() };
}

/** `undefined` means that the provider never answers. */
type LocalRedirect = (
  verb: RedirectVerb,
  request: RedirectRequest,
) => Promise<JsonAnswer | undefined>;

export function localRedirect(
  handle: LocalRedirect,
  clock: Clock,
  timeoutMs: number,
): RedirectTransport {
  return (verb, message) => answerWithin(clock, timeoutMs, handle(verb, message));
}
