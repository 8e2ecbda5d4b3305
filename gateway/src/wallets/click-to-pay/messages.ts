// The message that tells Click to Pay how a checkout ended, and what its answer means.

import { exactNumber } from '../../core/json.ts';
import { formatAmount } from '../../core/money.ts';
import type { CheckoutConfirmation, ClickToPay } from '../wallet-services.ts';

/** The codes of EMV Secure Remote Commerce. */
const AUTHORIZE = '01';
const CONFIRMED = '02';
const CANCELLED = '03';
const SUCCESS = '01';
const FAILURE = '02';

/** Request timeout and too many requests: the same message may be accepted later. */
const passingStatuses: readonly number[] = [408, 429];

/** By the HTTP status of the answer. */
export function confirmationMeaning(status: number): Awaited<ReturnType<ClickToPay['confirm']>> {
  if (status >= 200 && status < 300) return 'confirmed';
  if (status < 400 || status >= 500 || passingStatuses.includes(status)) return 'unknown';
  return 'refused';
}

/** The body of the request. */
export function confirmationMessage(confirmation: CheckoutConfirmation): object {
  const { correlationId, dpaId, paymentId, isSuccess, amountMinor, currency } = confirmation;
  return {
    srcCorrelationId: correlationId,
    srcDpaId: dpaId,
    merchantOrderId: paymentId,
    confirmationData: {
      checkoutEventType: AUTHORIZE,
      checkoutEventStatus: isSuccess ? CONFIRMED : CANCELLED,
      confirmationStatus: isSuccess ? SUCCESS : FAILURE,
      transactionAmount: {
        transactionAmount: exactNumber(formatAmount({ minor: amountMinor, currency })),
        transactionCurrencyCode: currency,
      },
    },
  };
}
