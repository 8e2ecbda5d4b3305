// Autopay's reasons as reject codes. Both lists are open: an unknown reason of a failure is a
// failure without a reason.

import type { RejectCode } from '../reject-codes.ts';

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

/** Why a transaction ended with FAILURE (`paymentStatusDetails`). */
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
