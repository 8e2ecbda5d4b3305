// Sends one request and reads its answer, within a time limit. Every failure becomes a value.

import type { ClientError, RefusedError, Result, Success } from '../result.ts';
import { readExact } from './exact-json.ts';
import type { Operation } from './operation.ts';
import { retryAfterMs } from './retry.ts';
import type { Runtime } from './runtime.ts';

const SHOWN_LENGTH = 1024;
/** Larger than any answer of a gateway; more is not collected. */
const BYTES_MAX = 64 * 1024 * 1024;

interface Request {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** How many requests of the call were sent, with this one. */
  readonly attempts: number;
  readonly idempotencyKey: string | null;
}

export async function send<Value>(request: Request, runtime: Runtime): Promise<Result<Value>> {
  const { attempts, idempotencyKey, timeoutMs } = request;
  const facts = { attempts, idempotencyKey };
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  request.signal?.addEventListener('abort', stop);
  if (request.signal?.aborted) stop();
  try {
    const response = await runtime.fetch(request.url, {
      method: request.operation.method,
      headers: request.headers,
      // A redirect would send the request, with its token, somewhere else.
      redirect: 'manual',
      signal: ended.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    return await readAnswer<Value>(response, request);
  } catch (cause) {
    if (request.signal?.aborted) return failure(abortedError(request.signal, facts));
    if (isLate) return failure(timeoutError(timeoutMs, facts));
    const message = `No answer: ${messageOf(cause)}. Check baseUrl and the network.`;
    return failure({ kind: 'network', message, cause, ...facts });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', stop);
  }
}

interface KnownFacts {
  readonly attempts: number;
  readonly idempotencyKey: string | null;
}

export function abortedError(signal: AbortSignal, known: KnownFacts): ClientError {
  const message = 'The signal of the caller has ended the call.';
  return { kind: 'aborted', message, cause: signal.reason, ...known };
}

export function timeoutError(timeoutMs: number, known: KnownFacts): ClientError {
  const message = `The gateway did not answer within ${timeoutMs} ms.`;
  return { kind: 'timeout', message, timeoutMs, ...known };
}

export const failure = (
  error: ClientError,
): { readonly ok: false; readonly error: ClientError } => ({
  ok: false,
  error,
});

export async function readAnswer<Value>(
  response: Response,
  { operation, attempts, idempotencyKey }: Pick<Request, 'operation' | keyof KnownFacts>,
): Promise<Result<Value>> {
  const { status, headers } = response;
  const traceId = headers.get('x-trace-id');
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const done = (value: unknown): Success<Value> => ({
    ok: true,
    value: value as Value,
    traceId,
    isReplayed: headers.get('idempotency-replayed') !== null,
  });
  const bytes = await bytesOf(response);
  if (bytes && status === 200 && operation.accept !== undefined) {
    if (operation.accept === mediaType) return done(textOf(bytes));
    const wanted = operation.accept.replace('*', '');
    if (wanted !== operation.accept && mediaType.startsWith(wanted)) {
      return done({ mediaType, bytes });
    }
  }
  const text = bytes ? textOf(bytes) : '';
  const value = mediaType === 'application/json' ? parsed(text, operation, status) : undefined;
  if (status === 200 && value !== undefined && operation.accept === undefined) return done(value);
  const facts = { attempts, idempotencyKey };
  const refusal = status >= 400 ? readRefusal(value) : undefined;
  if (refusal) {
    const wait = retryAfterMs(headers.get('retry-after'), headers.get('date'));
    return failure({ kind: 'refused', status, ...refusal, retryAfterMs: wait, ...facts });
  }
  const message = `The answer is not one of a Bramka gateway (status ${status}). Check baseUrl.`;
  const body = text.slice(0, SHOWN_LENGTH);
  return failure({ kind: 'unexpected', status, message, body, traceId, ...facts });
}

/** The body of the answer; undefined if it is too large. */
async function bytesOf({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > BYTES_MAX) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Undefined if it is no object or list in JSON, which all answers of a gateway are. */
function parsed(text: string, operation: Operation, status: number): object | undefined {
  try {
    const value = readExact(text, status === 200 ? (operation.amounts ?? '') : '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function readRefusal(value: object | undefined) {
  const { code, message, details, traceId } = (value ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const fields = Array.isArray(details) ? details.filter(isFieldFault) : [];
  return { code, message, fields, traceId: typeof traceId === 'string' ? traceId : '' };
}

function isFieldFault(value: unknown): value is RefusedError['fields'][number] {
  const { field, message } = (value ?? {}) as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string';
}

/** The cause inside, because fetch itself only says that it failed. */
function messageOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return 'the request failed';
  const { code } = inner as { code?: unknown };
  return inner.message || (typeof code === 'string' ? code : 'the request failed');
}
