// Refusals of operations on account funding payments; part of the table in core/refusals.ts.

export const fundingRefusals = {
  FUNDING_REFUND_MUST_BE_FULL: [
    422,
    'An account funding payment is refunded only in full. Send the whole amount, or leave it out.',
  ],
  FUNDING_CANNOT_BE_RETRIED: [
    409,
    'The card of the recipient is no longer stored. Create a new payment with the recipient.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;
