// Refusals of payments without the customer that break the rules of their series; part of the table
// in core/refusals.ts.

export const recurringRefusals = {
  REF_PAYMENT_NOT_INITIAL:
    '422 The payment in options.refPaymentId does not have options.recurring INITIAL. Send one ' +
    'that has.',
  REF_PAYMENT_NOT_AUTHENTICATED:
    '422 The customer was not authenticated in options.refPaymentId. Make a new INITIAL payment.',
  REF_PAYMENT_OTHER_CARD:
    '422 The payment in options.refPaymentId has another card. Send the same card.',
  REF_PAYMENT_NOT_FOUND:
    '404 options.refPaymentId is unknown. Send the paymentId of an INITIAL payment of this ' +
    'merchant.',
  RECURRING_AMOUNT_TOO_HIGH:
    '422 The amount is above that of the INITIAL payment. Send less, or make a new INITIAL ' +
    'payment.',
  RECURRING_OTHER_CURRENCY:
    '422 The INITIAL payment has another currency. Send that one, or make a new INITIAL payment.',
  RECURRING_TOO_SOON:
    '422 The agreed cycle of the series is not over. The details say when; repeat the request ' +
    'then.',
  RECURRING_CYCLE_UNKNOWN:
    '422 The INITIAL payment has no recurringCycle. Make a new INITIAL payment that has one.',
  RECURRING_EXPIRED:
    '422 The recurringExpDate of the INITIAL payment has passed. Make a new INITIAL payment.',
} as const;
