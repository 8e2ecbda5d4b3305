// An attempt: one call to a provider, written before the call and never deleted. Its id is the
// idempotency key at the provider; its fence distinguishes the current owner from earlier ones.

import type { Instant } from '../core/clock.ts';
import { orNull, table, typed, type RowOf } from '../journal/table.ts';
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

/** Why an authorization went to its provider, as it was decided. */
export interface StoredRoute {
  /** The rule of the merchant; null: none fitted. */
  readonly rule: string | null;
  readonly why: string;
  /** The providers in the order in which they are tried. */
  readonly providers: readonly string[];
  /** How many providers were tried before. */
  readonly position: number;
  /** Of the card, for success rates; absent: not known. */
  readonly organization?: string;
  readonly country?: string;
}

export const attempts = table('attempts', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    attemptId: 'uuid',
    transId: 'uuid',
    verb: typed<AttemptVerb>('text'),
    /** The purpose of a reversal or adjustment; null for the plain operation. */
    intent: typed<AttemptIntent | null>('text'),
    provider: 'text',
    /** For authorizations: the authentication they rely on, or the exemption. */
    authenticationId: orNull('uuid'),
    exemption: typed<Exemption | null>('text'),
    /** For authorizations: why at this provider. */
    route: typed<StoredRoute | null>('jsonb'),
    state: typed<AttemptState>('text'),
    fence: 'integer',
    amountMinor: 'bigint',
    currency: 'text',
    /** The provider's own id of the operation. */
    reference: orNull('text'),
    /** What the customer must do, or had to choose, for this authorization. */
    customer: typed<CustomerAction | null>('jsonb'),
    /** Until when the customer may act; null if nothing waits for the customer. */
    waitUntil: orNull('timestamptz'),
    authCode: orNull('text'),
    /** The card network's id of an approved authorization, if the provider returned it. */
    networkTransactionId: orNull('text'),
    rejectCode: typed<RejectCode | null>('text'),
    /** The provider's own code of a decline. */
    providerCode: orNull('text'),
    /** How often the resolver has asked the provider. */
    checks: 'integer',
    /** When the resolver checks next; null once the result is known. */
    checkAt: orNull('timestamptz'),
    startedAt: 'timestamptz',
    finishedAt: orNull('timestamptz'),
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
    'providerCode',
    'checks',
    'checkAt',
    'finishedAt',
  ],
});

export type Attempt = RowOf<typeof attempts>;

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
