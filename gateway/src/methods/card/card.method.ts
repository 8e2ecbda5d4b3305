// Cards given by number (instrument type CARD): fields are checked by name, the number's range and
// the expiry date decide early refusals.

import type { Instant } from '../../core/clock.ts';
import { invalid } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import { maskOf, passesLuhn } from '../../cards/card-number.ts';
import type { Instrument } from '../instrument.ts';
import type { Context, PaymentMethod, Prepared } from '../method.ts';

export const cardMethod: PaymentMethod = { method: 'CARD', types: ['CARD'], prepare };

function prepare(instrument: Instrument, { at, customerPresent, cards }: Context): Prepared {
  refuseEncrypted(instrument);
  const digits = numberOf(instrument);
  if (!isWholeNumber(digits))
    throw invalid('instrument.instrumentNo', 'is not a card number; check its digits');
  const expiry = instrument.expDate;
  if (expiry === undefined) throw invalid('instrument.expDate', 'is required for type CARD');
  if (!/^20[0-9]{2}(0[1-9]|1[0-2])$/.test(expiry)) {
    throw invalid('instrument.expDate', 'must have the form YYYYMM');
  }
  if (instrument.cvv !== undefined && !/^[0-9]{3,4}$/.test(instrument.cvv)) {
    throw invalid('instrument.cvv', 'must be 3 or 4 digits');
  }
  const { organization = null, isSupported } = cards.facts(digits);
  const cardMask = maskOf(digits);
  if (organization === null || !isSupported) {
    return { kind: 'refused', rejectCode: 'UNSUPPORTED_BIN', cardMask, organization };
  }
  if (cards.isRefusedTestCard(digits)) {
    return { kind: 'refused', rejectCode: 'TEST_CARD', cardMask, organization };
  }
  if (isPast(expiry, at)) {
    return { kind: 'refused', rejectCode: 'EXPIRED_CARD', cardMask, organization };
  }
  const card = {
    number: secret(digits),
    expiry: secret(expiry),
    cvv: instrument.cvv === undefined ? null : secret(instrument.cvv),
    holder: instrument.holder === undefined ? null : secret(instrument.holder),
  };
  const missing = card.cvv === null && customerPresent ? 'CARD_CVV' : null;
  return { kind: 'card', card, cardMask, organization, missing };
}

/**
 * The digits of a card to look something up about: the whole number, or its first eight digits and
 * more.
 */
export function lookupDigits(instrument: Instrument): string {
  if (instrument.type !== 'CARD') {
    throw invalid('instrument.type', 'must be CARD: only card numbers can be looked up');
  }
  refuseEncrypted(instrument);
  const digits = numberOf(instrument);
  if (isWholeNumber(digits) || /^[0-9]{8,11}$/.test(digits)) return digits;
  throw invalid(
    'instrument.instrumentNo',
    'must be a card number or at least its first eight digits',
  );
}

function numberOf({ instrumentNo }: Instrument): string {
  if (instrumentNo === undefined) {
    throw invalid('instrument.instrumentNo', 'is required for type CARD');
  }
  return instrumentNo.replace(/[ -]/g, '');
}

function isWholeNumber(digits: string): boolean {
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits);
}

const encryptedFields = {
  encInstrumentNo: 'instrumentNo',
  encExpDate: 'expDate',
  encCvv: 'cvv',
};

function refuseEncrypted(instrument: Instrument): void {
  for (const [name, plain] of Object.entries(encryptedFields)) {
    if (instrument[name as keyof Instrument] !== undefined) {
      throw invalid(`instrument.${name}`, `is not accepted yet; send ${plain} instead`);
    }
  }
}

/** A card is good until the end of its month, wherever on earth that ends last. */
function isPast(expiry: string, at: Instant): boolean {
  const year = Number(expiry.slice(0, 4));
  const month = Number(expiry.slice(4));
  const halfDayMs = 12 * 60 * 60 * 1000;
  return at >= Date.UTC(year, month, 1) + halfDayMs;
}
