// The line between an adapter and its simulated counterpart, with faults: a request that is lost,
// or performed and then not answered, answered unreadably or with an error. The same faults exist
// for calls in one process and for HTTP.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock, type Clock } from '@bramka/gateway/core/clock.ts';
import { openLoopback, type LoopbackServer } from '../loopback-server.ts';

/** What goes wrong, and the `why` of the unknown outcome that it must lead to. */
export const faultKinds = {
  silence: 'timeout',
  hangup: 'connection',
  unreadable: 'garbage',
  'server error': 'provider-error',
} as const;
export type FaultKind = keyof typeof faultKinds;

export interface Fault {
  readonly kind: FaultKind;
  /** Whether the counterpart receives the request: only its answer is lost. */
  readonly isReceived: boolean;
}

/** The time limit that an adapter over HTTP is created with. */
export const HTTP_TIMEOUT_MS = 4000;

/** The answers of a counterpart in this process that stand for the faults. */
export interface FaultyAnswers<A> {
  readonly unreadable: A;
  readonly serverError: A;
}

export interface Wire {
  readonly kind: 'local' | 'http';
  /** For a local transport: time-outs pass at once while the fault is silence. */
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Puts the faults in front of a handler in this process. */
  local<P extends unknown[], A>(
    handle: (...request: P) => Promise<A | undefined>,
    answers: FaultyAnswers<A>,
  ): (...request: P) => Promise<A | undefined>;
  /** Puts the faults in front of a server; resolves to the URL that the adapter calls. */
  http(url: string): Promise<string>;
  /** Every call from now on has this fault. */
  breakWith(fault: Fault): void;
  /** No call has a fault from now on; waits until the requests that arrived are performed. */
  repair(): Promise<void>;
  close(): void;
}

export function openWire(kind: Wire['kind']): Wire {
  let fault: Fault | undefined;
  const proxies: LoopbackServer[] = [];
  const performing = new Set<Promise<unknown>>();
  const perform = <T>(work: Promise<T>): Promise<T> => {
    performing.add(work);
    void work.finally(() => performing.delete(work)).catch(() => undefined);
    return work;
  };
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(fault?.kind === 'silence' ? 1 : ms, signal),
  };
  return {
    kind,
    clock,
    timeoutMs: kind === 'http' ? HTTP_TIMEOUT_MS : 60_000,
    local: (handle, answers) =>
      async function handleWithFault(...request) {
        const present = fault;
        if (!present) return handle(...request);
        if (present.isReceived) await perform(handle(...request));
        if (present.kind === 'hangup') throw new Error('the connection was lost');
        if (present.kind === 'silence') return undefined;
        return present.kind === 'unreadable' ? answers.unreadable : answers.serverError;
      },
    async http(url) {
      const proxy = await openLoopback();
      proxies.push(proxy);
      const { origin, pathname } = new URL(url);
      proxy.behave = (request, response, body) =>
        void perform(forward({ origin, request, response, body }, fault));
      return `${proxy.url}${pathname}`;
    },
    breakWith: (next) => (fault = next),
    async repair() {
      fault = undefined;
      await Promise.all(performing);
    },
    close: () => proxies.forEach((proxy) => proxy.close()),
  };
}

interface Forwarded {
  readonly origin: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
}

async function forward(forwarded: Forwarded, fault: Fault | undefined): Promise<void> {
  const { response } = forwarded;
  const answer = fault && !fault.isReceived ? undefined : await send(forwarded);
  switch (fault?.kind) {
    case 'silence':
      return;
    case 'hangup':
      return void response.destroy();
    case 'unreadable':
      return void response.end('<html><h1>It works!</h1>');
    case 'server error':
      return void response.writeHead(503).end('{}');
    case undefined: {
      const type = answer?.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer?.status ?? 500, { 'content-type': type });
      response.end(await answer?.text());
    }
  }
}

/** Undefined when the counterpart itself never answers; the client gives up first. */
async function send({ origin, request, body }: Forwarded): Promise<Response | undefined> {
  const { method = 'POST', url = '/', headers } = request;
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return fetch(new URL(url, origin), {
    method,
    headers: kept.map(([name, value]) => [name, String(value)]),
    ...(method === 'GET' ? {} : { body }),
  });
}

const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
