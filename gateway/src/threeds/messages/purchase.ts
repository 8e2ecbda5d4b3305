// The purchase fields of an AReq: amount, time, and whether it starts a series of payments, for
// each protocol version.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import { assert } from '../../core/assert.ts';
import { isoTime, type Instant } from '../../core/clock.ts';
import { currencyDecimals, currencyNumeric } from '../../core/currency.ts';
import type { Money } from '../../core/money.ts';
import { present } from '../../core/json/present.ts';
import { atLeast } from './version.ts';

export interface Purchase {
  readonly version: ProtocolVersion;
  /** Null: the card is verified without a purchase. */
  readonly amount: Money | null;
  readonly at: Instant;
  /** Whether the money funds another account. */
  readonly isFunding?: boolean;
  /** The first payment of a series. */
  readonly recurring: { readonly frequencyDays?: number; readonly expiry?: string } | null;
}

/** For a series without an end, and without a frequency. */
const NO_EXPIRY = '99991231';
const ANY_FREQUENCY = '1';
const ADD_CARD = '04';
const ACCOUNT_FUNDING = '10';
const FIXED = '01';
const VARIABLE = '02';
const DAY_MS = 24 * 60 * 60 * 1000;

export function purchaseFields({ amount: money, at }: Purchase) {
  if (money === null) return {};
  const { amount, currency, exponent } = amountOf(money);
  return {
    purchaseAmount: amount,
    purchaseCurrency: currency,
    purchaseExponent: exponent,
    purchaseDate: digitsOf(at, 14),
  };
}

/** The kind of transaction is sent only when it is not an ordinary purchase. */
export function transTypeField({ isFunding = false }: Pick<Purchase, 'isFunding'>) {
  return isFunding ? { transType: ACCOUNT_FUNDING } : {};
}

function amountOf({ minor, currency }: Money) {
  const numeric = currencyNumeric(currency);
  assert(numeric !== undefined, `${currency} has no numeric code`);
  const exponent = String(currencyDecimals(currency));
  return { amount: String(minor), currency: numeric, exponent };
}

/** The first `length` digits of YYYYMMDDHHMMSS. */
function digitsOf(at: Instant, length: number): string {
  return isoTime(at).replace(/\D/g, '').slice(0, length);
}

/** Before 2.3.1 both fields of a series are required, so missing ones get the widest values. */
export function recurringFields(input: Purchase) {
  const { version, recurring } = input;
  if (input.amount === null) return { threeDSRequestorAuthenticationInd: ADD_CARD };
  if (recurring === null) return { threeDSRequestorAuthenticationInd: '01' };
  const { frequencyDays = 0 } = recurring;
  const isFrequency =
    Number.isInteger(frequencyDays) && frequencyDays >= 1 && frequencyDays <= 9999;
  const days = isFrequency ? frequencyDays : undefined;
  const recurringExpiry = dateOf(recurring.expiry ?? '');
  return {
    threeDSRequestorAuthenticationInd: '02',
    ...(atLeast(version, '2.3.1')
      ? { ...seriesFields(input, days), ...present({ recurringExpiry }) }
      : {
          recurringFrequency: days === undefined ? ANY_FREQUENCY : String(days),
          recurringExpiry: recurringExpiry ?? NO_EXPIRY,
        }),
  };
}

/** Later amounts are unknown; with a frequency, the next payment is one period later. */
function seriesFields({ at }: Purchase, days: number | undefined) {
  return {
    recurringInd: { amountInd: VARIABLE, frequencyInd: days === undefined ? VARIABLE : FIXED },
    ...(days === undefined
      ? {}
      : { recurringFrequency: String(days), recurringDate: digitsOf(at + days * DAY_MS, 8) }),
  };
}

/** Whether this is a valid date, as YYYYMMDD or ISO 8601. */
export function isCalendarDate(text: string): boolean {
  return dateOf(text) !== undefined;
}

/** The date as YYYYMMDD, if it is valid. */
function dateOf(text: string): string | undefined {
  const match = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:T.*)?$/.exec(text);
  if (match === null) return undefined;
  const day = match.slice(1).join('-');
  const at = Date.parse(day);
  return Number.isNaN(at) || !isoTime(at).startsWith(day) ? undefined : day.replaceAll('-', '');
}
