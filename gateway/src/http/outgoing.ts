// Calls to providers: JSON by POST to another process, or a function in this one, both with the
// same time limit. Network errors are thrown; the caller turns them into values.

import type { Agent } from 'undici';
import type { Clock } from '../core/clock.ts';
import { open, type Secret } from '../core/secret.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

const TLS = { minVersion: 'TLSv1.2' } as const;

export class CallTimeout extends Error {
  constructor() {
    super('the provider did not answer in time');
    this.name = 'CallTimeout';
  }
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined when the answer was not JSON. */
  readonly body: unknown;
}

export interface JsonCalls {
  /** A text is sent unchanged, so that a signature in `headers` can cover it. */
  post(
    url: string,
    message: object | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonAnswer>;
  close(): Promise<void>;
}

export interface JsonCallOptions {
  readonly key: Secret<string> | null;
  readonly timeoutMs: number;
  /** Maximum size in bytes; 64 KiB when absent. */
  readonly maxAnswerBytes?: number;
  /** Loads the HTTP client with the first call, for calls that are rare. */
  readonly loadsLate?: boolean;
  /** The client certificate, for mutual TLS; without it the client stays anonymous. */
  readonly identity?: TlsIdentity;
}

/** All in PEM. */
interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
  /** The authorities of the server; those of Node.js when absent. */
  readonly ca?: string | undefined;
}

/** The HTTP client has a hundred modules: it is loaded only where calls are made. */
export const loadClient = () => import('undici');

export interface TextAnswer {
  readonly status: number;
  readonly body: string;
}

interface TextCalls {
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<TextAnswer>;
  get(url: string, headers: Readonly<Record<string, string>>): Promise<TextAnswer>;
  close(): Promise<void>;
}

interface SentCall {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Posts and reads text of any media type. */
export function textCalls(options: Omit<JsonCallOptions, 'key'>): TextCalls {
  const { timeoutMs, maxAnswerBytes: maxResponseSize = MAX_ANSWER_BYTES } = options;
  const connect = options.identity && { ...options.identity, ...TLS, timeout: timeoutMs };
  let loading = options.loadsLate === true ? undefined : loadClient();
  let agent: Agent | undefined;
  let isClosed = false;
  const call = async (url: string, sent: SentCall): Promise<TextAnswer> => {
    const { Agent: HttpAgent, request } = await (loading ??= loadClient());
    if (isClosed) throw new Error('calls to the provider are closed');
    agent ??= new HttpAgent({
      connections: 64,
      pipelining: 1,
      maxResponseSize,
      ...(connect && { connect }),
    });
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const reply = await request(url, { ...sent, dispatcher: agent, signal });
      return { status: reply.statusCode, body: await reply.body.text() };
    } catch (error) {
      throw signal.aborted ? new CallTimeout() : error;
    }
  };
  return {
    async close() {
      const closing = agent;
      isClosed = true;
      agent = undefined;
      await closing?.close();
    },
    post: (url, headers, body) => call(url, { method: 'POST', headers, body }),
    get: (url, headers) => call(url, { method: 'GET', headers }),
  };
}

export function jsonCalls({ key, ...options }: JsonCallOptions): JsonCalls {
  const calls = textCalls(options);
  const headers = { 'content-type': 'application/json', ...bearer(key) };
  return {
    close: () => calls.close(),
    async post(url, message, more = {}) {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      const { status, body } = await calls.post(url, { ...headers, ...more }, text);
      return { status, body: parseJson(body) };
    },
  };
}

/** The header with a key; a key of one call replaces that of all calls. */
function bearer(key: Secret<string> | null | undefined): Record<string, string> {
  return key ? { authorization: `Bearer ${open(key)}` } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends one message of a JSON protocol; rejects with `CallTimeout` or another error. */
export type Transport<Verb extends string, Request extends object> = (
  verb: Verb,
  request: Request,
  /** Absent: the key of the installation. */
  key?: Secret<string>,
) => Promise<JsonAnswer>;

/** Messages to another process: one path per operation. */
export function httpTransport<Verb extends string, Request extends object>({
  url,
  ...options
}: JsonCallOptions & { readonly url: string }) {
  const calls = jsonCalls(options);
  const base = url.replace(/\/+$/, '');
  const send: Transport<Verb, Request> = (verb, message, key) =>
    calls.post(`${base}/${verb}`, message, bearer(key));
  return { send, close: () => calls.close() };
}

/** Messages to a provider in this process; `undefined` means that it never answers. */
export function localTransport<Verb extends string, Request extends object>(
  handle: (verb: Verb, request: Request) => Promise<JsonAnswer | undefined>,
  clock: Clock,
  timeoutMs: number,
): Transport<Verb, Request> {
  return (verb, message) => answerWithin(clock, timeoutMs, handle(verb, message));
}

/** The result of a call, or that it is unknown because no answer came. */
export async function orUnknown<T>(call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    if (isNotConnected(error)) return { kind: 'unknown', why: 'not-sent' } as const;
    const why = error instanceof CallTimeout ? 'timeout' : 'connection';
    return { kind: 'unknown', why } as const;
  }
}

/** Errors that only a connection that was never made can have: nothing was sent. */
const connectErrors: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && connectErrors.has(error.code);
}

/** Calls a provider in this process; `undefined` means that it never answers. */
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
    const answered = answer.then((one) => one ?? new Promise<never>(() => undefined));
    return await Promise.race([answered, limit]);
  } finally {
    // Given a reason, because otherwise every call creates an exception that nobody reads.
    finished.abort(null);
  }
}
