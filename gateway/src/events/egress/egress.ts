// Sends notifications to the URLs of merchants, as an HTTP/1.1 client that does just that. One
// limit covers everything from the name lookup to the end of the answer; nothing that a receiver
// does makes it throw, follow a redirect or read more than 64 KiB.

import { startTimer } from '../../core/clock.ts';
import type { DeliveryAnswer } from './answer.ts';
import { Connections } from './connections.ts';
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
  /** The time limit for the name lookup, the connection and the answer together. */
  readonly timeoutMs?: number;
  /** The time limit for the rest of the answer once its status is known. */
  readonly bodyMs?: number;
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  /** Certificate authorities in PEM that replace those of Node.js. */
  readonly authorities?: string;
  readonly open?: ConnectorOptions['open'];
}

export const TIMEOUT_MS = 10_000;
const BODY_MS = 1000;
const CONNECTIONS_PER_ORIGIN = 256;
const SWEEP_MS = 1000;
const MAX_KNOWN_TARGETS = 1000;
/** Everything but visible ASCII, blanks and tabs. */
const NOT_A_VALUE = /[^\t\x20-\x7e]/;

interface KnownTarget {
  readonly origin: string;
  /** The first lines of a request. */
  readonly lines: string;
}

export function createEgress(options: EgressOptions): Egress {
  return new Sender(options);
}

class Sender implements Egress {
  readonly #options: EgressOptions;
  readonly #limits: { readonly timeoutMs: number; readonly bodyMs: number };
  readonly #connect: ReturnType<typeof createConnector>;
  readonly #targets = new Map<string, KnownTarget | string>();
  readonly #origins = new Map<string, Connections>();
  #inProgress = 0;
  #stopSweeping: (() => void) | undefined;
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(options: EgressOptions) {
    const { allowsPrivate, authorities, open, timeoutMs = TIMEOUT_MS, bodyMs = BODY_MS } = options;
    const { resolve = createResolve(!allowsPrivate) } = options;
    this.#options = options;
    this.#limits = { timeoutMs, bodyMs };
    this.#connect = createConnector({ allowsPrivate, resolve, timeoutMs, authorities, open });
  }

  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<DeliveryAnswer> {
    return new Promise((resolve) => {
      const target = this.#targetOf(url);
      const message = typeof target === 'string' ? null : messageOf(target, headers, body);
      this.#inProgress += 1;
      const exchange = new Exchange(message ?? '', this.#limits, (answer) => {
        resolve(answer);
        this.#inProgress -= 1;
        if (this.#inProgress === 0 && this.#closing) this.#finish();
      });
      if (typeof target === 'string') exchange.fail('ADDRESS', `The URL ${target}.`);
      else if (message === null) exchange.fail('PROTOCOL', 'A header cannot be sent.');
      else if (this.#closing) exchange.fail('CONNECT', 'The gateway is stopping.');
      else this.#connectionsTo(target.origin).send(exchange);
    });
  }

  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = Promise.withResolvers();
      if (this.#inProgress === 0) this.#finish();
    }
    return this.#closing.promise;
  }

  #finish(): void {
    this.#stopSweeping?.();
    for (const one of this.#origins.values()) one.close();
    this.#closing?.resolve();
  }

  /** A string says why the URL is not called. */
  #targetOf(url: string): KnownTarget | string {
    const remembered = this.#targets.get(url);
    if (remembered !== undefined) return remembered;
    if (this.#targets.size >= MAX_KNOWN_TARGETS) this.#targets.clear();
    const target = readTarget(url, this.#options);
    const result = typeof target === 'string' ? target : knownTarget(target);
    this.#targets.set(url, result);
    return result;
  }

  #connectionsTo(origin: string): Connections {
    const existing = this.#origins.get(origin);
    if (existing) return existing;
    const connections = new Connections(origin, {
      connect: this.#connect,
      most: this.#options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
      onIdle: () => this.#sweepLater(),
      onEmpty: () => this.#origins.delete(origin),
    });
    this.#origins.set(origin, connections);
    return connections;
  }

  #sweepLater(): void {
    this.#stopSweeping ??= startTimer(SWEEP_MS, () => {
      this.#stopSweeping = undefined;
      let idle = 0;
      for (const one of this.#origins.values()) idle += one.sweep(performance.now());
      if (idle > 0) this.#sweepLater();
    });
  }
}

function knownTarget({ origin, path }: { origin: string; path: string }): KnownTarget {
  const lines =
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n` +
    'connection: keep-alive\r\naccept-encoding: identity\r\n';
  return { origin, lines };
}

/** Null: the text would end a header too early. */
function messageOf(
  { lines }: KnownTarget,
  headers: Readonly<Record<string, string>>,
  body: string,
): string | null {
  let head = lines;
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    if (NOT_A_VALUE.test(value)) return null;
    head += `${name}: ${value}\r\n`;
  }
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
