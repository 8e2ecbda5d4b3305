// Where a customer goes back to: a web address of an origin that is registered for the merchant,
// with the ids of the payment, so that the shop finds its order again.

import type { Merchant } from '../../merchants/merchant.ts';
import { isVerification, type Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/**
 * Checks the scheme of the text itself: blob:https://… also has a web origin, but is not a web URL.
 */
const FORM = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/** An http or https URL without user name and password; null for everything else. */
export function parseWebUrl(text: string): URL | null {
  const url = FORM.test(text) ? URL.parse(text) : null;
  return url === null || url.username !== '' || url.password !== '' ? null : url;
}

/** `*` registers every origin; only the sandbox has such merchants. */
export function isRegistered({ origin }: URL, { settings }: Merchant): boolean {
  const { redirectOrigins } = settings;
  return redirectOrigins.includes('*') || redirectOrigins.includes(origin);
}

type Named = Pick<Payment, 'paymentId' | 'extOrderId' | 'transKind'>;

/**
 * The return address of the payment: its redirectURL if the origin is still registered, otherwise
 * the shop's own address, which the operator has set. Null: there is none.
 */
export function returnUrlOf(
  payment: Named,
  { redirectURL }: Pick<PaymentDetails, 'redirectURL'>,
  merchant: Merchant,
): string | null {
  const given = redirectURL === undefined ? null : parseWebUrl(redirectURL);
  const isGiven = given !== null && isRegistered(given, merchant);
  const url = isGiven ? given : parseWebUrl(merchant.settings.url ?? '');
  return url && withIds(url, payment);
}

/** Replaces parameters of these names; every other character of the query stays as it was. */
export function withIds(from: URL, payment: Named): string {
  const { paymentId, extOrderId } = payment;
  const ids = new URLSearchParams({
    [isVerification(payment) ? 'tokenizerId' : 'paymentId']: paymentId,
    ...(extOrderId === null ? {} : { extOrderId }),
  });
  const kept = from.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some(isIn(ids)));
  const url = new URL(from);
  url.search = [...kept, ids.toString()].join('&');
  return url.href;
}

const isIn =
  (ids: URLSearchParams) =>
  (name: string): boolean =>
    ids.has(name);
