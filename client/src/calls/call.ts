// One call of the API: the token, the request, and its repeats.

import type { CallOptions, ClientError, Result } from '../result.ts';
import { writeExact } from './exact-json.ts';
import type { Operation, OperationCall } from './operation.ts';
import { delayMs, mayRepeat } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { abortedError, failure, send, timeoutError } from './send.ts';
import { givenToken, type TokenSource } from './token.ts';

export interface CallSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly runtime: Runtime;
  readonly tokens: TokenSource;
}

export async function call<Value>(
  { operation, path, body }: OperationCall,
  options: CallOptions,
  settings: CallSettings,
): Promise<Result<Value>> {
  const { runtime } = settings;
  const { signal, timeoutMs = settings.timeoutMs } = options;
  const { totalTimeoutMs = settings.totalTimeoutMs, maxRetries = settings.maxRetries } = options;
  const tokens =
    options.accessToken === undefined ? settings.tokens : givenToken(options.accessToken);
  const endMs = runtime.monotonicMs() + totalTimeoutMs;
  const idempotencyKey = operation.isIdempotent
    ? (options.idempotencyKey ?? runtime.newKey())
    : null;
  // Written once, so that every repeat sends the same bytes.
  const text = body === undefined ? undefined : writeExact(body, operation.sentAmounts ?? '');
  let attempts = 0;
  let repeats = 0;
  let hasRenewed = false;

  while (true) {
    const facts = { attempts, idempotencyKey };
    if (signal?.aborted) return failure(abortedError(signal, facts));
    const leftMs = endMs - runtime.monotonicMs();
    if (leftMs <= 0) return failure(timeoutError(totalTimeoutMs, facts));
    const token = operation.isOpen ? null : await waitFor(tokens.get(), leftMs, options, facts);
    if (token?.ok === false) return token;
    attempts += 1;
    const result = await send<Value>(
      {
        operation,
        url: settings.baseUrl + path,
        headers: headersOf(operation, settings, token?.value, idempotencyKey, text),
        body: text,
        timeoutMs: Math.min(timeoutMs, Math.max(endMs - runtime.monotonicMs(), 1)),
        signal,
        attempts,
        idempotencyKey,
      },
      runtime,
    );
    if (result.ok) return result;
    if (token && !hasRenewed && tokens.canRenew && isTokenRefused(result.error)) {
      hasRenewed = true;
      tokens.drop(token.value);
      continue;
    }
    if (repeats >= maxRetries || !mayRepeat(result.error, operation)) return result;
    repeats += 1;
    const waitMs = delayMs(result.error, repeats, runtime.random());
    if (waitMs === undefined || runtime.monotonicMs() + waitMs >= endMs) return result;
    await runtime.sleep(waitMs, signal);
  }
}

/** Nothing was done, because the token is checked first. */
function isTokenRefused(error: ClientError): boolean {
  return error.kind === 'refused' && error.status === 401 && error.code.startsWith('TOKEN_');
}

function headersOf(
  operation: Operation,
  settings: CallSettings,
  token: string | undefined,
  idempotencyKey: string | null,
  text: string | undefined,
): Record<string, string> {
  return {
    ...settings.headers,
    accept: operation.accept ?? 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

/** Other calls wait for the same token, so this call stops waiting without ending the request. */
function waitFor(
  token: Promise<Result<string>>,
  leftMs: number,
  { signal }: CallOptions,
  facts: { readonly attempts: number; readonly idempotencyKey: string | null },
): Promise<Result<string>> {
  return new Promise((resolve) => {
    const end = (result: Result<string>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => {
      if (signal) end(failure(abortedError(signal, facts)));
    };
    const timer = setTimeout(() => end(failure(timeoutError(leftMs, facts))), leftMs);
    signal?.addEventListener('abort', abort);
    token.then(end, (cause: unknown) => {
      const message = 'The function that returns the access token has failed.';
      end(failure({ kind: 'network', message, cause, ...facts }));
    });
  });
}
