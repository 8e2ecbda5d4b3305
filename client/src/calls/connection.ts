// How a client reaches its gateway: the options that all clients have, and what calls get of them.

import type { CallSettings } from './call.ts';
import { webRuntime, type Fetch, type Runtime } from './runtime.ts';
import type { TokenSource } from './token.ts';

export interface ConnectionOptions {
  /** The address of the gateway, such as `https://pay.example` or `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Limit for each request; by default 30 seconds. */
  readonly timeoutMs?: number;
  /** Limit for each call as a whole, with its repeats and waits; by default 90 seconds. */
  readonly totalTimeoutMs?: number;
  /** How often a call that is safe to repeat may be repeated; by default 2 times. */
  readonly maxRetries?: number;
  /** Sent with every request, such as a user-agent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the fetch of the runtime. */
  readonly fetch?: Fetch;
  /** Allows http to another machine. Secrets and card data are then sent without encryption. */
  readonly allowHttp?: boolean;
}

/** Throws a TypeError if an option cannot be right. */
export function connect(
  options: ConnectionOptions,
  tokens: TokenSource,
  runtime: Runtime = webRuntime(options.fetch),
): CallSettings {
  return {
    baseUrl: checkedUrl(options),
    timeoutMs: options.timeoutMs ?? 30_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 90_000,
    maxRetries: options.maxRetries ?? 2,
    headers: options.headers ?? {},
    runtime,
    tokens,
  };
}

function checkedUrl({ baseUrl, allowHttp }: ConnectionOptions): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError('baseUrl must be an address such as https://pay.example.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must not have a user, a query or a fragment.');
  }
  const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && (isOwnMachine || allowHttp))) {
    return url.href.replace(/\/+$/, '');
  }
  throw new TypeError('baseUrl must start with https:, or set allowHttp for a private network.');
}
