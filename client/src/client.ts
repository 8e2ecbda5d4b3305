// The client of the merchant API, and everything that the package offers.

import { buildCalls } from './calls/build-calls.ts';
import { call, type CallSettings } from './calls/call.ts';
import { connect, type ConnectionOptions } from './calls/connection.ts';
import type { Runtime } from './calls/runtime.ts';
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

export interface ClientOptions extends ConnectionOptions {
  readonly credentials?: Credentials;
  /** A token, or a function that returns one, instead of the credentials. */
  readonly accessToken?: string | (() => string | Promise<string>);
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
  return createClientWith(options);
}

/** @internal The same with another clock, for tests. */
export function createClientWith(options: ClientOptions, runtime?: Runtime): Client {
  const settings = clientSettings(options, runtime);
  const calls = buildCalls<Calls>(operations, (one, callOptions) =>
    call(one, callOptions, settings),
  );
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

/** @internal What the calls of a client need. */
export function clientSettings(options: ClientOptions, runtime?: Runtime): CallSettings {
  const open = connect(options, givenToken(''), runtime);
  return { ...open, tokens: tokensOf(options, open) };
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
