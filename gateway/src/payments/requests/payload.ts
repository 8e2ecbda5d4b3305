// `payload` of an instrument: data of the merchant's own that every type may have.

import { hasCardNumber } from '../../cards/card-in-text.ts';
import { invalid } from '../../core/refusals.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/**
 * The payload of the current instrument is stored with the payment. That of Click to Pay contains
 * the card, so it is only used.
 */
export function withPayload(
  details: PaymentDetails,
  instrument: Instrument | undefined,
  isOther: boolean,
): PaymentDetails {
  if (!instrument) return details;
  const payload = instrument.type === 'C2P' ? undefined : instrument.payload;
  if (payload !== undefined) {
    if (hasCardNumber(payload)) {
      throw invalid('instrument.payload', 'must not contain a card number');
    }
    return { ...details, instrument: { payload } };
  }
  const { instrument: before, ...rest } = details;
  return before && isOther ? rest : details;
}
