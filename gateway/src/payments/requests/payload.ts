// `payload` of an instrument: data of the merchant's own that every type may have.

import { hasCardNumber } from '../../cards/card-in-text.ts';
import { invalid } from '../../core/refusals.ts';
import type { Instrument } from '../../methods/instrument.ts';
import { instrumentTypes } from '../../methods/registry.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/**
 * The payload of the current instrument is stored with the payment, unless it is the instrument
 * itself.
 */
export function withPayload(
  details: PaymentDetails,
  instrument: Instrument | undefined,
  isOther: boolean,
): PaymentDetails {
  if (!instrument) return details;
  const payload = instrumentTypes[instrument.type]?.isInPayload ? undefined : instrument.payload;
  if (payload !== undefined) {
    if (hasCardNumber(payload)) {
      throw invalid('instrument.payload', 'must not contain a card number');
    }
    return { ...details, instrument: { payload } };
  }
  const { instrument: before, ...rest } = details;
  return before && isOther ? rest : details;
}
