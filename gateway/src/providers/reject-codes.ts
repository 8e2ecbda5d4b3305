// The reject codes of all methods: why a payment failed, in one sentence for the merchant, and
// whether to try again. Methods add codes of their own. The payment page has its own sentences for
// customers.

import type { RejectReason } from './reject-reason.ts';

export const commonRejectReasons = {
  DO_NOT_HONOR: {
    info: 'The issuer declined the payment and gave no reason.',
    retry: 'other-instrument',
  },
  INSUFFICIENT_FUNDS: { info: 'The account has insufficient funds.', retry: 'other-instrument' },
  EXPIRED_CARD: { info: 'The card has expired.', retry: 'other-instrument' },
  LOST_CARD: { info: 'The card was reported lost.', retry: 'never' },
  STOLEN_CARD: { info: 'The card was reported stolen.', retry: 'never' },
  LIMIT_EXCEEDED: {
    info: 'The payment exceeds a limit of the card or the account.',
    retry: 'other-instrument',
  },
  INVALID_CVV: { info: 'The security code of the card is wrong.', retry: 'same-instrument' },
  INVALID_CARD: { info: 'The issuer does not know this card number.', retry: 'other-instrument' },
  CARD_RESTRICTED: {
    info: 'The card cannot be used for this payment.',
    retry: 'other-instrument',
  },
  SUSPECTED_FRAUD: { info: 'The issuer suspects fraud.', retry: 'never' },
  ISSUER_UNAVAILABLE: { info: 'The issuer could not be reached.', retry: 'same-instrument' },
  SCA_REQUIRED: {
    info: 'The issuer requires strong customer authentication, which was not possible.',
    retry: 'same-instrument',
  },
  SCA_FAILED: {
    info: 'The issuer did not authenticate the customer.',
    retry: 'same-instrument',
  },
  SCA_REJECTED: {
    info: 'The issuer rejected the authentication and asked not to try again.',
    retry: 'other-instrument',
  },
  SCA_TIMEOUT: {
    info: 'The customer did not complete the authentication in time.',
    retry: 'same-instrument',
  },
  SCA_UNAVAILABLE: {
    info: 'The customer could not be authenticated for technical reasons.',
    retry: 'same-instrument',
  },
  ORDER_ALREADY_PAID: {
    info: 'Another payment of the same order succeeded first; this one was not charged.',
    retry: 'never',
  },
  UNSUPPORTED_BIN: {
    info: 'Cards with this BIN are not accepted.',
    retry: 'other-instrument',
  },
  TEST_CARD: {
    info: 'The card is a published test card, which is not accepted in production.',
    retry: 'other-instrument',
  },
  CHANNEL_NOT_SUPPORTED: { info: 'The channel is not enabled for the merchant.', retry: 'never' },
  METHOD_NOT_SUPPORTED: {
    info: 'The payment method is not available for the merchant.',
    retry: 'never',
  },
  CURRENCY_NOT_SUPPORTED: { info: 'The currency is not accepted for this method.', retry: 'never' },
  AMOUNT_OUT_OF_RANGE: {
    info: 'The amount is outside the limits of the method or the bank.',
    retry: 'other-instrument',
  },
  BANK_UNAVAILABLE: {
    info: 'The bank does not accept transfers at present.',
    retry: 'other-instrument',
  },
  BANK_REJECTED: {
    info: 'The bank did not make the transfer.',
    retry: 'other-instrument',
  },
  WRONG_AMOUNT_PAID: {
    info: 'The customer transferred another amount; the bank returns it.',
    retry: 'same-instrument',
  },
  TOKENIZATION_DECLINED: {
    info: 'The card organization or the issuer issues no network token for this card.',
    retry: 'other-instrument',
  },
  TOKEN_SUSPENDED: {
    info: 'The network token is suspended; it may become active again.',
    retry: 'other-instrument',
  },
  TOKEN_NOT_ACTIVE: {
    info: 'The token is unknown, was discarded, or has expired; the card must be stored again.',
    retry: 'other-instrument',
  },
  TOKENIZATION_NOT_SUPPORTED: {
    info: 'There is no token service for this card.',
    retry: 'never',
  },
  RECIPIENT_CARD_NOT_SUPPORTED: {
    info: 'The card of the recipient cannot receive money, or it is not known that it can.',
    retry: 'never',
  },
  RECIPIENT_TOKEN_NOT_ACTIVE: {
    info: 'The stored card of the recipient is unknown, was discarded, or is suspended.',
    retry: 'never',
  },
  WALLET_TOKEN_INVALID: {
    info: 'The wallet token is not authentic, or not for this merchant.',
    retry: 'other-instrument',
  },
  WALLET_TOKEN_EXPIRED: {
    info: 'The wallet token is too old; the customer must confirm the payment again.',
    retry: 'same-instrument',
  },
  WALLET_TOKEN_USED: {
    info: 'The wallet token was used for another payment; the customer must confirm again.',
    retry: 'same-instrument',
  },
  WALLET_AMOUNT_MISMATCH: {
    info: 'The customer has confirmed another amount or currency in the wallet.',
    retry: 'same-instrument',
  },
  EXPIRED: {
    info: 'The payment was not completed within its validity time.',
    retry: 'same-instrument',
  },
  HOLD_EXPIRED: {
    info: 'The preauthorization was not captured within the hold period and was released.',
    retry: 'same-instrument',
  },
  CANCELLED_BY_CUSTOMER: { info: 'The customer cancelled the payment.', retry: 'same-instrument' },
  PROVIDER_UNAVAILABLE: {
    info: 'The provider of the payment method is unavailable; no money was taken.',
    retry: 'same-instrument',
  },
  SYSTEM_ERROR: {
    info: 'The payment failed for technical reasons; no money was taken.',
    retry: 'same-instrument',
  },
} as const satisfies Record<string, RejectReason>;

/** A method declares its own codes in its folder, which merges them into this interface. */
export interface RejectReasons extends Record<keyof typeof commonRejectReasons, RejectReason> {}

export type RejectCode = keyof RejectReasons;

/** Whether a provider may answer with this code: one of those that belong to no method. */
export function isRejectCode(text: string): text is keyof typeof commonRejectReasons {
  return Object.hasOwn(commonRejectReasons, text);
}
