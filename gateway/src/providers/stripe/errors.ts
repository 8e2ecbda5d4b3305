// Errors of Stripe's API. A decline needs an error object and a status that says that nothing was
// done; everything else is unknown.

import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import type { Declined, Unknown } from '../outcome.ts';
import { INTENT_ID } from './requests.ts';
import { declineOf } from './reasons.ts';

/** Statuses with which a request was read and not carried out, with the types of their errors. */
const declines: Readonly<Record<number, readonly unknown[]>> = {
  400: ['invalid_request_error'],
  402: ['card_error', 'invalid_request_error'],
  404: ['invalid_request_error'],
};

/** Our key is wrong or blocked, or there are too many requests: nothing was executed. */
const refusals: readonly number[] = [401, 403, 429];
const otherTypes: readonly unknown[] = ['card_error', 'api_error', 'idempotency_error'];

/** Another request works on the same object: it may be the same one. */
const uncertain: readonly unknown[] = ['idempotency_key_in_use', 'lock_timeout'];

export function readError(status: number, answer: Fields | undefined): Declined | Unknown {
  const error = fieldsOf(answer?.['error']);
  const type = error?.['type'];
  if (!error || typeof type !== 'string') {
    return { kind: 'unknown', why: status === 402 ? 'garbage' : 'provider-error' };
  }
  if (uncertain.includes(error['code'])) return { kind: 'unknown', why: 'provider-error' };
  if (declines[status]?.includes(type)) return declineOf(error, intentOf(error));
  if (!refusals.includes(status) || otherTypes.includes(type)) {
    return { kind: 'unknown', why: 'provider-error' };
  }
  const { providerCode = `status_${status}` } = declineOf(error, null);
  return {
    kind: 'declined',
    rejectCode: 'PROVIDER_UNAVAILABLE',
    reference: null,
    providerCode,
    mayTryElsewhere: true,
  };
}

/** The intent that an error is about. */
function intentOf(error: Fields): string | null {
  return textOf(fieldsOf(error['payment_intent'])?.['id'], INTENT_ID) ?? null;
}

/**
 * For operations on an authorization: a key that is refused, or too many requests, must not end
 * them. They are sent again under the same id.
 */
export function unlessRefused<T extends object>(outcome: T | Declined): T | Declined | Unknown {
  const isRefused = 'rejectCode' in outcome && outcome.rejectCode === 'PROVIDER_UNAVAILABLE';
  return isRefused ? { kind: 'unknown', why: 'provider-error' } : outcome;
}
