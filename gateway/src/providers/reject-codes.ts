// The reject codes of all methods: why a payment failed, in one sentence for the merchant, and
// whether to try again. Methods add codes of their own. The payment page has its own sentences for
// customers.

import { never, otherInstrument, sameInstrument, type RejectReason } from './reject-reason.ts';

export const commonRejectReasons = {
  DO_NOT_HONOR: otherInstrument('The issuer declined the payment and gave no reason.'),
  INSUFFICIENT_FUNDS: otherInstrument('The account has insufficient funds.'),
  EXPIRED_CARD: otherInstrument('The card has expired.'),
  LOST_CARD: never('The card was reported lost.'),
  STOLEN_CARD: never('The card was reported stolen.'),
  LIMIT_EXCEEDED: otherInstrument('The payment exceeds a limit of the card or the account.'),
  INVALID_CVV: sameInstrument('The security code of the card is wrong.'),
  INVALID_CARD: otherInstrument('The issuer does not know this card number.'),
  CARD_RESTRICTED: otherInstrument('The card cannot be used for this payment.'),
  SUSPECTED_FRAUD: never('The issuer suspects fraud.'),
  ISSUER_UNAVAILABLE: sameInstrument('The issuer could not be reached.'),
  SCA_REQUIRED: sameInstrument(
    'The issuer requires strong customer authentication, which was not possible.',
  ),
  SCA_FAILED: sameInstrument('The issuer did not authenticate the customer.'),
  SCA_REJECTED: otherInstrument(
    'The issuer rejected the authentication and asked not to try again.',
  ),
  SCA_TIMEOUT: sameInstrument('The customer did not complete the authentication in time.'),
  SCA_UNAVAILABLE: sameInstrument('The customer could not be authenticated for technical reasons.'),
  ORDER_ALREADY_PAID: never(
    'Another payment of the same order succeeded first; this one was not charged.',
  ),
  UNSUPPORTED_BIN: otherInstrument('Cards with this BIN are not accepted.'),
  TEST_CARD: otherInstrument(
    'The card is a published test card, which is not accepted in production.',
  ),
  CHANNEL_NOT_SUPPORTED: never('The channel is not enabled for the merchant.'),
  METHOD_NOT_SUPPORTED: never('The payment method is not available for the merchant.'),
  CURRENCY_NOT_SUPPORTED: never('The currency is not accepted for this method.'),
  AMOUNT_OUT_OF_RANGE: otherInstrument(
    'The amount is outside the limits of the method or the bank.',
  ),
  BANK_UNAVAILABLE: otherInstrument('The bank does not accept transfers at present.'),
  BANK_REJECTED: otherInstrument('The bank did not make the transfer.'),
  WRONG_AMOUNT_PAID: sameInstrument(
    'The customer transferred another amount; the bank returns it.',
  ),
  TOKENIZATION_DECLINED: otherInstrument(
    'The card organization or the issuer issues no network token for this card.',
  ),
  TOKEN_SUSPENDED: otherInstrument('The network token is suspended; it may become active again.'),
  TOKEN_NOT_ACTIVE: otherInstrument(
    'The token is unknown, was discarded, or has expired; the card must be stored again.',
  ),
  TOKENIZATION_NOT_SUPPORTED: never('There is no token service for this card.'),
  RECIPIENT_CARD_NOT_SUPPORTED: never(
    'The card of the recipient cannot receive money, or it is not known that it can.',
  ),
  RECIPIENT_TOKEN_NOT_ACTIVE: never(
    'The stored card of the recipient is unknown, was discarded, or is suspended.',
  ),
  WALLET_TOKEN_INVALID: otherInstrument(
    'The wallet token is not authentic, or not for this merchant.',
  ),
  WALLET_TOKEN_EXPIRED: sameInstrument(
    'The wallet token is too old; the customer must confirm the payment again.',
  ),
  WALLET_TOKEN_USED: sameInstrument(
    'The wallet token was used for another payment; the customer must confirm again.',
  ),
  WALLET_AMOUNT_MISMATCH: sameInstrument(
    'The customer has confirmed another amount or currency in the wallet.',
  ),
  EXPIRED: sameInstrument('The payment was not completed within its validity time.'),
  HOLD_EXPIRED: sameInstrument(
    'The preauthorization was not captured within the hold period and was released.',
  ),
  CANCELLED_BY_CUSTOMER: sameInstrument('The customer cancelled the payment.'),
  PROVIDER_UNAVAILABLE: sameInstrument(
    'The provider of the payment method is unavailable; no money was taken.',
  ),
  SYSTEM_ERROR: sameInstrument('The payment failed for technical reasons; no money was taken.'),
} as const satisfies Record<string, RejectReason>;

/** A method declares its own codes in its folder, which merges them into this interface. */
export interface RejectReasons extends Record<keyof typeof commonRejectReasons, RejectReason> {}

export type RejectCode = keyof RejectReasons;

/** Whether a provider may answer with this code: one of those that belong to no method. */
export function isRejectCode(text: string): text is keyof typeof commonRejectReasons {
  return Object.hasOwn(commonRejectReasons, text);
}
