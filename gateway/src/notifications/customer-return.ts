// Where a customer continues after coming back from an ACS or a bank: at the shop's own address
// with the ids of the payment, or at the gateway's page of the payment.

import type { PaymentParts } from '../payments/parts.ts';
import { isVerification, type Payment } from '../payments/payment.ts';

export async function customerUrl(
  { store, links }: PaymentParts,
  payment: Payment,
): Promise<string> {
  const { redirectURL } = await store.details(payment.merchantId, payment.paymentId);
  return redirectURL === undefined ? links.page(payment) : withIds(redirectURL, payment);
}

/** The ids in the URL let the shop find its order again. */
function withIds(redirectURL: string, payment: Payment): string {
  const { paymentId, extOrderId } = payment;
  const url = new URL(redirectURL);
  url.searchParams.set(isVerification(payment) ? 'tokenizerId' : 'paymentId', paymentId);
  if (extOrderId !== null) url.searchParams.set('extOrderId', extOrderId);
  return url.href;
}
