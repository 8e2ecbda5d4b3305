// Refusals of payments that are divided between merchants; part of the table in core/refusals.ts.

export const marketplaceRefusals = {
  SUBMERCHANT_NOT_ALLOWED:
    '403 A share names a merchant that may not receive shares of yours. Ask the operator to add ' +
    'it.',
  CAPTURE_NOT_IN_FULL:
    '422 A MARKETPLACE payment is captured only in full, because its shares are fixed. Omit ' +
    'amount.',
  SPLIT_NOT_ADJUSTABLE:
    '409 A MARKETPLACE payment cannot be adjusted, because its shares are fixed. Cancel it ' +
    'instead.',
  SUBPAYMENT_NOT_FOUND:
    '404 The payment has no such subpayment. List its subpayments with GET …/subpayments.',
  SUBPAYMENT_REQUIRED:
    '422 A partial refund of a MARKETPLACE payment names its subpayment. Send subpaymentId, or ' +
    'no amount.',
  REFUND_EXCEEDS_SUBPAYMENT:
    '422 The refunds of the subpayment would exceed its share. Refund at most what is left of it.',
} as const;
