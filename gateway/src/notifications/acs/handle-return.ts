// Handles what the customer's browser brings from the ACS: that the 3DS Method has run, or that a
// challenge is over (CRes). It only redirects the customer; the outcome of the challenge is in the
// result (RReq).

import { refuse } from '../../core/refusals.ts';
import { readCRes, readFingerprintNotification } from '../../threeds/messages/read.ts';
import { finishFingerprint, StaleReport } from '../../payments/processing/run-authentication.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentParts } from '../../payments/parts.ts';

/** The URL to which the customer continues after a challenge, and the current payment. */
export interface CustomerReturn {
  readonly payment: Payment;
  readonly url: string;
}

export async function handleChallengeReturn(
  { threeds, store, links }: PaymentParts,
  cres: string,
): Promise<CustomerReturn> {
  const message = readCRes(cres);
  const authentication = message && (await threeds.store.find(message.threeDSServerTransID));
  if (!authentication || message.acsTransID !== authentication.acsTransId) {
    return refuse('NOTIFICATION_NOT_AUTHENTIC');
  }
  const { merchantId, paymentId } = authentication;
  const [payment, details] = await Promise.all([
    store.find(merchantId, paymentId),
    store.details(merchantId, paymentId),
  ]);
  if (!payment) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  const { redirectURL } = details;
  const url = redirectURL === undefined ? links.page(payment) : returnUrl(redirectURL, payment);
  return { payment, url };
}

/** The ids in the URL let the shop find its order again. */
function returnUrl(redirectURL: string, { paymentId, extOrderId }: Payment): string {
  const url = new URL(redirectURL);
  url.searchParams.set('paymentId', paymentId);
  if (extOrderId !== null) url.searchParams.set('extOrderId', extOrderId);
  return url.href;
}

export async function handleFingerprintNotification(
  parts: PaymentParts,
  notification: string,
): Promise<void> {
  const id = readFingerprintNotification(notification);
  const authentication = id === undefined ? undefined : await parts.threeds.store.find(id);
  if (!authentication) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  try {
    await finishFingerprint(parts, authentication, 'Y');
  } catch (error) {
    if (!(error instanceof StaleReport)) throw error;
  }
}
