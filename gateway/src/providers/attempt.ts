// An attempt: one call to a provider, written before the call and never deleted. Its id is the
// idempotency key at the provider; its fence distinguishes the current owner from earlier ones.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
import type { Exemption } from './means.ts';
import type { CustomerAction } from './outcome.ts';
import type { RejectCode } from './reject-codes.ts';

/**
 * OPEN: the call is in progress. UNKNOWN and PENDING: the provider must be asked. VOID: it never
 * arrived. STOPPED: the provider ended it at our request.
 */
export type AttemptState =
  | 'OPEN'
  | 'UNKNOWN'
  | 'PENDING'
  | 'APPROVED'
  | 'DECLINED'
  | 'VOID'
  | 'STOPPED';
export type AttemptVerb = 'authorize' | 'capture' | 'adjust' | 'reverse' | 'refund' | 'stop';

/** The reason of a reversal, or that an adjustment withdraws an earlier one. */
export type AttemptIntent =
  | 'CANCEL'
  | 'CUSTOMER_CANCEL'
  | 'HOLD_EXPIRED'
  | 'LATE_SUCCESS'
  | 'WITHDRAW';

export interface Attempt {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly transId: string;
  readonly verb: AttemptVerb;
  /** The purpose of a reversal or adjustment; null for the plain operation. */
  readonly intent: AttemptIntent | null;
  readonly provider: string;
  /** For authorizations: the authentication they rely on, or the exemption. */
  readonly authenticationId: string | null;
  readonly exemption: Exemption | null;
  readonly state: AttemptState;
  readonly fence: number;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The provider's own id of the operation. */
  readonly reference: string | null;
  /** What the customer must do, or had to choose, for this authorization. */
  readonly customer: CustomerAction | null;
  /** Until when the customer may act; null if nothing waits for the customer. */
  readonly waitUntil: Instant | null;
  readonly authCode: string | null;
  /** The card network's id of an approved authorization, if the provider returned it. */
  readonly networkTransactionId: string | null;
  readonly rejectCode: RejectCode | null;
  /** How often the resolver has asked the provider. */
  readonly checks: number;
  /** When the resolver checks next; null once the result is known. */
  readonly checkAt: Instant | null;
  readonly startedAt: Instant;
  readonly finishedAt: Instant | null;
}

export const attempts = table<Attempt>('attempts', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    attemptId: 'uuid',
    transId: 'uuid',
    verb: 'text',
    intent: 'text',
    provider: 'text',
    authenticationId: 'uuid',
    exemption: 'text',
    state: 'text',
    fence: 'integer',
    amountMinor: 'bigint',
    currency: 'text',
    reference: 'text',
    customer: 'jsonb',
    waitUntil: 'timestamptz',
    authCode: 'text',
    networkTransactionId: 'text',
    rejectCode: 'text',
    checks: 'integer',
    checkAt: 'timestamptz',
    startedAt: 'timestamptz',
    finishedAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId', 'attemptId'],
  hasOwnId: true,
  mutable: [
    'state',
    'fence',
    'reference',
    'customer',
    'authCode',
    'networkTransactionId',
    'rejectCode',
    'checks',
    'checkAt',
    'finishedAt',
  ],
});

export function isSettled(attempt: Attempt): boolean {
  return attempt.finishedAt !== null;
}

/** Whether it is a refund that the merchant asked for; a cancellation may also return money so. */
export function isRefund({ verb, intent }: Attempt): boolean {
  return verb === 'refund' && intent === null;
}

/** Whether the provider waits for the customer. */
export function waitsForCustomer({ state, waitUntil }: Attempt): boolean {
  return state === 'PENDING' && waitUntil !== null;
}

/** Whether the issuer declined because the customer was not authenticated (soft decline). */
export function isSoftlyDeclined(attempt: Attempt): boolean {
  return attempt.rejectCode === 'SCA_REQUIRED';
}

const FIRST_CHECK_MS = 2000;
const MAX_CHECK_INTERVAL_MS = 5 * 60 * 1000;

/** 2 s, 4 s, 8 s … up to 5 minutes, without end. */
export function nextCheckAt(checks: number, now: Instant): Instant {
  return now + Math.min(MAX_CHECK_INTERVAL_MS, FIRST_CHECK_MS * 2 ** Math.min(checks, 20));
}
