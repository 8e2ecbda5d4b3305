// When a failed request is sent again, and after how long. A request is repeated only if that is
// safe: it reads, or it carries an idempotency key, or it was certainly not carried out.

import type { ClientError } from '../result.ts';
import type { Operation } from './operation.ts';

const BASE_MS = 200;
const BACKOFF_MAX_MS = 5_000;
/** A longer wait is left to the caller, who learns it from the error. */
const RETRY_AFTER_MAX_MS = 30_000;

/** Refusals that pass by themselves; nothing was done, and the key is free. */
const passing: readonly string[] = ['CHANGED_MEANWHILE', 'OPERATION_IN_PROGRESS'];

export function mayRepeat(error: ClientError, operation: Operation): boolean {
  const isSafe = operation.onlyReads === true || operation.isIdempotent === true;
  switch (error.kind) {
    case 'network':
    case 'timeout':
      return isSafe;
    case 'aborted':
      return false;
    case 'refused':
      // The limit of requests comes before everything else, so the request was not carried out.
      if (error.status === 429) return true;
      return isSafe && (isServerFault(error.status) || passing.includes(error.code));
    case 'unexpected':
      // Such as the error page of a proxy.
      return isSafe && isServerFault(error.status);
  }
}

const isServerFault = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/**
 * The wait before the next request: exponential with jitter, so that many clients do not come back
 * at the same moment, and at least what the gateway asks for. Undefined: do not wait that long.
 */
export function delayMs(error: ClientError, attempts: number, chance: number): number | undefined {
  const backoff = Math.min(BASE_MS * 2 ** (attempts - 1), BACKOFF_MAX_MS);
  const asked = error.kind === 'refused' ? (error.retryAfterMs ?? 0) : 0;
  if (asked > RETRY_AFTER_MAX_MS) return undefined;
  return Math.max(asked, 0) + backoff * (0.5 + chance / 2);
}

/** Retry-After in seconds, or as a date that is compared with the Date of the same answer. */
export function retryAfterMs(header: string | null, date: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  if (!header.endsWith(' GMT')) return null;
  const wait = Date.parse(header) - Date.parse(date ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
