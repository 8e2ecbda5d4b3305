// What this gateway sends to Stripe. The parameters of an unconfirmed intent follow from amount,
// kind and ids alone, so that an inquiry can send them again and gets the same intent.

import { open } from '../../core/secret.ts';
import type { Card, CardMeans, ThreeDSProof } from '../means.ts';
import type { Authorization, FollowUp } from '../provider.ts';

export const INTENT_ID = /^pi_[A-Za-z0-9_]{1,96}$/;
export const METHOD_ID = /^pm_[A-Za-z0-9_]{1,96}$/;
export const REFUND_ID = /^(re|pyr)_[A-Za-z0-9_]{1,96}$/;

export const INTENTS = '/v1/payment_intents';
export const METHODS = '/v1/payment_methods';
export const REFUNDS = '/v1/refunds';
export const BALANCE = '/v1/balance';

/** The charge of an intent has the ids of the issuer and the card network. */
export const withCharge = { expand: ['latest_charge'] } as const;

/** An idempotency key for each step of an attempt. */
export const keys = {
  method: (attemptId: string) => `${attemptId}-method`,
  create: (attemptId: string) => `${attemptId}-create`,
  confirm: (attemptId: string) => `${attemptId}-confirm`,
  /** Ends an authorization that cannot be completed. */
  end: (attemptId: string) => `${attemptId}-end`,
  /** A reversal may become a refund later, which needs another key. */
  cancel: (attemptId: string) => `${attemptId}-cancel`,
} as const;

export interface NamedAttempt {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
}

/** An intent before it is confirmed. */
interface IntentTerms extends NamedAttempt {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly kind: Authorization['kind'];
}

/** What a message about an object needs to be recorded. */
function metadataOf({ merchantId, paymentId, attemptId }: NamedAttempt) {
  return { merchant: merchantId, payment: paymentId, attempt: attemptId };
}

export function intentParameters(terms: IntentTerms) {
  const isHold = terms.kind === 'hold';
  return {
    amount: terms.amountMinor,
    currency: terms.currency.toLowerCase(),
    capture_method: isHold ? 'manual' : 'automatic',
    allowed_payment_method_types: ['card'],
    metadata: metadataOf(terms),
    ...(isHold
      ? { payment_method_options: { card: { request_incremental_authorization: 'if_available' } } }
      : {}),
  } as const;
}

export function methodParameters({ number, expiry, cvv, holder }: Card) {
  const date = open(expiry);
  return {
    type: 'card',
    card: {
      number: open(number),
      exp_month: BigInt(date.slice(4)),
      exp_year: BigInt(date.slice(0, 4)),
      ...(cvv ? { cvc: open(cvv) } : {}),
    },
    ...(holder ? { billing_details: { name: open(holder) } } : {}),
  } as const;
}

/** Nothing is sent for a customer who must act at Stripe: the gateway authenticates by itself. */
export function confirmParameters(methodId: string, means: CardMeans) {
  const { threeDS, exemption, networkTransactionId } = means;
  const isMit = exemption === 'MIT';
  const card = {
    ...(threeDS?.cavv ? { three_d_secure: importOf(threeDS, open(threeDS.cavv)) } : {}),
    ...(isMit && networkTransactionId !== null
      ? { mit_exemption: { network_transaction_id: networkTransactionId } }
      : {}),
  };
  return {
    payment_method: methodId,
    ...(isMit ? { off_session: true } : { error_on_requires_action: true }),
    ...(Object.keys(card).length > 0 ? { payment_method_options: { card } } : {}),
    ...withCharge,
  } as const;
}

function importOf({ eci, dsTransId, version }: ThreeDSProof, cryptogram: string) {
  return {
    cryptogram,
    transaction_id: dsTransId,
    version,
    ...(/^0[12567]$/.test(eci) ? { electronic_commerce_indicator: eci } : {}),
  };
}

export function captureParameters({ attemptId, amount }: FollowUp) {
  return { amount_to_capture: amount.minor, metadata: { capture: attemptId } } as const;
}

export function incrementParameters({ attemptId, amount }: FollowUp) {
  return { amount: amount.minor, metadata: { adjust: attemptId } } as const;
}

export function refundParameters(intentId: string, request: FollowUp) {
  const metadata = metadataOf(request);
  return { payment_intent: intentId, amount: request.amount.minor, metadata } as const;
}

export const cancelParameters = { cancellation_reason: 'abandoned' } as const;

export function searchParameters(attemptId: string) {
  return { query: `metadata['attempt']:'${attemptId}'`, limit: 10n } as const;
}

export function refundListParameters(intentId: string) {
  return { payment_intent: intentId, limit: 100n } as const;
}
