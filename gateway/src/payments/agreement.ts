// A recurring agreement: it allows a merchant to charge a card again without the customer. It is
// written in the entry that completes a strongly authenticated INITIAL payment, outlives the purge
// of that payment, and ends when the payment is reversed or the agreement was unused for too long.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';

export const recurringKinds = ['INITIAL', 'SUBSEQUENT'] as const;
export type Recurring = (typeof recurringKinds)[number];

export interface Agreement {
  readonly merchantId: string;
  /** The INITIAL payment; SUBSEQUENT payments name it as `refPaymentId`. */
  readonly paymentId: string;
  /**
   * Changes only when the agreement ends: then an entry that relies on it is stale, while payments
   * of one series do not conflict with each other.
   */
  readonly version: number;
  readonly cardFingerprint: Uint8Array;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  /** When the INITIAL payment was reversed. */
  readonly endedAt: Instant | null;
}

export const recurringAgreements = table<Agreement>('recurring_agreements', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    version: 'integer',
    cardFingerprint: 'bytea',
    createdAt: 'timestamptz',
    lastUsedAt: 'timestamptz',
    endedAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  version: 'version',
  mutable: ['version', 'lastUsedAt', 'endedAt'],
});

export function newAgreement(
  { merchantId, paymentId }: { readonly merchantId: string; readonly paymentId: string },
  cardFingerprint: Uint8Array,
  at: Instant,
): Agreement {
  const used = { createdAt: at, lastUsedAt: at, endedAt: null };
  return { merchantId, paymentId, version: 1, cardFingerprint, ...used };
}

/** Whether cards may be charged under it at this time. */
export function isInForce({ endedAt, lastUsedAt }: Agreement, now: Instant): boolean {
  return endedAt === null && lastUsedAt > usedSince(now);
}

const MONTHS_UNUSED = 13;

/** Agreements last used at or before this time have ended. */
export function usedSince(now: Instant): Instant {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_UNUSED);
  return date.getTime();
}
