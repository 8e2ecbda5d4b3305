// The guards of the payment's transitions: named pure predicates, each with its refusal.

import type { Guard } from '../../core/machine.ts';
import type { Attempt } from '../../providers/attempt.ts';
import { isRefund, isSettled, waitsForCustomer } from '../../providers/attempt.ts';
import { isFunding, waitsForTry, type Payment } from './payment.ts';
import { isSplit } from './subpayment.ts';
import { latestAdjustment, type Transaction } from './transaction.ts';

/** The input of guards; `amountMinor` is the amount of the requested operation. */
export interface PaymentSubject {
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
  readonly amountMinor?: bigint;
  readonly transactions?: readonly Transaction[];
  /** The transaction of the change; for a withdrawal: the one to withdraw. */
  readonly transId?: string;
  /** How far an adjustment may exceed the authenticated amount, in percent. */
  readonly tolerancePercent?: number;
}

export const isPreauth: Guard<PaymentSubject> = {
  name: 'is a preauthorization',
  refusal: 'NOT_A_PREAUTHORIZATION',
  holds: ({ payment }) => payment.transKind === 'PREAUTH',
};
export const notCaptured: Guard<PaymentSubject> = {
  name: 'has no capture',
  refusal: 'ALREADY_CAPTURED',
  holds: ({ payment }) => payment.transKind !== 'PREAUTH' || payment.capturedMinor === 0n,
};
export const notRefunded: Guard<PaymentSubject> = {
  name: 'has no refund',
  refusal: 'ALREADY_REFUNDED',
  holds: ({ payment }) => payment.refundedMinor === 0n,
};
export const withinAuthorized: Guard<PaymentSubject> = {
  name: 'is at most the preauthorized amount',
  refusal: 'CAPTURE_EXCEEDS_AUTHORIZATION',
  holds: ({ payment, amountMinor }) =>
    amountMinor === undefined || amountMinor <= payment.authorizedMinor,
};
/** The shares of a split add up to the whole amount. */
export const inFullIfSplit: Guard<PaymentSubject> = {
  name: 'is the whole amount of a MARKETPLACE payment',
  refusal: 'CAPTURE_NOT_IN_FULL',
  holds: ({ payment, amountMinor }) =>
    !isSplit(payment) || amountMinor === undefined || amountMinor === payment.authorizedMinor,
};
export const notSplit: Guard<PaymentSubject> = {
  name: 'is not a MARKETPLACE payment',
  refusal: 'SPLIT_NOT_ADJUSTABLE',
  holds: ({ payment }) => !isSplit(payment),
};
/** A customer who was not authenticated for an amount is not charged a higher one. */
export const withinExemption: Guard<PaymentSubject> = {
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
export const withinAuthentication: Guard<PaymentSubject> = {
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
export const idle: Guard<PaymentSubject> = {
  name: 'no operation is in progress',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every(isSettled),
};
/** Another try on the payment page, after a refused one. */
export const isOpenForTry: Guard<PaymentSubject> = {
  name: 'waits for another try',
  refusal: 'NOT_IN_THIS_STATE',
  holds: ({ payment }) => waitsForTry(payment),
};
/** The provider may still be asked to stop an authorization that has ended meanwhile. */
export const noAuthorizationOpen: Guard<PaymentSubject> = {
  name: 'no authorization is in progress',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every((one) => one.verb !== 'authorize' || isSettled(one)),
};
/** A provider that waits for the customer is asked to stop. */
export const idleOrWaiting: Guard<PaymentSubject> = {
  name: 'no operation is in progress, except one that waits for the customer',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every((one) => isSettled(one) || waitsForCustomer(one)),
};
/** Several refunds may be in progress at the same time. */
export const idleExceptRefunds: Guard<PaymentSubject> = {
  name: 'no operation is in progress, except refunds',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ attempts }) => attempts.every((one) => isSettled(one) || isRefund(one)),
};
export const isCaptured: Guard<PaymentSubject> = {
  name: 'money was taken',
  refusal: 'NOT_CAPTURED',
  holds: ({ payment }) => payment.capturedMinor > 0n,
};
export const withinPaid: Guard<PaymentSubject> = {
  name: 'all refunds together are at most the amount paid',
  refusal: 'REFUND_EXCEEDS_PAYMENT',
  holds: ({ payment, amountMinor = 0n }) =>
    payment.refundedMinor + amountMinor <= payment.capturedMinor,
};
/** Every decision loads all transactions of its payment. */
const MAX_REFUNDS = 100;
export const fewRefunds: Guard<PaymentSubject> = {
  name: 'has fewer than 100 refunds',
  refusal: 'TOO_MANY_REFUNDS',
  holds: ({ transactions = [] }) =>
    transactions.filter(({ type }) => type === 'REFUND').length < MAX_REFUNDS,
};
export const isPaywall: Guard<PaymentSubject> = {
  name: 'has channel PAYWALL',
  refusal: 'NOT_ON_PAYWALL',
  holds: ({ payment }) => payment.channel === 'PAYWALL',
};
export const isLatestAdjustment: Guard<PaymentSubject> = {
  name: 'is the latest adjustment in effect',
  refusal: 'NOT_THE_LATEST_ADJUSTMENT',
  holds: ({ transactions, transId }) => latestAdjustment(transactions ?? [])?.transId === transId,
};
export const nothingCanSucceed: Guard<PaymentSubject> = {
  name: 'no provider call can still succeed',
  refusal: 'NOT_IN_THIS_STATE',
  holds: ({ attempts }) => attempts.every(isSettled),
};
/** The recipient has received the whole amount, so only the whole amount is returned. */
export const wholeIfFunding: Guard<PaymentSubject> = {
  name: 'account funding: the whole amount is refunded',
  refusal: 'FUNDING_REFUND_MUST_BE_FULL',
  holds: ({ payment, amountMinor }) => !isFunding(payment) || amountMinor === payment.capturedMinor,
};
/** The card number of the recipient is not kept for another payment. */
export const isNotFunding: Guard<PaymentSubject> = {
  name: 'is not an account funding payment',
  refusal: 'FUNDING_CANNOT_BE_RETRIED',
  holds: ({ payment }) => !isFunding(payment),
};
