// The two transports to a token service: HTTP to another process, or a handler in this one, both
// with the same time limit.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, jsonCalls, type JsonCallOptions } from '../../http/outgoing.ts';
import type { TokenAnswer, TokenRequest, TokenVerb } from './messages.ts';
import type { TokenTransport } from './plain-tokens.ts';

/** Pictures of cards are larger than other answers. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export function httpTokens(options: JsonCallOptions & { readonly url: string }) {
  const calls = jsonCalls({ maxAnswerBytes: MAX_ANSWER_BYTES, ...options });
  const base = options.url.replace(/\/+$/, '');
  const send: TokenTransport = (verb, message) => calls.post(`${base}/${verb}`, message);
  return { send, close: () => calls.close() };
}

/** `undefined` means that the service never answers. */
type LocalTokens = (verb: TokenVerb, request: TokenRequest) => Promise<TokenAnswer | undefined>;

export function localTokens(handle: LocalTokens, clock: Clock, timeoutMs: number): TokenTransport {
  return (verb, message) => answerWithin(clock, timeoutMs, handle(verb, message));
}
