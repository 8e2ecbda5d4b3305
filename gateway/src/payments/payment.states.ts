// The states of a payment and every transition between them, as data: specification section 3 row
// by row, and the rows that our decisions add (docs/decisions). Guards are checked in their order.

import { nextStatus, type Guard, type TransitionTable } from '../core/machine.ts';
import type { Attempt } from '../providers/attempt.ts';
import { isSettled, waitsForCustomer } from '../providers/attempt.ts';
import type { Payment, PaymentStatus } from './payment.ts';
import { latestAdjustment, type Transaction } from './transaction.ts';

export type PaymentTrigger =
  | 'wait'
  | 'start'
  | 'challenge'
  | 'authorize'
  | 'refuse'
  | 'succeed'
  | 'fail'
  | 'break'
  | 'cancel'
  | 'expire'
  | 'reverse'
  | 'release'
  | 'settle'
  | 'capture'
  | 'adjust'
  | 'withdraw'
  | 'restore'
  | 'retry';

/** The input of guards; `amountMinor` is the amount of the requested operation. */
export interface PaymentSubject {
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
  readonly amountMinor?: bigint;
  readonly transactions?: readonly Transaction[];
  /** For a withdrawal: the transaction to withdraw. */
  readonly transId?: string;
  /** How far an adjustment may exceed the authenticated amount, in percent. */
  readonly tolerancePercent?: number;
}

const isPreauth: Guard<PaymentSubject> = {
  name: 'is a preauthorization',
  refusal: 'NOT_A_PREAUTHORIZATION',
  holds: ({ payment }) => payment.transKind === 'PREAUTH',
};
const notCaptured: Guard<PaymentSubject> = {
  name: 'has no capture',
  refusal: 'ALREADY_CAPTURED',
  holds: ({ payment }) => payment.transKind !== 'PREAUTH' || payment.capturedMinor === 0n,
};
const notRefunded: Guard<PaymentSubject> = {
  name: 'has no refund',
  refusal: 'ALREADY_REFUNDED',
  holds: ({ payment }) => payment.refundedMinor === 0n,
};
const withinAuthorized: Guard<PaymentSubject> = {
  name: 'is at most the preauthorized amount',
  refusal: 'CAPTURE_EXCEEDS_AUTHORIZATION',
  holds: ({ payment, amountMinor }) =>
    amountMinor === undefined || amountMinor <= payment.authorizedMinor,
};
/** A customer who was not authenticated for an amount is not charged a higher one. */
const withinExemption: Guard<PaymentSubject> = {
  name: 'is not above the amount that was exempt from strong authentication',
  refusal: 'ADJUSTMENT_EXCEEDS_EXEMPTION',
  holds: ({ attempts, amountMinor = 0n }) =>
    attempts
      .filter(({ exemption }) => exemption === 'LOW_VALUE' || exemption === 'TRA')
      .every((exempt) => amountMinor <= exempt.amountMinor || exempt.state !== 'APPROVED'),
};
/**
 * The base is always the amount of the authorization, so that repeated adjustments do not add up. A
 * card that is not enrolled in 3-D Secure was not authenticated for any amount: then only the
 * issuer decides. An amount that is not raised needs no check.
 */
const withinAuthentication: Guard<PaymentSubject> = {
  name: 'is at most the authenticated amount plus the tolerance of the merchant',
  refusal: 'ADJUSTMENT_EXCEEDS_AUTHENTICATION',
  holds: ({ payment, attempts, amountMinor = 0n, tolerancePercent = 0 }) => {
    const original = attempts.find((one) => one.verb === 'authorize' && one.state === 'APPROVED');
    const isBound = original?.exemption === 'MIT' || (original?.authenticationId ?? null) !== null;
    if (!original || !isBound || amountMinor <= payment.authorizedMinor) return true;
    const extra = (original.amountMinor * BigInt(tolerancePercent)) / 100n;
    return amountMinor <= original.amountMinor + extra;
  },
};
const idle: Guard<PaymentSubject> = {
  name: 'no operation is in progress',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every(isSettled),
};
/** A provider that waits for the customer is asked to stop. */
const idleOrWaiting: Guard<PaymentSubject> = {
  name: 'no operation is in progress, except one that waits for the customer',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every((one) => isSettled(one) || waitsForCustomer(one)),
};
const isPaywall: Guard<PaymentSubject> = {
  name: 'has channel PAYWALL',
  refusal: 'NOT_ON_PAYWALL',
  holds: ({ payment }) => payment.channel === 'PAYWALL',
};
const isLatestAdjustment: Guard<PaymentSubject> = {
  name: 'is the latest adjustment in effect',
  refusal: 'NOT_THE_LATEST_ADJUSTMENT',
  holds: ({ transactions, transId }) => latestAdjustment(transactions ?? [])?.transId === transId,
};
const nothingCanSucceed: Guard<PaymentSubject> = {
  name: 'no provider call can still succeed',
  refusal: 'NOT_IN_THIS_STATE',
  holds: ({ attempts }) => attempts.every(isSettled),
};

