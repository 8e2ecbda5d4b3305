// The consent of the customer on the payment page to save a card (`saveCard` beside the
// instrument): who may give it, and until when it is valid.

import { isoTime, type Instant } from '../../core/clock.ts';
import { invalid } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { obstacleToSaving } from '../../methods/card/save-consent.ts';
import type { Instrument } from '../../methods/instrument.ts';
import { isCardNumber } from '../../methods/registry.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

interface Given {
  /** With its type. */
  readonly instrument: Instrument | undefined;
  readonly mustBeComplete: boolean;
  readonly saveCard?: boolean | undefined;
}

/** With options.tokenize the card is saved anyway. */
export function refuseSaveCard(
  { instrument, saveCard }: Given,
  payment: Payment,
  details: PaymentDetails,
  merchant: Merchant,
): void {
  if (!saveCard) return;
  if (!isCardNumber(instrument?.type)) {
    throw invalid('saveCard', 'is possible only together with a card number');
  }
  const obstacle = obstacleToSaving(payment, details, merchant);
  if (payment.tokenizerId === null && obstacle !== undefined) throw invalid('saveCard', obstacle);
}

/**
 * The details with the consent of this request, or without the earlier one if another instrument is
 * sent. Data that completes a card keeps its consent.
 */
export function withSaveCard(
  details: PaymentDetails,
  { instrument, mustBeComplete, saveCard }: Given,
  at: Instant,
): PaymentDetails {
  if (saveCard) return { ...details, saveCard: { agreedAt: isoTime(at) } };
  if (details.saveCard === undefined || !instrument) return details;
  const { type, instrumentNo } = instrument;
  if (!mustBeComplete && isCardNumber(type) && instrumentNo === undefined) return details;
  const { saveCard: _earlier, ...rest } = details;
  return rest;
}
