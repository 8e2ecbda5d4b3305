// Sends notifications to the URLs of merchants. One limit covers everything from the name lookup to
// the end of the answer; nothing that a receiver does makes it throw, follow a redirect or read
// more than 64 KiB.

import type { buildConnector, Pool } from 'undici';
import { loadClient } from '../../http/outgoing.ts';
import type { DeliveryAnswer } from './answer.ts';
import { createConnector } from './connector.ts';
import { Exchange, type Queue } from './exchange.ts';
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
  /** The time limit for the name lookup, the connection and the head of the answer together. */
  readonly timeoutMs?: number;
  /** The time limit for the rest of the answer once its status is known. */
  readonly bodyMs?: number;
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  /** Certificate authorities in PEM that replace those of Node.js. */
  readonly authorities?: string;
  /** What opens sockets; tests replace it. */
  readonly buildConnector?: typeof buildConnector;
}

export const TIMEOUT_MS = 10_000;
const BODY_MS = 1000;
const CONNECTIONS_PER_ORIGIN = 256;

const poolSettings: Pool.Options = {
  pipelining: 1,
  maxHeaderSize: 16 * 1024,
  maxResponseSize: 64 * 1024,
  // Shorter than the usual five seconds of servers, which would close while we send.
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 30_000,
  // How much earlier than the receiver's limit a connection is closed.
  keepAliveTimeoutThreshold: 2000,
  // An exchange has its own time limits.
  headersTimeout: 0,
  bodyTimeout: 0,
};

interface Origin {
  readonly pool: Pool;
  readonly queue: Queue;
}

export function createEgress(options: EgressOptions): Egress {
  const { timeoutMs = TIMEOUT_MS, bodyMs = BODY_MS, allowsPrivate, authorities } = options;
  const { resolve = createResolve(!allowsPrivate) } = options;
  const inProgress = new Set<Promise<DeliveryAnswer>>();
  const origins = new Map<string, Origin>();
  let loading: ReturnType<typeof loadClient> | undefined;
  let isClosed = false;

  async function send(url: string, headers: Readonly<Record<string, string>>, body: string) {
    const answered = Promise.withResolvers<DeliveryAnswer>();
    const exchange = new Exchange({ timeoutMs, bodyMs }, answered.resolve);
    const target = readTarget(url, options);
    if (typeof target === 'string') exchange.fail('ADDRESS', `The URL ${target}.`);
    else if (isClosed) exchange.fail('CONNECT', 'The gateway is stopping.');
    else {
      const client = await (loading ??= loadClient());
      const { pool, queue } = origins.get(target.origin) ?? openOrigin(target.origin, client);
      const sent = { ...headers, 'accept-encoding': 'identity' };
      exchange.waitIn(queue);
      pool.dispatch({ path: target.path, method: 'POST', headers: sent, body }, exchange);
    }
    return answered.promise;
  }

  function openOrigin(name: string, client: Awaited<ReturnType<typeof loadClient>>): Origin {
    const { connectionsPerOrigin: connections = CONNECTIONS_PER_ORIGIN } = options;
    const queue = { waiting: 0 };
    const connect = createConnector(options.buildConnector ?? client.buildConnector, {
      allowsPrivate,
      resolve,
      timeoutMs,
      authorities,
      isNeeded: () => queue.waiting > 0,
    });
    const pool = new client.Pool(name, { ...poolSettings, connections, connect });
    const forgetUnused = (): void => {
      if (pool.stats.connected === 0 && pool.stats.size === 0) origins.delete(name);
    };
    pool.on('disconnect', forgetUnused).on('connectionError', forgetUnused);
    const origin = { pool, queue };
    origins.set(name, origin);
    return origin;
  }

  return {
    async post(url, headers, body) {
      const sending = send(url, headers, body);
      inProgress.add(sending);
      const answer = await sending;
      inProgress.delete(sending);
      return answer;
    },
    async close() {
      isClosed = true;
      await Promise.all(inProgress);
      await Promise.all(Array.from(origins.values(), ({ pool }) => pool.destroy()));
    },
  };
}
