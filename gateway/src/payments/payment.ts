// The payment: one flat row, the fields every decision reads. Personal data given at creation lives
// beside it in payment_details, so that it can be removed without touching the payment.

import type { Instant } from '../core/clock.ts';
import { money, type Money } from '../core/money.ts';
import { table } from '../journal/table.ts';
import type { Attempt } from '../acquirers/attempt.ts';
import type { RejectCode } from '../acquirers/reject-codes.ts';
import type { Channel, Method } from '../merchants/merchant.ts';
import type { Recurring } from './agreement.ts';
import type { Transaction } from './transaction.ts';

export const paymentStatuses = [
  'NEW',
  'PENDING',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'ERROR',
  'SETTLED',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const transKinds = ['AUTH', 'PREAUTH', 'ACCT_FUNDING'] as const;
export type TransKind = (typeof transKinds)[number];

/** What a payment can wait for. */
export const dataRequests = ['INSTRUMENT', 'CARD_CVV', 'DEVICE', 'CARD_3DS', 'CAPTURE'] as const;
export type DataRequest = (typeof dataRequests)[number];

/** What is to be done about each, in the order of the steps; CARD_3DS stands for two of them. */
export const dataRequestSteps: readonly (readonly [DataRequest, when: string, todo: string])[] = [
  ['INSTRUMENT', 'no instrument yet', 'PUT …/instrument with the instrument'],
  ['CARD_CVV', 'the security code is missing', 'PATCH …/instrument with {"cvv": "…"}'],
  ['DEVICE', 'data about the customer’s device is missing', 'PATCH … with {"device": {…}}'],
  [
    'CARD_3DS',
    'acsData has threeDSMethodURL: run the 3DS Method',
    'post threeDSMethodData to threeDSMethodURL in a hidden iframe, then read the payment again; ' +
      'after 10 seconds the payment continues without it',
  ],
  [
    'CARD_3DS',
    'acsData has acsURL or acsSignedContent: show the challenge',
    'post creqPayload as form field creq to acsURL, or pass acsData to the SDK in the app',
  ],
  ['CAPTURE', 'preauthorized', 'POST …/capture before holdUntil, or POST …/cancel'],
];

export interface Payment {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly version: number;
  readonly status: PaymentStatus;
  /** How many events this payment has had. */
  readonly sequence: number;
  readonly agentId: string | null;
  readonly channel: Channel;
  readonly method: Method | null;
  readonly transKind: TransKind;
  readonly transType: string;
  /** Whether it begins a series or is one of a series. */
  readonly recurring: Recurring | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly authorizedMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly extOrderId: string | null;
  /** True while this payment is with a provider or has succeeded: no other of its order may be. */
  readonly holdsOrder: boolean;
  readonly description: string | null;
  readonly rejectCode: RejectCode | null;
  readonly dataRequest: DataRequest | null;
  readonly instrumentType: string | null;
  readonly cardMask: string | null;
  readonly organization: string | null;
  /** True while the vault holds a card of this payment. */
  readonly cardHeld: boolean;
  /** Counts the links of a PAYWALL payment; only the latest link and CLIENT token work. */
  readonly generation: number;
  readonly validUntil: Instant;
  /** When a hold is released that is not captured before. */
  readonly holdUntil: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const payments = table<Payment>('payments', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    version: 'integer',
    status: 'text',
    sequence: 'integer',
    agentId: 'text',
    channel: 'text',
    method: 'text',
    transKind: 'text',
    transType: 'text',
    recurring: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    authorizedMinor: 'bigint',
    capturedMinor: 'bigint',
    refundedMinor: 'bigint',
    extOrderId: 'text',
    holdsOrder: 'boolean',
    description: 'text',
    rejectCode: 'text',
    dataRequest: 'text',
    instrumentType: 'text',
    cardMask: 'text',
    organization: 'text',
    cardHeld: 'boolean',
    generation: 'integer',
    validUntil: 'timestamptz',
    holdUntil: 'timestamptz',
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
    'generation',
    'validUntil',
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

/**
 * What was given at creation and is kept for the page, the providers and the merchant's reading.
 */
export interface PaymentDetails {
  readonly redirectURL?: string;
  /** Where the ACS sends the browser instead of here, when the merchant takes it itself. */
  readonly acsNotificationURL?: string;
  /** What was said of the merchant and its agent, specification 2.8. */
  readonly merchant?: object;
  readonly agent?: object;
  readonly customer?: object;
  readonly device?: object;
  /** The version of 3-D Secure that binInfo named for the SDK of this payment. */
  readonly sdkVersion?: string;
  /** Order fields that are not part of the payment row. */
  readonly order?: object;
  readonly options?: object;
  /** Why the payment was cancelled. */
  readonly cancelReason?: string;
  /** Why adjustments were withdrawn, by transaction. */
  readonly withdrawalReasons?: Readonly<Record<string, string>>;
}

/** Details with the consents as JSON text: they are opaque, and written once. */
export interface NewDetails extends PaymentDetails {
  readonly consents?: string;
}

export interface DetailsRow {
  readonly merchantId: string;
  readonly paymentId: string;
  /** As jsonb, so nothing but fields that were checked. */
  readonly details: PaymentDetails;
  readonly consents: string | null;
}

export const paymentDetails = table<DetailsRow>('payment_details', {
  columns: { merchantId: 'text', paymentId: 'uuid', details: 'jsonb', consents: 'text' },
  key: ['merchantId', 'paymentId'],
  mutable: ['details'],
});

/** When something must happen to a payment if nothing happens before. */
export interface Deadline {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly dueAt: Instant;
}

export const deadlines = table<Deadline>('deadlines', {
  columns: { merchantId: 'text', paymentId: 'uuid', dueAt: 'timestamptz' },
  key: ['merchantId', 'paymentId'],
  mutable: ['dueAt'],
});

/** A payment with everything a decision about it may need. */
export interface Loaded {
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
  readonly transactions: readonly Transaction[];
}

/** The amount of a payment, transaction or attempt. */
export function amountOf(of: { amountMinor: bigint; currency: string }): Money {
  return money(of.amountMinor, of.currency);
}
