// Calls to providers: JSON by POST to another process, or a function inside this one, both with the
// same time limit. What went wrong on the wire is thrown; the caller makes a value of it.

import { Agent, request as httpRequest } from 'undici';
import type { Clock } from '../core/clock.ts';
import { open, type Secret } from '../core/secret.ts';

const LONGEST_ANSWER = 64 * 1024;

export class CallTimeout extends Error {
  constructor() {
    super('the provider did not answer in time');
    this.name = 'CallTimeout';
  }
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined when it was no JSON. */
  readonly body: unknown;
}

export interface JsonCalls {
  post(url: string, message: object): Promise<JsonAnswer>;
  close(): Promise<void>;
}

export interface JsonCallOptions {
  readonly key: Secret<string> | null;
  readonly timeoutMs: number;
  /** In bytes; 64 KiB when absent. */
  readonly longestAnswer?: number;
}

export function jsonCalls(options: JsonCallOptions): JsonCalls {
  const { key, timeoutMs, longestAnswer: maxResponseSize = LONGEST_ANSWER } = options;
  const agent = new Agent({ connections: 64, pipelining: 1, maxResponseSize });
  const headers = {
    'content-type': 'application/json',
    ...(key ? { authorization: `Bearer ${open(key)}` } : {}),
  };
  return {
    close: () => agent.close(),
    async post(url, message) {
      const signal = AbortSignal.timeout(timeoutMs);
      const body = JSON.stringify(message);
      try {
        const sent = { dispatcher: agent, method: 'POST', headers, body, signal } as const;
        const reply = await httpRequest(url, sent);
        return { status: reply.statusCode, body: parsed(await reply.body.text()) };
      } catch (error) {
        throw signal.aborted ? new CallTimeout() : error;
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A provider in this process; `undefined` means that it never answers. */
export async function answerWithin<T>(
  clock: Clock,
  timeoutMs: number,
  answer: Promise<T | undefined>,
): Promise<T> {
  const finished = new AbortController();
  const limit = clock.sleep(timeoutMs, finished.signal).then(() => {
    throw new CallTimeout();
  });
  limit.catch(() => undefined);
  try {
    const given = answer.then((one) => one ?? new Promise<never>(() => undefined));
    return await Promise.race([given, limit]);
  } finally {
    finished.abort();
  }
}