export const paymentTransitions: TransitionTable<PaymentStatus, PaymentTrigger, PaymentSubject> = [
  { from: ['NEW'], on: 'wait', to: 'NEW', only: [], source: 'section 3, row 2' },
  { from: ['NEW'], on: 'start', to: 'PENDING', only: [], source: 'section 3, row 3' },
  {
    from: ['PENDING'],
    on: 'challenge',
    to: 'unchanged',
    only: [idle],
    source: 'strong authentication',
  },
  {
    from: ['PENDING'],
    on: 'authorize',
    to: 'unchanged',
    only: [idle],
    source: 'strong authentication',
  },
  { from: ['NEW'], on: 'refuse', to: 'REJECTED', only: [], source: 'early rejection' },
  { from: ['PENDING'], on: 'succeed', to: 'COMPLETED', only: [], source: 'section 3, row 4' },
  { from: ['PENDING'], on: 'fail', to: 'REJECTED', only: [], source: 'section 3, row 5' },
  { from: ['COMPLETED'], on: 'settle', to: 'SETTLED', only: [], source: 'section 3, row 6' },
  {
    from: ['NEW', 'PENDING'],
    on: 'cancel',
    to: 'CANCELLED',
    only: [],
    source: 'section 3, row 7',
  },
  {
    from: ['NEW', 'PENDING'],
    on: 'expire',
    to: 'CANCELLED',
    only: [idleOrWaiting],
    source: 'validTime, section 8',
  },
  {
    from: ['COMPLETED'],
    on: 'cancel',
    to: 'unchanged',
    only: [notCaptured, notRefunded, idle],
    source: 'section 3, row 8: the reversal is requested',
  },
  {
    from: ['COMPLETED'],
    on: 'release',
    to: 'unchanged',
    only: [isPreauth, notCaptured, idle],
    source: 'hold period, section 8: the reversal is requested',
  },
  {
    from: ['COMPLETED'],
    on: 'reverse',
    to: 'CANCELLED',
    only: [],
    source: 'section 3, row 8: the reversal is complete',
  },
  {
    from: ['NEW', 'PENDING'],
    on: 'break',
    to: 'ERROR',
    only: [nothingCanSucceed],
    source: 'section 3, row 9',
  },
  {
    from: ['COMPLETED'],
    on: 'capture',
    to: 'unchanged',
    only: [isPreauth, notCaptured, withinAuthorized, idle],
    source: 'section 3, row 10',
  },
  {
    from: ['COMPLETED'],
    on: 'adjust',
    to: 'unchanged',
    only: [isPreauth, notCaptured, withinExemption, withinAuthentication, idle],
    source: 'rule 3 of section 4.2',
  },
  {
    from: ['COMPLETED'],
    on: 'withdraw',
    to: 'unchanged',
    only: [isPreauth, notCaptured, isLatestAdjustment, idle],
    source: 'section 3, withdrawal of an adjustment',
  },
  { from: ['NEW'], on: 'restore', to: 'unchanged', only: [isPaywall], source: 'section 3, row 11' },
  {
    from: ['REJECTED', 'CANCELLED', 'ERROR'],
    on: 'retry',
    to: 'unchanged',
    only: [],
    source: 'section 3, row 12',
  },
];

/** Names of operations for merchants, where the trigger has another name. */
const operations = { adjust: 'adjustment', withdraw: 'withdrawal of an adjustment' };

/** The status after `on`, or a refusal that names the current status and the required ones. */
export function nextPaymentStatus(
  status: PaymentStatus,
  on: PaymentTrigger,
  subject: PaymentSubject,
): PaymentStatus {
  return nextStatus(paymentTransitions, status, on, subject, { noun: 'payment', operations });
}
