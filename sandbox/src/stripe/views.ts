// The objects of Stripe's API as the simulated Stripe shows them: an intent is the stored row and
// its charge at the simulated acquirer.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { Charge } from '../acquirer/charge.ts';
import type { IntentRow } from './rows.ts';

/** What an issuer's decline is called. */
const declineCodes: Readonly<Record<string, string>> = {
  DO_NOT_HONOR: 'do_not_honor',
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  EXPIRED_CARD: 'expired_card',
  LOST_CARD: 'lost_card',
  STOLEN_CARD: 'stolen_card',
  LIMIT_EXCEEDED: 'card_velocity_exceeded',
  INVALID_CVV: 'incorrect_cvc',
  INVALID_CARD: 'incorrect_number',
  CARD_RESTRICTED: 'restricted_card',
  SUSPECTED_FRAUD: 'fraudulent',
  ISSUER_UNAVAILABLE: 'issuer_not_available',
  SCA_REQUIRED: 'authentication_required',
};

interface CardError {
  readonly type: 'card_error';
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
}

function cardError(rejectCode: string | null): CardError {
  return {
    type: 'card_error',
    code: 'card_declined',
    decline_code: declineCodes[rejectCode ?? ''] ?? 'generic_decline',
    message: 'Your card was declined.',
  };
}

/** A confirmation without a charge is in progress; after `lostAt` it was lost. */
export function intentStatus(row: IntentRow, charge: Charge | undefined, lostAt: Instant): string {
  if (row.state === 'CANCELED') return 'canceled';
  if (!charge) {
    const isOnTheWay = row.confirmedAt !== null && row.confirmedAt > lostAt;
    return isOnTheWay ? 'processing' : 'requires_payment_method';
  }
  switch (charge.result) {
    case 'APPROVED':
      return row.isHold && charge.capturedMinor === 0n ? 'requires_capture' : 'succeeded';
    case 'PENDING':
      return 'processing';
    case 'DECLINED':
      return 'requires_payment_method';
    case 'VOID':
      return 'canceled';
  }
}

export function intentView(row: IntentRow, charge: Charge | undefined, lostAt: Instant) {
  const { intentId, metadata, isHold, createdAt } = row;
  const status = intentStatus(row, charge, lostAt);
  const isApproved = charge?.result === 'APPROVED';
  const capturable = status === 'requires_capture' && charge ? charge.authorizedMinor : 0n;
  return {
    id: intentId,
    object: 'payment_intent',
    amount: Number(isApproved ? charge.authorizedMinor : row.amountMinor),
    amount_capturable: Number(capturable),
    amount_received: Number(isApproved ? charge.capturedMinor : 0n),
    capture_method: isHold ? 'manual' : 'automatic',
    created: secondsOf(createdAt),
    currency: row.currency.toLowerCase(),
    last_payment_error: charge?.result === 'DECLINED' ? cardError(charge.rejectCode) : null,
    latest_charge: charge ? chargeView(charge) : null,
    metadata,
    status,
  };
}

function chargeView({ reference, authCode, networkTransactionId, cardLastFour }: Charge) {
  const card = {
    authorization_code: authCode,
    last4: cardLastFour,
    network_transaction_id: networkTransactionId,
  };
  const payment_method_details = { type: 'card', card };
  return { id: `ch_${plain(reference)}`, object: 'charge', payment_method_details };
}

const refundStatuses: Readonly<Record<Charge['result'], string>> = {
  APPROVED: 'succeeded',
  PENDING: 'pending',
  DECLINED: 'failed',
  VOID: 'canceled',
};

export function refundView(intentId: string, refund: Charge) {
  const { attemptId, merchantId, paymentId, amountMinor, currency, result, createdAt } = refund;
  return {
    id: `re_${plain(attemptId)}`,
    object: 'refund',
    amount: Number(amountMinor),
    created: secondsOf(createdAt),
    currency: currency.toLowerCase(),
    ...(result === 'DECLINED' ? { failure_reason: 'declined' } : {}),
    metadata: { merchant: merchantId, payment: paymentId, attempt: attemptId },
    payment_intent: intentId,
    status: refundStatuses[result],
  };
}

export function secondsOf(time: Instant): number {
  return Math.floor(time / 1000);
}

export function plain(uuid: string): string {
  return uuid.replaceAll('-', '');
}
