// The two ways to reach a plain-protocol acquirer: HTTP to another process, or a handler inside
// this one, both with the same time limit.

import { Agent, request as httpRequest } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { open, type Secret } from '../../core/secret.ts';
import type { PlainAnswer, PlainRequest, Verb } from './messages.ts';
import { TransportTimeout, type Transport } from './plain.acquirer.ts';

const LONGEST_ANSWER = 64 * 1024;

export interface HttpTransportOptions {
  readonly url: string;
  readonly key: Secret<string> | null;
  readonly timeoutMs: number;
}

export interface ClosableTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

export function httpTransport(options: HttpTransportOptions): ClosableTransport {
  const agent = new Agent({ connections: 64, pipelining: 1, maxResponseSize: LONGEST_ANSWER });
  const base = options.url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(options.key ? { authorization: `Bearer ${open(options.key)}` } : {}),
  };
  return {
    close: () => agent.close(),
    async send(verb, message) {
      const signal = AbortSignal.timeout(options.timeoutMs);
      try {
        const reply = await httpRequest(`${base}/${verb}`, {
          dispatcher: agent,
          method: 'POST',
          headers,
          body: JSON.stringify(message),
          signal,
        });
        return { status: reply.statusCode, body: await readBody(reply.body) };
      } catch (error) {
        throw signal.aborted ? new TransportTimeout() : error;
      }
    },
  };
}

async function readBody(body: { text(): Promise<string> }): Promise<unknown> {
  const text = await body.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A provider in this process; `undefined` means that it never answers. */
export type LocalHandler = (verb: Verb, request: PlainRequest) => Promise<PlainAnswer | undefined>;

export function localTransport(handle: LocalHandler, clock: Clock, timeoutMs: number): Transport {
  return async (verb, message) => {
    const finished = new AbortController();
    const limit = clock.sleep(timeoutMs, finished.signal).then(() => {
      throw new TransportTimeout();
    });
    limit.catch(() => undefined);
    try {
      const answer = handle(verb, message).then(
        (given) => given ?? new Promise<never>(() => undefined),
      );
      return await Promise.race([answer, limit]);
    } finally {
      finished.abort();
    }
  };
}
