// The consent of the customer to save the card of the current try.

import { isoTime } from '../../core/clock.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import type { MethodDetails, MethodPayment } from '../method.ts';

type Try = Pick<MethodPayment, 'tokenizerId' | 'refusedAt'>;

/**
 * Whether a tokenization takes the card if this try succeeds. A consent is valid for one try: when
 * the try is refused, the consent is no longer later than the last refusal.
 */
export function isCardSaved(
  { tokenizerId, refusedAt }: Try,
  { saveCard }: Pick<MethodDetails, 'saveCard'>,
): boolean {
  if (tokenizerId !== null) return true;
  if (saveCard === undefined) return false;
  return refusedAt === null || saveCard.agreedAt > isoTime(refusedAt);
}

/** Why the card of a payment cannot be saved by consent; undefined: it can. */
export function obstacleToSaving(
  { channel }: Pick<MethodPayment, 'channel'>,
  { customer }: Pick<MethodDetails, 'customer'>,
  { settings }: Merchant,
): string | undefined {
  if (channel !== 'PAYWALL') return 'is possible only on the payment page (channel PAYWALL)';
  if (customer?.extCustomerId === undefined) return 'needs customer.extCustomerId in the payment';
  if (pageSettings(settings.page).savesCards) return undefined;
  return 'needs the merchant setting page.savesCards';
}

/** Whether a page may ask the customer; with options.tokenize there is nothing to ask. */
export function maySaveCard(
  payment: Pick<MethodPayment, 'channel' | 'tokenizerId'>,
  details: Pick<MethodDetails, 'customer'>,
  merchant: Merchant,
): boolean {
  return payment.tokenizerId === null && obstacleToSaving(payment, details, merchant) === undefined;
}
