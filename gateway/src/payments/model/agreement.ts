// A recurring agreement: it allows a merchant to charge a card again without the customer. It is
// written in the entry that completes a strongly authenticated INITIAL payment, outlives the purge
// of that payment, and ends when the payment is reversed or the agreement was unused for too long.

import type { Instant } from '../../core/clock.ts';
import { orNull, table, type RowOf } from '../../journal/table.ts';
import type { recurringMeanings } from '../fields/meanings.ts';

export type Recurring = keyof typeof recurringMeanings;

export const recurringAgreements = table('recurring_agreements', {
  columns: {
    merchantId: 'text',
    /** The INITIAL payment; SUBSEQUENT payments name it as `refPaymentId`. */
    paymentId: 'uuid',
    /**
     * Changes when the agreement ends: then an entry that relies on it is stale. Payments of one
     * series do not conflict with each other, unless the merchant limits their frequency.
     */
    version: 'integer',
    cardFingerprint: 'bytea',
    /** The amount of the INITIAL payment; null for agreements made before it was kept. */
    amountMinor: orNull('bigint'),
    currency: orNull('text'),
    /** `options.recurringCycle` of the INITIAL payment. */
    cycleDays: orNull('integer'),
    /** `options.recurringExpDate` of the INITIAL payment, YYYYMMDD. */
    expiresOn: orNull('text'),
    /** The card network's id of the INITIAL payment. */
    networkTransactionId: orNull('text'),
    createdAt: 'timestamptz',
    /** When the latest payment of the series started. */
    lastUsedAt: 'timestamptz',
    /** The latest SUBSEQUENT payment; null: there was none. It may have failed. */
    lastPaymentId: orNull('uuid'),
    /** When the card was charged before that payment. */
    chargedAt: orNull('timestamptz'),
    /** When the INITIAL payment was reversed. */
    endedAt: orNull('timestamptz'),
  },
  key: ['merchantId', 'paymentId'],
  version: 'version',
  mutable: ['version', 'lastUsedAt', 'lastPaymentId', 'chargedAt', 'endedAt'],
});

export type Agreement = RowOf<typeof recurringAgreements>;

/** What the INITIAL payment and its options agreed on. */
export type AgreedTerms = Pick<
  Agreement,
  'amountMinor' | 'currency' | 'cycleDays' | 'expiresOn' | 'networkTransactionId'
>;

export function newAgreement(
  { merchantId, paymentId }: { readonly merchantId: string; readonly paymentId: string },
  cardFingerprint: Uint8Array,
  terms: AgreedTerms,
  at: Instant,
): Agreement {
  const key = { merchantId, paymentId, version: 1, cardFingerprint };
  const used = { lastUsedAt: at, lastPaymentId: null, chargedAt: null, endedAt: null };
  return { ...key, ...terms, createdAt: at, ...used };
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

/** Whether this is the card of the agreement. What has no fingerprint is not its card. */
export function isAgreedCard(agreement: Agreement, fingerprint: Uint8Array | null): boolean {
  return fingerprint !== null && Buffer.from(fingerprint).equals(agreement.cardFingerprint);
}
