// Forwards an event to a program on this machine: exactly the headers and the bytes of a delivery.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { StreamItem } from './event-stream.ts';

/** As long as a delivery waits. */
const TIMEOUT_MS = 10_000;

export interface Forwarded {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly problem: string;
  readonly ms: number;
}

/** `http://localhost:3000/shop?key=1` and `payment`: `http://localhost:3000/shop/payment?key=1`. */
export function forwardUrl(target: string, path: string): string {
  const url = new URL(target);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

/** Never fails: what went wrong is part of the result. */
export function forward(target: string, item: StreamItem, stop: AbortSignal): Promise<Forwarded> {
  const { path, headers, body } = item;
  const url = new URL(forwardUrl(target, path));
  const startedMs = systemClock.monotonicMs();
  const took = (): number => Math.round(systemClock.monotonicMs() - startedMs);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const fail = (problem: string): void => resolve({ status: null, problem, ms: took() });
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = AbortSignal.any([stop, limit]);
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
      },
      (response) => {
        response.resume();
        response.on('error', () => undefined);
        resolve({ status: response.statusCode ?? 0, problem: '', ms: took() });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (limit.aborted) fail(`no answer within ${TIMEOUT_MS / 1000} s`);
      else if (error.code === 'ECONNREFUSED') fail(`nothing listens at ${url.origin}`);
      else fail(error.code ?? error.message);
    });
    sent.end(body);
  });
}
