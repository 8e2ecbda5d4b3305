// The consent of the customer on the payment page to save a card (`saveCard` beside the
// instrument): who may give it, and until when it is valid.

import { isoTime, type Instant } from '../../core/clock.ts';
import { invalid } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

interface Given {
  /** With its type. */
  readonly instrument: Instrument | undefined;
  readonly isWhole: boolean;
  readonly saveCard?: boolean | undefined;
}

/** Why the card of a payment cannot be saved by consent; undefined: it can. */
function obstacleOf(
  { channel }: Payment,
  { customer }: PaymentDetails,
  { settings }: Merchant,
): string | undefined {
  if (channel !== 'PAYWALL') return 'is possible only on the payment page (channel PAYWALL)';
  if (customer?.extCustomerId === undefined) return 'needs customer.extCustomerId in the payment';
  if (pageSettings(settings.page).savesCards) return undefined;
  return 'needs the merchant setting page.savesCards';
}

/** Whether a page may ask the customer; with options.tokenize there is nothing to ask. */
export function maySaveCard(
  payment: Payment,
  details: PaymentDetails,
  merchant: Merchant,
): boolean {
  return payment.tokenizerId === null && obstacleOf(payment, details, merchant) === undefined;
}

/** With options.tokenize the card is saved anyway. */
export function refuseSaveCard(
  { instrument, saveCard }: Given,
  payment: Payment,
  details: PaymentDetails,
  merchant: Merchant,
): void {
  if (!saveCard) return;
  if (instrument?.type !== 'CARD') {
    throw invalid('saveCard', 'is possible only together with an instrument of type CARD');
  }
  const obstacle = obstacleOf(payment, details, merchant);
  if (payment.tokenizerId === null && obstacle !== undefined) throw invalid('saveCard', obstacle);
}

/**
 * The details with the consent of this request, or without the earlier one if another instrument is
 * sent. Data that completes a card keeps its consent.
 */
export function withSaveCard(
  details: PaymentDetails,
  { instrument, isWhole, saveCard }: Given,
  at: Instant,
): PaymentDetails {
  if (saveCard) return { ...details, saveCard: { agreedAt: isoTime(at) } };
  if (details.saveCard === undefined || !instrument) return details;
  const { type, instrumentNo } = instrument;
  if (!isWhole && type === 'CARD' && instrumentNo === undefined) return details;
  const { saveCard: _earlier, ...rest } = details;
  return rest;
}
