// Card numbers: the organization that their first digits name, their mask, and new numbers that
// stand for a card.

import { checkDigitOf } from '@bramka/gateway/core/iso/check-digit.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { Organization } from '../organization.ts';

const prefixes: readonly (readonly [prefix: RegExp, organization: Organization])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^35/, 'JCB'],
  [/^3[0689]/, 'DINERS'],
  [/^(6011|64[4-9]|65)/, 'DISCOVER'],
  [/^(62|81)/, 'UNIONPAY'],
  [/^(50|5[6-8]|6)/, 'MAESTRO'],
];

/** Undefined for numbers of an unknown organization. */
export function organizationOf(card: string): Organization | undefined {
  return prefixes.find(([prefix]) => prefix.test(card))?.[1];
}

/** First six and last four digits. */
export function maskOf(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
}

/** A number of this range with a check digit. */
export function newNumberIn(range: string, length: number, random: RandomBytes): string {
  const digits = Array.from(random(length - 1 - range.length), (byte) => String(byte % 10));
  const number = `${range}${digits.join('')}`;
  return `${number}${checkDigitOf(number)}`;
}
