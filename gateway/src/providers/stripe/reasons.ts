// Every decline code and error code of Stripe that a card payment can meet as one of our reject
// codes. A code that is not listed is a decline without a reason; the original code is kept with
// the attempt.

import { textOf, type Fields } from '../../core/json/fields.ts';
import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';

/** Reject codes, each with Stripe's codes for it. `declineCodes` are what an issuer says. */
export const declineCodes: Readonly<Partial<Record<RejectCode, string>>> = {
  DO_NOT_HONOR: `approve_with_id call_issuer do_not_honor do_not_try_again duplicate_transaction
    generic_decline incorrect_address incorrect_zip no_action_taken reenter_transaction
    revocation_of_all_authorizations revocation_of_authorization stop_payment_order`,
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  EXPIRED_CARD: 'expired_card invalid_expiry_month invalid_expiry_year',
  LOST_CARD: 'lost_card',
  STOLEN_CARD: 'stolen_card',
  LIMIT_EXCEEDED: 'card_velocity_exceeded withdrawal_count_limit_exceeded',
  INVALID_CVV: 'incorrect_cvc invalid_cvc',
  INVALID_CARD: 'incorrect_number invalid_account invalid_number new_account_information_available',
  CARD_RESTRICTED: `card_not_supported incorrect_pin invalid_pin not_permitted offline_pin_required
    online_or_offline_pin_required pickup_card pin_try_exceeded restricted_card service_not_allowed
    transaction_not_allowed`,
  SUSPECTED_FRAUD: 'fraudulent merchant_blacklist security_violation',
  ISSUER_UNAVAILABLE: 'issuer_not_available processing_error try_again_later',
  SCA_REQUIRED: 'authentication_required mobile_device_authentication_required',
  CURRENCY_NOT_SUPPORTED: 'currency_not_supported',
  AMOUNT_OUT_OF_RANGE: 'invalid_amount',
  TEST_CARD: 'testmode_decline',
};

/** What Stripe itself says, if there is no decline code. */
export const errorCodes: Readonly<Partial<Record<RejectCode, string>>> = {
  DO_NOT_HONOR: `card_declined charge_already_captured charge_already_refunded charge_disputed
    charge_not_refundable incorrect_address incorrect_postal_code incorrect_zip
    payment_intent_payment_attempt_failed payment_method_customer_decline
    payment_method_provider_decline refund_disputed_payment capture_unauthorized_payment`,
  INSUFFICIENT_FUNDS: 'balance_insufficient insufficient_funds',
  EXPIRED_CARD: 'expired_card expired_payment_method invalid_expiry_month invalid_expiry_year',
  LIMIT_EXCEEDED: `card_decline_rate_limit_exceeded charge_exceeds_source_limit
    charge_exceeds_transaction_limit`,
  INVALID_CVV: 'incorrect_cvc invalid_cvc',
  INVALID_CARD: 'incorrect_number invalid_number',
  CARD_RESTRICTED: `invalid_card_type payment_intent_incompatible_payment_method
    payment_method_not_available payment_method_restricted payment_method_unactivated
    payment_method_unsupported_type token_card_network_invalid`,
  SUSPECTED_FRAUD: 'action_blocked request_blocked',
  ISSUER_UNAVAILABLE: `payment_intent_payment_attempt_expired payment_method_provider_timeout
    processing_error three_d_secure_authentication_upstream_error`,
  SCA_REQUIRED: 'authentication_required payment_intent_action_required',
  SCA_FAILED: 'authentication_failure payment_intent_authentication_failure',
  SCA_UNAVAILABLE: 'three_d_secure_authentication_not_supported',
  CURRENCY_NOT_SUPPORTED: 'payment_method_currency_mismatch',
  AMOUNT_OUT_OF_RANGE: 'amount_too_large amount_too_small invalid_charge_amount',
  HOLD_EXPIRED: 'capture_charge_authorization_expired charge_expired_for_capture',
  PROVIDER_UNAVAILABLE: `account_invalid api_key_expired capability_not_active livemode_mismatch
    payment_intent_rate_limit_exceeded platform_api_key_expired rate_limit
    secret_key_required testmode_charges_only tls_version_unsupported`,
  SYSTEM_ERROR: `charge_invalid_parameter country_unsupported intent_invalid_state
    invalid_characters parameter_invalid_empty parameter_invalid_integer
    parameter_invalid_string_blank parameter_invalid_string_empty parameter_missing
    parameter_unknown parameters_exclusive payment_intent_invalid_parameter
    payment_intent_unexpected_state payment_method_invalid_parameter
    payment_method_invalid_parameter_testmode payment_method_unexpected_state resource_missing
    status_transition_invalid`,
};

const byDecline = byCode(declineCodes);
const byError = byCode(errorCodes);

/** The issuer was not reached, or the payment is not permitted at this account. */
const elsewhere: ReadonlySet<string> = new Set([
  ...wordsOf(declineCodes.ISSUER_UNAVAILABLE),
  ...wordsOf(declineCodes.CURRENCY_NOT_SUPPORTED),
  ...wordsOf(errorCodes.ISSUER_UNAVAILABLE),
  ...wordsOf(errorCodes.CURRENCY_NOT_SUPPORTED),
  ...wordsOf(errorCodes.PROVIDER_UNAVAILABLE),
  'not_permitted',
  'payment_method_unsupported_type',
]);

const CODE = /^[\x21-\x7e]{1,64}$/;

/** Of an error object, or of the last error of an intent. */
export function declineOf(error: Fields, reference: string | null): Declined {
  const declineCode = textOf(error['decline_code'], CODE);
  const code = textOf(error['code'], CODE);
  const known = declineCode === undefined ? byError.get(code ?? '') : byDecline.get(declineCode);
  if (error['type'] !== 'invalid_request_error') {
    return declined(known ?? 'DO_NOT_HONOR', reference, declineCode ?? code);
  }
  // Stripe did not accept the request, and asked no issuer.
  const refused = declined(known ?? 'SYSTEM_ERROR', reference, code);
  return { ...refused, mayTryElsewhere: true };
}

export function declined(
  rejectCode: RejectCode,
  reference: string | null,
  providerCode: string | undefined,
): Declined {
  return {
    kind: 'declined',
    rejectCode,
    reference,
    ...(providerCode === undefined ? {} : { providerCode }),
    ...(providerCode !== undefined && elsewhere.has(providerCode) ? { mayTryElsewhere: true } : {}),
  };
}

function byCode(table: Readonly<Partial<Record<RejectCode, string>>>): Map<string, RejectCode> {
  return new Map(
    Object.entries(table).flatMap(([ours, codes]) =>
      wordsOf(codes).map((code) => [code, ours as RejectCode] as const),
    ),
  );
}

function wordsOf(codes = ''): string[] {
  return codes.split(/\s+/);
}
