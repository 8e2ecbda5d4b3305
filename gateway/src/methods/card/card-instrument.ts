// Cards given by number (instrument type CARD): fields are checked by name; the number's range and
// the expiry date decide early refusals.

import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { secret, type Secret } from '../../core/secret.ts';
import { maskOf } from '../../cards/card-number.ts';
import { passesLuhn } from '../../core/iso/check-digit.ts';
import type { Instrument } from '../instrument.ts';
import type { Card } from '../../providers/means.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { CardKnowledge } from '../../cards/card-knowledge.ts';
import type { CardPart } from '../../vault/sealed-card.ts';
import type { ShownInstrument } from '../method-step.ts';

/** Complete, except perhaps for the security code. */
interface ReadyCard {
  readonly kind: 'card';
  readonly card: Card;
  readonly shown: ShownInstrument;
  /** Whether the customer must still enter the security code. */
  readonly needsCode: boolean;
}

/** A card whose number or expiry date is still missing. */
interface PartialCard {
  readonly kind: 'part';
  readonly part: CardPart;
  readonly shown: ShownInstrument;
  /** The fields without which the card cannot be used. */
  readonly missingFields: readonly string[];
}

/** Well-formed, but not usable. */
interface UnusableCard {
  readonly kind: 'refused';
  readonly rejectCode: RejectCode;
  readonly shown: ShownInstrument;
}

type ReadCard = ReadyCard | PartialCard | UnusableCard;

interface CardContext {
  readonly at: Instant;
  readonly customerPresent: boolean;
  readonly cards: CardKnowledge;
  /** True when the card must be complete now; false when the rest may follow. */
  readonly mustBeComplete: boolean;
  /** The number was sent before, so an answer must not tell more of it than its mask. */
  readonly isNumberHeld: boolean;
}

const AMEX_CODE_LENGTH = 4;
const CODE_LENGTH = 3;

/** Refuses malformed fields by name. */
export function readCard(
  instrument: Instrument,
  { at, customerPresent, cards, mustBeComplete, isNumberHeld }: CardContext,
): ReadCard {
  assertOpened(instrument);
  const digits = wholeNumberOf(instrument);
  const expiry = expiryOf(instrument);
  const { organization = null, isSupported = true } = digits === null ? {} : cards.facts(digits);
  checkCode(instrument.cvv, organization);
  checkMask(instrument.cardMask, isNumberHeld && digits !== null ? maskOf(digits) : digits);
  const shown = { cardMask: digits === null ? null : maskOf(digits), organization };
  if (digits !== null && (organization === null || !isSupported)) {
    return { kind: 'refused', rejectCode: 'UNSUPPORTED_BIN', shown };
  }
  if (digits !== null && cards.isRefusedTestCard(digits)) {
    return { kind: 'refused', rejectCode: 'TEST_CARD', shown };
  }
  if (expiry !== null && isPast(expiry, at)) {
    return { kind: 'refused', rejectCode: 'EXPIRED_CARD', shown };
  }
  const rest = { cvv: secretOf(instrument.cvv), holder: secretOf(instrument.holder) };
  if (digits === null || organization === null || expiry === null) {
    const part = { number: secretOf(digits), expiry: secretOf(expiry), ...rest };
    return { kind: 'part', part, shown, missingFields: missingOf(digits, expiry, mustBeComplete) };
  }
  const card = { number: secret(digits), expiry: secret(expiry), ...rest };
  return { kind: 'card', card, shown, needsCode: card.cvv === null && customerPresent };
}

function missingOf(
  digits: string | null,
  expiry: string | null,
  mustBeComplete: boolean,
): string[] {
  const fields = [
    ...(digits === null ? ['instrument.instrumentNo'] : []),
    ...(expiry === null ? ['instrument.expDate'] : []),
  ];
  if (!mustBeComplete) return fields;
  return refuse(
    'INVALID_REQUEST',
    fields.map((field) => ({ field, message: 'is required for type CARD' })),
  );
}

function secretOf(value: string | null | undefined): Secret<string> | null {
  return value === null || value === undefined ? null : secret(value);
}

function wholeNumberOf(instrument: Instrument): string | null {
  if (instrument.instrumentNo === undefined) return null;
  const digits = wholeDigits(instrument.instrumentNo);
  if (digits !== undefined) return digits;
  throw invalid('instrument.instrumentNo', 'is not a card number; check its digits');
}

function expiryOf({ expDate }: Instrument): string | null {
  if (expDate === undefined) return null;
  if (/^20[0-9]{2}(0[1-9]|1[0-2])$/.test(expDate)) return expDate;
  throw invalid('instrument.expDate', 'must have the form YYYYMM');
}

/**
 * American Express codes have four digits, others three; both are accepted while the card is
 * unknown.
 */
export function checkCode(cvv: string | undefined, organization: string | null): void {
  if (cvv === undefined) return;
  const isAmex = organization === 'AMEX';
  const length = isAmex ? AMEX_CODE_LENGTH : CODE_LENGTH;
  const isKnown = organization !== null;
  if (isKnown ? cvv.length === length && /^[0-9]+$/.test(cvv) : /^[0-9]{3,4}$/.test(cvv)) return;
  if (!isKnown) throw invalid('instrument.cvv', 'must be 3 or 4 digits');
  const whose = isAmex ? 'an American Express card' : `a ${organization} card`;
  throw invalid('instrument.cvv', `must be ${String(length)} digits for ${whose}`);
}

/** A mask next to the number is redundant, but must not be that of another card. */
export function checkMask(mask: string | undefined, digits: string | null): void {
  if (mask === undefined) return;
  const [, start = '', end = ''] = /^([0-9]*)[^0-9]+([0-9]*)$/.exec(digitsOf(mask)) ?? [];
  if (start + end !== '' && digits?.startsWith(start) && digits.endsWith(end)) return;
  throw invalid('instrument.cardMask', 'must be the mask of instrumentNo, or be left out');
}

/** The digits for a card look-up: the whole number, or at least its first eight digits. */
export function lookupDigits(instrument: Instrument): string {
  assertOpened(instrument);
  const digits = numberOf(instrument);
  if (isWholeNumber(digits) || /^[0-9]{8,11}$/.test(digits)) return digits;
  throw invalid('instrument.instrumentNo', 'must be a card number or at least its first 8 digits');
}

function numberOf({ instrumentNo }: Instrument): string {
  if (instrumentNo === undefined) {
    throw invalid('instrument.instrumentNo', 'is required for type CARD');
  }
  return digitsOf(instrumentNo);
}

/** The number without spaces and hyphens. */
export function digitsOf(instrumentNo: string): string {
  return instrumentNo.replace(/[ -]/g, '');
}

/** The digits of a whole card number; undefined if it is none. */
export function wholeDigits(instrumentNo: string): string | undefined {
  const digits = digitsOf(instrumentNo);
  return isWholeNumber(digits) ? digits : undefined;
}

function isWholeNumber(digits: string): boolean {
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits);
}

/** An endpoint that forgets to open encrypted fields must not ignore them. */
function assertOpened({ encInstrumentNo, encExpDate, encCvv }: Instrument): void {
  const sealed = encInstrumentNo ?? encExpDate ?? encCvv;
  assert(sealed === undefined, 'encrypted fields are opened before the instrument is read');
}

/** A card is valid until the end of its month in the last time zone. */
export function isPast(expiry: string, at: Instant): boolean {
  const year = Number(expiry.slice(0, 4));
  const month = Number(expiry.slice(4));
  const halfDayMs = 12 * 60 * 60 * 1000;
  return at >= Date.UTC(year, month, 1) + halfDayMs;
}
