// An attempt: one call to a provider, written before the call and never deleted. Its id is the
// idempotency key at the provider; its fence tells the present owner from earlier ones.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
import type { Exemption } from './acquirer.ts';
import type { RejectCode } from './reject-codes.ts';

/** OPEN: the call is under way. UNKNOWN and PENDING: the provider must be asked. */
export type AttemptState = 'OPEN' | 'UNKNOWN' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOID';
export type AttemptVerb = 'authorize' | 'capture' | 'adjust' | 'reverse' | 'refund';

/** Reversals: why. Adjustments: that an earlier one is withdrawn. */
export type AttemptIntent =
  'CANCEL' | 'CUSTOMER_CANCEL' | 'HOLD_EXPIRED' | 'LATE_SUCCESS' | 'WITHDRAW';

export interface Attempt {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly transId: string;
  readonly verb: AttemptVerb;
  /** What a reversal or adjustment is for; null for the plain operation. */
  readonly intent: AttemptIntent | null;
  readonly provider: string;
  /** Authorizations: the authentication they rely on, or why there is none. */
  readonly authenticationId: string | null;
  readonly exemption: Exemption | null;
  readonly state: AttemptState;
  readonly fence: number;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly authCode: string | null;
  readonly rejectCode: RejectCode | null;
  /** How often the resolver has asked. */
  readonly checks: number;
  /** When the resolver looks next; null when the truth is known. */
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
    authCode: 'text',
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
    'authCode',
    'rejectCode',
    'checks',
    'checkAt',
    'finishedAt',
  ],
});

export function isSettled(attempt: Attempt): boolean {
  return attempt.finishedAt !== null;
}

/** Whether the issuer has declined because its customer was not authenticated. */
export function isSoftlyDeclined(attempt: Attempt): boolean {
  return attempt.rejectCode === 'SCA_REQUIRED';
}

const FIRST_LOOK_MS = 2000;
const LONGEST_WAIT_MS = 5 * 60 * 1000;

/** 2 s, 4 s, 8 s … up to 5 minutes, for ever. */
export function nextLook(checks: number, now: Instant): Instant {
  return now + Math.min(LONGEST_WAIT_MS, FIRST_LOOK_MS * 2 ** Math.min(checks, 20));
}
