// Where a customer continues after coming back from an ACS or a bank. Customers of the payment page
// continue there; others at the shop's own address with the ids of the payment, or at the page of
// the payment if the shop gave none.

import { parseWebUrl, isRegistered, withIds } from '../payments/links/return-url.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import type { Payment } from '../payments/model/payment.ts';

/** Where the browser was while the customer was away. */
export type BrowserPlace = 'page' | 'frame';

/** The page that ends the challenge frame of the payment page. */
const RETURNED_PATH = '/pay/returned';

export async function customerUrl(
  { store, links, merchants }: Pick<PaymentParts, 'store' | 'links' | 'merchants'>,
  payment: Payment,
  place: BrowserPlace = 'page',
): Promise<string> {
  const { merchantId, paymentId, channel } = payment;
  if (channel === 'PAYWALL')
    return place === 'frame' ? links.at(RETURNED_PATH) : links.page(payment);
  const { redirectURL } = await store.details(merchantId, paymentId);
  const merchant = await merchants.find(merchantId);
  const url = redirectURL === undefined ? null : parseWebUrl(redirectURL);
  const isUsable = url !== null && merchant !== undefined && isRegistered(url, merchant);
  return isUsable ? withIds(url, payment) : links.page(payment);
}

/**
 * The browser says whether it loads a frame. For browsers that do not, the payment page sends its
 * place as threeDSSessionData with the CReq, and the ACS returns it (EMV 3-D Secure); an ACS keeps
 * the first one, also when the customer then opens the challenge as a full page.
 */
export function browserPlace(
  sessionData: string | undefined,
  fetchDestination: string | undefined,
): BrowserPlace {
  if (fetchDestination === 'document') return 'page';
  if (fetchDestination === 'iframe' || fetchDestination === 'frame') return 'frame';
  return sessionData === 'frame' ? 'frame' : 'page';
}
