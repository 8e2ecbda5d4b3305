// The closed table of reject codes: why a payment ended without money, a sentence for the
// merchant and advice on trying again. Customers read their own sentences on the payment page.

export type RetryAdvice = 'same-instrument' | 'other-instrument' | 'never';

export interface RejectReason {
  readonly info: string;
  readonly retry: RetryAdvice;
}

export const rejectReasons = {
  DO_NOT_HONOR: {
    info: 'The issuer refused the payment without a reason.',
    retry: 'other-instrument',
  },
  INSUFFICIENT_FUNDS: { info: 'The account has too little money.', retry: 'other-instrument' },
  EXPIRED_CARD: { info: 'The card has expired.', retry: 'other-instrument' },
  LOST_CARD: { info: 'The card is reported lost.', retry: 'never' },
  STOLEN_CARD: { info: 'The card is reported stolen.', retry: 'never' },
  LIMIT_EXCEEDED: {
    info: 'A limit of the card or account is exceeded.',
    retry: 'other-instrument',
  },
  INVALID_CVV: { info: 'The card verification code is wrong.', retry: 'same-instrument' },
  INVALID_CARD: { info: 'The issuer does not know this card number.', retry: 'other-instrument' },
  CARD_RESTRICTED: {
    info: 'The card may not be used for this payment.',
    retry: 'other-instrument',
  },
  SUSPECTED_FRAUD: { info: 'The issuer suspects fraud.', retry: 'never' },
  ISSUER_UNAVAILABLE: { info: 'The issuer could not be reached.', retry: 'same-instrument' },
  SCA_REQUIRED: {
    info: 'The issuer asks for strong authentication of the customer, which was not possible.',
    retry: 'same-instrument',
  },
  SCA_FAILED: {
    info: 'The customer was not authenticated by the issuer.',
    retry: 'same-instrument',
  },
  SCA_REJECTED: {
    info: 'The issuer rejected the authentication and asks not to try again.',
    retry: 'other-instrument',
  },
  SCA_TIMEOUT: {
    info: 'The customer did not finish the authentication in time.',
    retry: 'same-instrument',
  },
  SCA_UNAVAILABLE: {
    info: 'The customer could not be authenticated for technical reasons.',
    retry: 'same-instrument',
  },
  ORDER_ALREADY_PAID: {
    info: 'Another payment of the order was faster; no money was taken for this one.',
    retry: 'never',
  },
  UNSUPPORTED_BIN: {
    info: 'Cards of this number range are not accepted.',
    retry: 'other-instrument',
  },
  TEST_CARD: {
    info: 'The number is a published test card, which production does not take.',
    retry: 'other-instrument',
  },
  CHANNEL_NOT_SUPPORTED: { info: 'The channel is not enabled for the merchant.', retry: 'never' },
  METHOD_NOT_SUPPORTED: {
    info: 'The payment method is not available for the merchant.',
    retry: 'never',
  },
  CURRENCY_NOT_SUPPORTED: { info: 'The currency is not accepted for this method.', retry: 'never' },
  EXPIRED: { info: 'The payment was not finished in its validity time.', retry: 'same-instrument' },
  HOLD_EXPIRED: {
    info: 'The preauthorization was not captured in its hold period and was released.',
    retry: 'same-instrument',
  },
  CANCELLED_BY_CUSTOMER: { info: 'The customer cancelled the payment.', retry: 'same-instrument' },
  SYSTEM_ERROR: {
    info: 'A technical failure ended the payment; no money was taken.',
    retry: 'same-instrument',
  },
} as const satisfies Record<string, RejectReason>;

export type RejectCode = keyof typeof rejectReasons;

export function isRejectCode(text: string): text is RejectCode {
  return Object.hasOwn(rejectReasons, text);
}
