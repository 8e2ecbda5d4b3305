// `payload` of an instrument: data of the merchant's own that every type may have.

import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentDetails } from '../payment-details.ts';
import { refuseCardNumber } from './check-funding.ts';

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
    refuseCardNumber('instrument.payload', payload);
    return { ...details, instrument: { payload } };
  }
  const { instrument: before, ...rest } = details;
  return before && isOther ? rest : details;
}
