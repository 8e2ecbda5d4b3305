// Events as they happen, as an async iterator over GET /v1/ecommerce/events/stream. A lost
// connection is opened again after the last event that was received, so that none is missed.

import type { CallSettings } from '../calls/call.ts';
import { pathOf, type Operation } from '../calls/operation.ts';
import { mayRepeat } from '../calls/retry.ts';
import { failure, readAnswer } from '../calls/send.ts';
import type { EventName } from '../generated/types.ts';
import type { Notification } from '../notifications/notification.ts';
import { BramkaError, type ClientError, type Result } from '../result.ts';
import { EventStreamReader, type Block } from './sse.ts';

const operation: Operation = {
  method: 'GET',
  path: '/v1/ecommerce/events/stream',
  onlyReads: true,
  accept: 'text/event-stream',
};

/** The gateway sends a line at least every 15 seconds. */
const SILENCE_MS = 45_000;
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;

export interface StreamOptions {
  /** The cursor of the last event that you have processed; absent: from now on. */
  readonly after?: string | undefined;
  /** Only events with these names. */
  readonly event?: EventName | readonly EventName[] | undefined;
  /** Only events of this payment or tokenization. */
  readonly paymentId?: string | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever the connection is lost, before it is opened again. */
  readonly onInterruption?: ((error: ClientError) => void) | undefined;
}

export interface StreamedEvent {
  /** Store it when you have processed the event, and send it as `after` next time. */
  readonly cursor: string;
  readonly event: Notification;
  /** What a delivery would send: path, headers and body. */
  readonly path: 'payment' | 'tokenizer';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Throws a BramkaError if the gateway refuses the stream; interruptions only delay it. */
export async function* streamEvents(
  options: StreamOptions,
  settings: CallSettings,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { signal } = options;
  let { after } = options;
  let failures = 0;
  let retryMs = RETRY_MS;
  while (!signal?.aborted) {
    try {
      for await (const block of readConnection({ ...options, after }, settings)) {
        failures = 0;
        after = block.id ?? after;
        retryMs = block.retryMs ?? retryMs;
        if (block.data !== '') yield eventOf(block.data, after ?? '');
      }
    } catch (cause) {
      if (signal?.aborted) return;
      const error = errorOf(cause);
      if (!mayRepeat(error, operation)) throw new BramkaError(error);
      failures += 1;
      options.onInterruption?.(error);
    }
    const wait = Math.min(retryMs * 2 ** Math.max(failures - 1, 0), RETRY_MAX_MS);
    await settings.runtime.sleep(wait * (0.5 + settings.runtime.random() / 2), signal);
  }
}

/** One connection, until it ends. Throws a BramkaError if the gateway refuses it. */
export async function* readConnection(
  options: Pick<StreamOptions, 'after' | 'event' | 'paymentId' | 'signal'>,
  settings: CallSettings,
): AsyncGenerator<Block, void, undefined> {
  const connection = openConnection(options.signal);
  try {
    const opened = await connect(options, settings, connection);
    if (!opened.ok) throw new BramkaError(opened.error);
    const reader = opened.value.getReader();
    const decoder = new TextDecoder();
    const events = new EventStreamReader();
    while (true) {
      connection.expect(SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) return;
      yield* events.add(decoder.decode(value, { stream: true }));
    }
  } finally {
    connection.close();
  }
}

interface Connection {
  readonly signal: AbortSignal;
  /** Ends the connection unless it is called again within the time. */
  expect(ms: number): void;
  close(): void;
}

function openConnection(signal: AbortSignal | undefined): Connection {
  const ended = new AbortController();
  const close = (): void => ended.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal?.addEventListener('abort', close);
  return {
    signal: ended.signal,
    expect(ms) {
      clearTimeout(timer);
      timer = setTimeout(close, ms);
    },
    close() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', close);
      close();
    },
  };
}

/** A refused token is renewed once. */
async function connect(
  { after, event, paymentId }: StreamOptions,
  settings: CallSettings,
  connection: Connection,
): Promise<Result<ReadableStream<Uint8Array>>> {
  const names = event === undefined ? undefined : [event].flat().join(',');
  const path = pathOf(operation, [], { after, event: names, paymentId });
  const url = settings.baseUrl + path;
  for (let hasRenewed = false; ; hasRenewed = true) {
    const token = await settings.tokens.get();
    if (!token.ok) return token;
    connection.expect(settings.timeoutMs);
    const response = await settings.runtime.fetch(url, {
      headers: {
        ...settings.headers,
        accept: operation.accept ?? '',
        authorization: `Bearer ${token.value}`,
      },
      redirect: 'manual',
      signal: connection.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && response.body && type.startsWith('text/event-stream')) {
      return { ok: true, value: response.body, traceId: null, isReplayed: false };
    }
    const known = { operation, attempts: 1, idempotencyKey: null };
    const refused = await readAnswer<never>(response, known);
    if (refused.ok) return failure(errorOf('The answer is not an event stream.'));
    const { error } = refused;
    const isToken = error.kind === 'refused' && error.status === 401;
    if (!isToken || hasRenewed || !settings.tokens.canRenew) return refused;
    settings.tokens.drop(token.value);
  }
}

function eventOf(data: string, cursor: string): StreamedEvent {
  const { path, headers, body } = JSON.parse(data) as Omit<StreamedEvent, 'cursor' | 'event'>;
  return { cursor, event: JSON.parse(body) as Notification, path, headers, body };
}

function errorOf(cause: unknown): ClientError {
  if (cause instanceof BramkaError) return cause.error;
  const message = 'The connection of the event stream was lost.';
  return { kind: 'network', message, cause, attempts: 1, idempotencyKey: null };
}
