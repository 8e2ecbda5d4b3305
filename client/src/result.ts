// What every call returns: a value or a typed error. Calls do not throw; `unwrap` turns an error
// into an exception for those who prefer exceptions.

import type { RefusalCode } from './generated/refusal-code.ts';
import type { Other } from './values.ts';

export interface Success<Value> {
  readonly ok: true;
  readonly value: Value;
  /** Id of the request in the log of the gateway. */
  readonly traceId: string | null;
  /** The gateway had carried out this call before and repeated its answer. */
  readonly isReplayed: boolean;
}

export interface Failure {
  readonly ok: false;
  readonly error: ClientError;
}

export type Result<Value> = Success<Value> | Failure;

interface AnyError {
  /** A sentence for developers. It never contains card data, secrets or tokens. */
  readonly message: string;
  /** How many requests were sent. */
  readonly attempts: number;
  /** The key of the call, if it had one: with it the same call can safely be repeated later. */
  readonly idempotencyKey: string | null;
}

/** The gateway has refused the request. */
export interface RefusedError extends AnyError {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: RefusalCode | Other;
  /** One entry for each field at fault. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  readonly traceId: string;
  /** How long the gateway asks to wait before the next request. */
  readonly retryAfterMs: number | null;
}

/** No complete answer: the gateway was not reached, or the connection broke. */
export interface NetworkError extends AnyError {
  readonly kind: 'network';
  readonly cause: unknown;
}

/** No answer in time. */
export interface TimeoutError extends AnyError {
  readonly kind: 'timeout';
  readonly timeoutMs: number;
}

/** The signal of the caller has ended the call. */
export interface AbortedError extends AnyError {
  readonly kind: 'aborted';
  readonly cause: unknown;
}

/** An answer that is not one of the gateway, such as an error page of a proxy. */
export interface UnexpectedError extends AnyError {
  readonly kind: 'unexpected';
  readonly status: number;
  /** The beginning of the answer. */
  readonly body: string;
  readonly traceId: string | null;
}

/**
 * Why a call failed. After a `refused` error with a status below 500 nothing was done. After any
 * other error a call that changes something may have been carried out: read the payment, or repeat
 * the call with the same idempotency key.
 */
export type ClientError =
  | RefusedError
  | NetworkError
  | TimeoutError
  | AbortedError
  | UnexpectedError;

export interface CallOptions {
  /** Ends the call; it then returns an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Limit for each request of the call. */
  readonly timeoutMs?: number | undefined;
  /** Limit for the call as a whole, with its repeats and waits. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often the call may be repeated; only calls that are safe to repeat are. */
  readonly maxRetries?: number | undefined;
  /**
   * For calls that support it; by default the client makes a new one for each call. Use your own,
   * stored with the order, if a call must be carried out once even if your program is restarted.
   */
  readonly idempotencyKey?: string | undefined;
  /** A token for this call instead of that of the client, such as the CLIENT token of a payment. */
  readonly accessToken?: string | undefined;
}

export interface Picture {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Thrown by `unwrap`. */
export class BramkaError extends Error {
  readonly error: ClientError;

  constructor(error: ClientError) {
    const code = error.kind === 'refused' ? `${error.code}: ` : '';
    super(`${code}${error.message}`);
    this.name = 'BramkaError';
    this.error = error;
  }
}

/** The value of a result, or an exception: `await unwrap(client.payments.get(paymentId))`. */
export function unwrap<Value>(result: Result<Value>): Value;
export function unwrap<Value>(result: Promise<Result<Value>>): Promise<Value>;
export function unwrap<Value>(
  result: Result<Value> | Promise<Result<Value>>,
): Value | Promise<Value> {
  if ('then' in result) return result.then((settled) => unwrap(settled));
  if (result.ok) return result.value;
  throw new BramkaError(result.error);
}
