// Handles what the customer's browser brings from the ACS: that the 3DS Method has run, or that a
// challenge is over (CRes). It only redirects the customer; the outcome of the challenge is in the
// result (RReq).

import type { DepsOf } from '../../http/endpoint.ts';
import { refuse } from '../../core/refusals.ts';
import { readCRes, readFingerprintNotification } from '../../threeds/messages/read.ts';
import { finishFingerprint, StaleReport } from '../../payments/processing/run-authentication.ts';
import type { PaymentParts } from '../../payments/processing/parts.ts';
import { customerUrl, type BrowserPlace } from '../customer-return.ts';

/** The URL to which the customer continues after a challenge, and the current payment. */
export async function handleChallengeReturn(
  parts: Pick<PaymentParts, 'threeds' | 'store'> & DepsOf<typeof customerUrl>,
  cres: string,
  place: BrowserPlace,
) {
  const message = readCRes(cres);
  const authentication = message && (await parts.threeds.store.find(message.threeDSServerTransID));
  if (!authentication || message.acsTransID !== authentication.acsTransId) {
    return refuse('NOTIFICATION_NOT_AUTHENTIC');
  }
  const { merchantId, paymentId } = authentication;
  const payment = await parts.store.find(merchantId, paymentId);
  if (!payment) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  return { payment, url: await customerUrl(parts, payment, place) };
}

export async function handleFingerprintNotification(
  parts: Pick<PaymentParts, 'threeds'> & DepsOf<typeof finishFingerprint>,
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
