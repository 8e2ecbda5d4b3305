// Finds card numbers in texts that people write: 13 to 19 digits with a valid check digit and the
// first digits of a card organization, also in groups. Account numbers are left alone.

import { passesLuhn } from '../core/iso/check-digit.ts';
import { numberText } from '../core/json.ts';
import { organizationOfPrefix } from './card-number.ts';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** Digits in groups, with the letters of a country before them. */
const SEQUENCE = /(?:(?<![a-z])([a-z]{2})[ ]?)?(\d+(?:[\s./_\p{Pd}]+\d+)*)/giu;

/** Searches all texts, numbers and names of an object or array. */
export function hasCardNumber(value: unknown): boolean {
  const text = typeof value === 'string' ? value : numberText(value);
  if (text !== undefined) return isInText(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => isInText(name) || hasCardNumber(inner));
}

function isInText(text: string): boolean {
  // Full-width digits are digits too.
  for (const [, country, digits = ''] of text.normalize('NFKC').matchAll(SEQUENCE)) {
    const groups = digits.match(/\d+/g) ?? [];
    let at = accountEnd(groups, country ?? 'PL');
    for (; at < groups.length; at += 1) if (startsCard(groups, at)) return true;
  }
  return false;
}

/** Whether a card number begins with this group and ends with it or with a later one. */
function startsCard(groups: readonly string[], from: number): boolean {
  let digits = '';
  for (let at = from; at < groups.length; at += 1) {
    digits += groups[at] ?? '';
    if (digits.length > MAX_DIGITS) return false;
    const isLong = digits.length >= MIN_DIGITS;
    if (isLong && passesLuhn(digits) && organizationOfPrefix(digits) !== undefined) return true;
  }
  return false;
}

const POLISH_ACCOUNT_DIGITS = 26;
/** ISO 13616: two check digits and at most 30 of the account. */
const ACCOUNT_DIGITS_MAX = 32;

/**
 * How many groups are an account number (IBAN with digits only; without letters a Polish one).
 * Groups of four of an account number would be taken for a card number too often.
 */
function accountEnd(groups: readonly string[], country: string): number {
  let digits = '';
  for (const [at, group] of groups.entries()) {
    digits += group;
    // This also limits the work: each further group would divide a longer number.
    if (digits.length > ACCOUNT_DIGITS_MAX) return 0;
    const isLong = country.toUpperCase() !== 'PL' || digits.length === POLISH_ACCOUNT_DIGITS;
    if (digits.length > MAX_DIGITS - 2 && isLong && isIban(country, digits)) return at + 1;
  }
  return 0;
}

/** ISO 13616: country and check digits are moved to the end, and letters become numbers from 10. */
function isIban(country: string, digits: string): boolean {
  const letters = [...country.toLowerCase()].map((letter) => String(parseInt(letter, 36)));
  return BigInt(`${digits.slice(2)}${letters.join('')}${digits.slice(0, 2)}`) % 97n === 1n;
}
