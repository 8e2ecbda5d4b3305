// Refusals of refunds, balances, fee rules, deposits and settlements.

export const moneyRefusals = {
  NOT_CAPTURED:
    '409 No money has been taken yet: the preauthorization is not captured. Cancel it instead.',
  REFUND_EXCEEDS_PAYMENT:
    '422 The refunds of the payment would exceed the amount paid. Refund at most what is left.',
  INSUFFICIENT_FUNDS:
    '422 The balance of the merchant does not cover the amount. Read GET ' +
    '/payment/refunds/balance; the operator can add a deposit.',
  TOO_MANY_REFUNDS: '422 The payment has 100 refunds, which is the maximum.',
  REFUND_ID_USED:
    '409 Another refund has the same extRefundId. Send a new extRefundId for another refund.',
  REFUND_NOT_FOUND: '404 The payment has no refund with this refundId.',
  FEE_RULE_EXISTS:
    '409 Another fee rule for the same payments begins at this time. Choose another validFrom.',
  LEDGER_CHECK_NOT_FOUND:
    '404 No such check of the ledger. Start one with POST /v1/admin/ledger/checks.',
  REFERENCE_USED:
    '409 This reference was used for another deposit or withdrawal of the merchant. Send a new ' +
    'one.',
  SETTLEMENT_DATE_IN_FUTURE:
    '422 The settlement date is in the future. Payments are settled when they are due.',
  SETTLEMENT_NOT_FOUND: '404 There is no settlement batch with this batchId.',
  SETTLEMENT_RUN_NOT_FOUND: '404 The merchant has no settlement run with this runId.',
} as const;
