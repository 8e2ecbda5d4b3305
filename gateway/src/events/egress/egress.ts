// Sends notifications to the URLs of merchants. One limit covers everything from the name lookup to
// the end of the answer; nothing that a receiver does makes it throw, follow a redirect or read
// more than 64 KiB.

import type { Agent } from 'undici';
import type { DeliveryAnswer } from './answer.ts';
import { createConnector, type ConnectorOptions } from './connector.ts';
import { Exchange } from './exchange.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { readTarget, type TargetRules } from './target.ts';

export interface Egress {
  /** Never rejects. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<DeliveryAnswer>;
  /** Waits for what is being sent; nothing is sent afterwards. */
  close(): Promise<void>;
}

export interface EgressOptions extends TargetRules {
  /** For the name lookup, the connection and the answer together. */
  readonly timeoutMs?: number;
  /** For the rest of the answer once its status is known. */
  readonly bodyMs?: number;
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  /** Authorities in PEM, instead of those of Node.js. */
  readonly authorities?: string;
  readonly open?: ConnectorOptions['open'];
}

export const TIMEOUT_MS = 10_000;
const BODY_MS = 1000;
const CONNECTIONS_PER_ORIGIN = 256;
const MAX_HEADER_BYTES = 16 * 1024;
/** Shorter than the usual five seconds of servers, which would close while we send. */
const IDLE_MS = 4000;
const LONGEST_IDLE_MS = 30_000;

export function createEgress(options: EgressOptions): Egress {
  const { timeoutMs = TIMEOUT_MS, bodyMs = BODY_MS } = options;
  let agent: Agent | undefined;
  let opening: Promise<Agent> | undefined;
  let closing: Promise<void> | undefined;
  let isClosed = false;
  return {
    async post(url, headers, body) {
      const exchange = new Exchange(timeoutMs, bodyMs);
      const target = readTarget(url, options);
      if (typeof target === 'string') return exchange.fail('ADDRESS', `The URL ${target}.`);
      agent ??= await (opening ??= openAgent(options, timeoutMs));
      if (isClosed) return exchange.fail('CONNECT', 'The gateway is stopping.');
      const request = { ...target, method: 'POST' as const, body, headers: withFixed(headers) };
      try {
        agent.dispatch(request, exchange);
      } catch (error) {
        return exchange.fail('PROTOCOL', String(error));
      }
      return exchange.answered;
    },
    close() {
      isClosed = true;
      return (closing ??= Promise.resolve(opening).then((one) => one?.close()));
    },
  };
}

function withFixed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, 'accept-encoding': 'identity' };
}

/** The HTTP client has a hundred modules: it is loaded with the first notification. */
async function openAgent(options: EgressOptions, timeoutMs: number): Promise<Agent> {
  const { allowsPrivate, authorities, open } = options;
  const { resolve = createResolve(!allowsPrivate) } = options;
  const { Agent: HttpAgent } = await import('undici');
  return new HttpAgent({
    connect: createConnector({ allowsPrivate, resolve, timeoutMs, authorities, open }),
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: LONGEST_IDLE_MS,
    // The exchange has one limit for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
