// Money: whole minor units and a currency, read from the exact text of a JSON number. No amount
// ever passes through a floating-point number.

import { assert } from './assert.ts';
import { currencyDecimals } from './currency.ts';

export interface Money {
  readonly minor: bigint;
  readonly currency: string;
}

type ParsedAmount =
  | { readonly ok: true; readonly money: Money }
  | { readonly ok: false; readonly reason: string };

const NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const TEXT_LENGTH_MAX = 40;
const MAJOR_DIGITS_MAX = 9;
/** The highest amount, in hundredths of the major unit; the same for every currency. */
const HUNDREDTHS_MAX = 999_999_999_99n;

/**
 * Reads an amount in major units. The checks run in this order: a number, a known currency, above
 * zero, not too many decimals, not above the limit.
 *
 * Decimals count as written: 12.500 has three and is refused in PLN although its value would fit,
 * because a sender that writes more decimals than the currency has may mean another currency or
 * unit. An exponent moves the point first: 1.25e1 is 12.5 and has one decimal.
 */
export function parseAmount(text: string, currency: string): ParsedAmount {
  if (text.length > TEXT_LENGTH_MAX) {
    return refused(`must be written in at most ${TEXT_LENGTH_MAX} characters`);
  }
  const match = NUMBER.exec(text);
  if (match === null) return refused('must be a number');
  const decimals = currencyDecimals(currency);
  if (decimals === undefined) return refused('must be in an active ISO 4217 currency');

  const [, sign, integer = '', fraction = '', exponent = '0'] = match;
  const digits = (integer + fraction).replace(/^0+/, '');
  if (sign === '-' || digits === '') return refused('must be greater than zero');

  const writtenDecimals = fraction.length - Number(exponent);
  if (writtenDecimals > decimals) return refused(decimalsRule(decimals, currency));

  // Checked before any power of ten is computed, so that a huge exponent costs nothing.
  if (digits.length - writtenDecimals > MAJOR_DIGITS_MAX) return refused(limitRule());
  const minor = BigInt(digits) * 10n ** BigInt(decimals - writtenDecimals);
  if (minor * 100n > HUNDREDTHS_MAX * 10n ** BigInt(decimals)) return refused(limitRule());
  return { ok: true, money: { minor, currency } };
}

function refused(reason: string): ParsedAmount {
  return { ok: false, reason };
}

function decimalsRule(decimals: number, currency: string): string {
  if (decimals === 0) return `must have no decimals for ${currency}`;
  return `must have at most ${decimals} decimals for ${currency}`;
}

function limitRule(): string {
  return `must be at most ${HUNDREDTHS_MAX / 100n}.${HUNDREDTHS_MAX % 100n}`;
}

/** Major units with exactly the decimals of the currency: "123.45", "-0.05", "100" in JPY. */
export function formatAmount({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  const sign = minor < 0n ? '-' : '';
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function money(minor: bigint, currency: string): Money {
  decimalsOf(currency);
  return { minor, currency };
}

/** Also for two currencies. */
export function isSameMoney(left: Money, right: Money): boolean {
  return left.minor === right.minor && left.currency === right.currency;
}

function decimalsOf(currency: string): number {
  const decimals = currencyDecimals(currency);
  assert(decimals !== undefined, `${currency} is not an active currency`);
  return decimals;
}
