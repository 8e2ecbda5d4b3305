// What the customer's browser brings from the ACS: that the 3DS Method has run, or that a challenge
// is over (CRes). It only takes the customer on; what came of the challenge is told by the result.

import { refuse } from '../../core/refusals.ts';
import { readCRes, readFingerprintNotification } from '../../threeds/messages/read.ts';
import { finishFingerprint, StaleReport } from '../../payments/processing/run-authentication.ts';
import type { Payment } from '../../payments/payment.ts';
import type { NotificationParts } from '../parts.ts';

/** Where the customer goes after a challenge, and how the payment stands at this moment. */
export interface WayBack {
  readonly payment: Payment;
  readonly url: string;
}

export async function bringBack(
  { processing, links }: NotificationParts,
  cres: string,
): Promise<WayBack> {
  const { threeds, store } = processing;
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

/** The shop finds its order again by the ids in the address. */
function returnUrl(redirectURL: string, { paymentId, extOrderId }: Payment): string {
  const url = new URL(redirectURL);
  url.searchParams.set('paymentId', paymentId);
  if (extOrderId !== null) url.searchParams.set('extOrderId', extOrderId);
  return url.href;
}

export async function takeFingerprintNotification(
  { processing, processor }: NotificationParts,
  notification: string,
): Promise<void> {
  const id = readFingerprintNotification(notification);
  const authentication = id === undefined ? undefined : await processing.threeds.store.find(id);
  if (!authentication) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  try {
    await finishFingerprint(processing, processor, authentication, 'Y');
  } catch (error) {
    if (!(error instanceof StaleReport)) throw error;
  }
}
