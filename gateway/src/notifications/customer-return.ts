// Where a customer continues after coming back from an ACS or a bank: at the shop's own address
// with the ids of the payment, or at the gateway's page of the payment.

import type { PaymentParts } from '../payments/parts.ts';
import type { Payment } from '../payments/payment.ts';

export async function customerUrl(
  { store, links }: PaymentParts,
  payment: Payment,
): Promise<string> {
  const { redirectURL } = await store.details(payment.merchantId, payment.paymentId);
  return redirectURL === undefined ? links.page(payment) : withIds(redirectURL, payment);
}

/** The ids in the URL let the shop find its order again. */
function withIds(redirectURL: string, { paymentId, extOrderId }: Payment): string {
  const url = new URL(redirectURL);
  url.searchParams.set('paymentId', paymentId);
  if (extOrderId !== null) url.searchParams.set('extOrderId', extOrderId);
  return url.href;
}
