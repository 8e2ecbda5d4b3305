// Autopay's reasons as reject codes. The lists are open: an unknown reason of a failure is a
// failure without a reason, and the reason is kept as Autopay wrote it.

import { blikRejectCode } from '../blik/reasons.ts';
import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';

/** The channel of BLIK payments. */
export const BLIK_GATEWAY = '509';

/** `reason` is stored with the attempt if it is written as Autopay writes reasons. */
export function declineOf(
  rejectCode: RejectCode,
  reason = '',
  reference: string | null = null,
): Declined {
  const isReason = /^[A-Z0-9_]{1,64}$/.test(reason);
  const decline = { kind: 'declined', rejectCode, reference } as const;
  return isReason ? { ...decline, providerCode: reason } : decline;
}

/** Why a transaction was not started. */
const startReasons: Readonly<Record<string, RejectCode>> = {
  START_AMOUNT_OUT_OF_RANGE: 'AMOUNT_OUT_OF_RANGE',
  BANK_DISABLED: 'BANK_UNAVAILABLE',
  BANK_TEMPORARY_MAINTENANCE: 'BANK_UNAVAILABLE',
  PAYWAY_NOT_FOUND: 'BANK_UNAVAILABLE',
  OUTDATED_ERROR: 'EXPIRED',
  LINK_VALIDITY_TIME_OUTDATED: 'EXPIRED',
  TRANSACTION_CANCELED: 'BANK_REJECTED',
};

/** The order exists already: whether it was paid must be asked, although this start was refused. */
const orderExists: ReadonlySet<string> = new Set([
  'MULTIPLY_PAID_TRANSACTION',
  'BLOCK_MULTIPLE_TRANSACTIONS',
  'BLOCK_PAID_TRANSACTIONS',
]);

/** Undefined: the order exists already. */
export function rejectCodeOfStart(reason: string): RejectCode | undefined {
  return orderExists.has(reason) ? undefined : (find(startReasons, reason) ?? 'SYSTEM_ERROR');
}

/** Why a BLIK payment was not started, besides the reasons of BLIK itself. */
const blikStartReasons: Readonly<Record<string, RejectCode>> = {
  START_AMOUNT_OUT_OF_RANGE: 'AMOUNT_OUT_OF_RANGE',
  BANK_DISABLED: 'PROVIDER_UNAVAILABLE',
  BANK_TEMPORARY_MAINTENANCE: 'PROVIDER_UNAVAILABLE',
  PAYWAY_NOT_FOUND: 'PROVIDER_UNAVAILABLE',
  OUTDATED_ERROR: 'EXPIRED',
  LINK_VALIDITY_TIME_OUTDATED: 'EXPIRED',
};

/** Undefined: the order exists already. */
export function rejectCodeOfBlikStart(reason: string): RejectCode | undefined {
  if (orderExists.has(reason)) return undefined;
  return find(blikStartReasons, reason) ?? rejectCodeOfBlik(reason);
}

/** Where Autopay does not use the words of BLIK. */
const blikDetails: Readonly<Record<string, RejectCode>> = {
  REJECTED: 'BLIK_ISSUER_DECLINED',
  REJECTED_BY_USER: 'BLIK_USER_DECLINED',
  EXPIRED: 'BLIK_USER_TIMEOUT',
};

/** Why a BLIK payment failed. */
export function rejectCodeOfBlik(reason: string): RejectCode {
  return find(blikDetails, reason) ?? blikRejectCode(reason);
}

/** Why a transfer ended with FAILURE (`paymentStatusDetails`). */
const failureDetails: Readonly<Record<string, RejectCode>> = {
  REJECTED: 'BANK_REJECTED',
  REJECTED_BY_USER: 'CANCELLED_BY_CUSTOMER',
  USER_DECLINED: 'CANCELLED_BY_CUSTOMER',
  INCORRECT_AMOUNT: 'WRONG_AMOUNT_PAID',
  EXPIRED: 'EXPIRED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
  FRAUD_SUSPECT: 'SUSPECTED_FRAUD',
  CONNECTION_ERROR: 'BANK_UNAVAILABLE',
};

export function rejectCodeOfFailure(details: string): RejectCode {
  return find(failureDetails, details) ?? 'BANK_REJECTED';
}

/** Errors after which a refund was certainly not ordered. */
const refundErrors: Readonly<Record<string, RejectCode>> = {
  TRANSACTION_NOT_FOUND: 'BANK_REJECTED',
  TRANSACTION_NOT_IN_REFUNDABLE_STATUS: 'BANK_REJECTED',
  TRANSACTION_TOO_OLD_TO_REFUND: 'EXPIRED',
  PARTIAL_TRANSACTION_REFUNDS_FORBIDDEN: 'BANK_REJECTED',
};

/** Undefined: it is unknown whether the refund was ordered. */
export function rejectCodeOfRefundError(errorStatus: string): RejectCode | undefined {
  return find(refundErrors, errorStatus);
}

/** The final states of a refund that was not made. */
const refundStates: Readonly<Record<string, RejectCode>> = {
  CANCELED_NO_FUNDS_ON_BALANCE: 'INSUFFICIENT_FUNDS',
  CANCELED_AMOUNT_EXCEEDS_TRANSACTION: 'AMOUNT_OUT_OF_RANGE',
  CANCELED_MANUALLY_BY_SERVICES: 'BANK_REJECTED',
};

export function rejectCodeOfRefundState(state: string): RejectCode | undefined {
  return find(refundStates, state);
}

function find(table: Readonly<Record<string, RejectCode>>, name: string): RejectCode | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
