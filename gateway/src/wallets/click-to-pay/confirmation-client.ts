// Tells Click to Pay how a checkout ended: JSON by POST, safe to repeat, because the correlation id
// identifies the checkout.

import { formatAmount } from '../../core/money.ts';
import { exactNumber } from '../../core/json.ts';
import { jsonCalls, type JsonCallOptions } from '../../http/outgoing.ts';
import type { CheckoutConfirmation, ClickToPay } from '../wallet-services.ts';

/** Request timeout and too many requests: the same message may be accepted later. */
const passingStatuses: readonly number[] = [408, 429];

/** The codes of EMV Secure Remote Commerce. */
const AUTHORIZE = '01';
const CONFIRMED = '02';
const CANCELLED = '03';
const SUCCESS = '01';
const FAILURE = '02';

export interface ConfirmationClient extends Pick<ClickToPay, 'confirm'> {
  close(): Promise<void>;
}

export function httpConfirmations(
  options: JsonCallOptions & { readonly url: string },
): ConfirmationClient {
  const calls = jsonCalls({ loadsLate: true, ...options });
  return {
    async confirm(confirmation) {
      try {
        const { status } = await calls.post(options.url, confirmationMessage(confirmation), {
          'idempotency-key': confirmation.correlationId,
        });
        return meaningOf(status);
      } catch {
        // No answer, a broken connection or an answer that is too long.
        return 'unknown';
      }
    },
    close: () => calls.close(),
  };
}

export function meaningOf(status: number): Awaited<ReturnType<ClickToPay['confirm']>> {
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
