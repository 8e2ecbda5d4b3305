// The client of the merchant API, and everything that the package offers.

import { buildCalls } from './calls/build-calls.ts';
import { call, type CallSettings } from './calls/call.ts';
import { webRuntime, type Fetch, type Runtime } from './calls/runtime.ts';
import { givenToken, issuedToken, type TokenSource } from './calls/token.ts';
import { eachEvent, eachSettlement } from './events/pages.ts';
import { streamEvents, type StreamedEvent, type StreamOptions } from './events/stream.ts';
import type { Calls } from './generated/calls.ts';
import { operations } from './generated/operations.ts';
import type { AccessToken, CreateToken, EventRecord, Settlement } from './generated/types.ts';
import type { CallOptions, Result } from './result.ts';

export { refusalCodes, type RefusalCode } from './generated/refusal-code.ts';
export type * from './generated/types.ts';
export type { Calls } from './generated/calls.ts';
export * from './result.ts';
export type { Amount, Other } from './values.ts';
export type { StreamedEvent, StreamOptions } from './events/stream.ts';
export type * from './notifications/notification.ts';
export { signNotification } from './notifications/sign.ts';
export type { SignedNotification, SignOptions } from './notifications/sign.ts';
export { verifyNotification } from './notifications/verify.ts';
export type { Verification, VerifiedNotification, VerifyOptions } from './notifications/verify.ts';
export type { NotificationError, NotificationErrorCode } from './notifications/explain.ts';

/** The merchant id and the API secret, which the client exchanges for access tokens. */
export interface Credentials {
  readonly merchantId: string;
  /** The secret of the agent, if one is named. */
  readonly secret: string;
  readonly agentId?: string;
  /** What the token may be used for; absent: everything. */
  readonly resource?: CreateToken['resource'];
  /** The channel of payments that name none. */
  readonly channel?: CreateToken['channel'];
}

export interface ClientOptions {
  /** The address of the gateway, such as `https://pay.example` or `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly credentials?: Credentials;
  /** A token, or a function that returns one, instead of the credentials. */
  readonly accessToken?: string | (() => string | Promise<string>);
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

/** Lists as async iterators, and events as they happen. These throw a BramkaError on failure. */
export interface Iterators {
  readonly events: {
    /** All events from `after` up to now, the oldest first, page by page. */
    each(
      query?: Parameters<Calls['events']['list']>[0],
      options?: CallOptions,
    ): AsyncGenerator<EventRecord, void, undefined>;
    /** Events as they happen; a lost connection is opened again, and no event is missed. */
    stream(options?: StreamOptions): AsyncGenerator<StreamedEvent, void, undefined>;
  };
  readonly settlements: {
    /** All settlements, the newest first, page by page. */
    each(
      query?: Parameters<Calls['settlements']['list']>[0],
      options?: CallOptions,
    ): AsyncGenerator<Settlement, void, undefined>;
  };
}

export type Client = Calls & Iterators;

/** Throws a TypeError if an option cannot be right; calls themselves never throw. */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options, webRuntime(options.fetch));
}

/** @internal The same with another clock, for tests. */
export function createClientWith(options: ClientOptions, runtime: Runtime): Client {
  const open: CallSettings = {
    baseUrl: checkedUrl(options),
    timeoutMs: options.timeoutMs ?? 30_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 90_000,
    maxRetries: options.maxRetries ?? 2,
    headers: options.headers ?? {},
    runtime,
    tokens: givenToken(''),
  };
  const settings = { ...open, tokens: tokensOf(options, open) };
  const calls = buildCalls((one, callOptions) => call(one, callOptions, settings));
  return {
    ...calls,
    events: {
      ...calls.events,
      each: (query, callOptions) => eachEvent(calls, query, callOptions),
      stream: (streamOptions = {}) => streamEvents(streamOptions, settings),
    },
    settlements: {
      ...calls.settlements,
      each: (query, callOptions) => eachSettlement(calls, query, callOptions),
    },
  };
}

function tokensOf({ credentials, accessToken }: ClientOptions, open: CallSettings): TokenSource {
  if (accessToken !== undefined) return givenToken(accessToken);
  if (!credentials) throw new TypeError('createClient needs credentials or an accessToken.');
  const { merchantId, secret, agentId, resource, channel } = credentials;
  if (!merchantId || !secret) throw new TypeError('credentials need a merchantId and a secret.');
  const body: CreateToken = {
    merchant: { merchantId },
    secret,
    agent: agentId === undefined ? undefined : { merchantId: agentId },
    resource,
    channel,
  };
  const operation = operations['auth.createToken'];
  if (!operation) throw new TypeError('The table of operations has no auth.createToken.');
  const request = (): Promise<Result<AccessToken>> =>
    call({ operation, path: operation.path, body }, {}, open);
  return issuedToken(request, open.runtime);
}

function checkedUrl({ baseUrl, allowHttp }: ClientOptions): string {
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
