// The payment: one flat row with the fields that every decision reads. Other data of the creation
// request is in payment-details.ts.

import type { DataRequest } from '../../methods/data-request.ts';
import { money, type Money } from '../../core/money.ts';
import { orNull, table, typed, type RowOf } from '../../journal/table.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Channel } from '../../merchants/merchant.ts';
import { statusMeanings, type transKindMeanings } from '../fields/meanings.ts';
import type { Recurring } from './agreement.ts';
import type { RefundPart } from './refund-part.ts';
import type { Subpayment } from './subpayment.ts';
import type { Transaction } from './transaction.ts';

export type PaymentStatus = keyof typeof statusMeanings;
export const paymentStatuses = Object.keys(statusMeanings) as PaymentStatus[];

/** VERIFICATION checks the card of a tokenization, without an amount; merchants cannot send it. */
type TransKind = keyof typeof transKindMeanings | 'VERIFICATION';

export const payments = table('payments', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    version: 'integer',
    status: typed<PaymentStatus>('text'),
    /** The number of events of this payment so far. */
    sequence: 'integer',
    agentId: orNull('text'),
    channel: typed<Channel>('text'),
    method: orNull('text'),
    transKind: typed<TransKind>('text'),
    transType: 'text',
    /** Whether it starts a series or belongs to one. */
    recurring: typed<Recurring | null>('text'),
    currency: 'text',
    amountMinor: 'bigint',
    authorizedMinor: 'bigint',
    capturedMinor: 'bigint',
    refundedMinor: 'bigint',
    extOrderId: orNull('text'),
    /**
     * True while this payment is at a provider or has succeeded: no other payment of its order may
     * be.
     */
    holdsOrder: 'boolean',
    description: orNull('text'),
    rejectCode: typed<RejectCode | null>('text'),
    dataRequest: typed<DataRequest | null>('text'),
    instrumentType: orNull('text'),
    cardMask: orNull('text'),
    organization: orNull('text'),
    /** True while the vault holds a card of this payment. */
    cardHeld: 'boolean',
    /** The tokenization that takes the card once this payment has completed. */
    tokenizerId: orNull('uuid'),
    /** It has its own address for notifications (`options.asyncNotify`). */
    hasNotifyUrl: 'boolean',
    /** Counts the links of a PAYWALL payment; only the latest link and CLIENT token work. */
    generation: 'integer',
    validUntil: 'timestamptz',
    /** How many tries were refused while the payment stayed open for another one. */
    refusedTries: 'integer',
    /** When the last of them was refused: the current try began later. */
    refusedAt: orNull('timestamptz'),
    /** When the hold is released if it is not captured before. */
    holdUntil: orNull('timestamptz'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  hasOwnId: true,
  version: 'version',
  mutable: [
    'version',
    'status',
    'sequence',
    'method',
    'authorizedMinor',
    'capturedMinor',
    'refundedMinor',
    'holdsOrder',
    'rejectCode',
    'dataRequest',
    'instrumentType',
    'cardMask',
    'organization',
    'cardHeld',
    'tokenizerId',
    'generation',
    'validUntil',
    'refusedTries',
    'refusedAt',
    'holdUntil',
    'updatedAt',
  ],
  unique: [
    {
      name: 'payments_one_per_order',
      columns: ['merchantId', 'extOrderId'],
      when: (row) => row['holdsOrder'] === true,
    },
  ],
});

export type Payment = RowOf<typeof payments>;

export const deadlines = table('deadlines', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    dueAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['dueAt'],
  upsert: true,
});

/** When the payment is processed by a job if nothing else happens before. */
export type Deadline = RowOf<typeof deadlines>;

/** A payment with everything that a decision about it may need. */
export interface Loaded {
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
  readonly transactions: readonly Transaction[];
  /** The shares of a MARKETPLACE payment; absent for others. */
  readonly subpayments?: readonly Subpayment[];
  /** What its refunds return of each share. */
  readonly refundParts?: readonly RefundPart[];
}

/** Whether it only verifies the card of a tokenization. */
export function isVerification({ transKind }: Pick<Payment, 'transKind'>): boolean {
  return transKind === 'VERIFICATION';
}

/** Whether the money is first held and taken only by a capture. */
export function isHold({ transKind }: Pick<Payment, 'transKind'>): boolean {
  return transKind === 'PREAUTH';
}

/** Whether its money goes to the card of a recipient. */
export function isFunding({ transKind }: Pick<Payment, 'transKind'>): boolean {
  return transKind === 'ACCT_FUNDING';
}

/** Whether its result is still open. */
export function isUnfinished({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'NEW' || status === 'PENDING';
}

/**
 * Whether it waits for another try after a refused one. The code of the refusal stays until the
 * next try goes to the issuer or a provider.
 */
export function waitsForTry({ status, rejectCode }: Pick<Payment, 'status' | 'rejectCode'>) {
  return status === 'PENDING' && rejectCode !== null;
}

/** Whether the merchant has or gets the money. */
export function isPaid({ status }: Payment): boolean {
  return status === 'COMPLETED' || status === 'SETTLED';
}

/** The amount of a payment, transaction or attempt. */
export function amountOf(of: { amountMinor: bigint; currency: string }): Money {
  return money(of.amountMinor, of.currency);
}

/** The amount held or taken now: after a partial capture the rest of the hold is released. */
export function authorizedNow({ authorizedMinor, capturedMinor }: Payment): bigint {
  return capturedMinor > 0n ? capturedMinor : authorizedMinor;
}
