// The ranges of device numbers, one per card organization; no card has such a number. The
// organization of a card is found by the first digits of its number.

import type { Organization } from '../../wire/organization.ts';

/** The first six digits of device numbers. */
export const deviceRanges: Readonly<Record<Organization, string>> = {
  VISA: '489539',
  MASTERCARD: '520479',
  MAESTRO: '676399',
  AMEX: '371499',
  JCB: '356699',
  DISCOVER: '651099',
  DINERS: '305699',
  UNIONPAY: '625099',
};

export function isDeviceNumber(number: string): boolean {
  return Object.values(deviceRanges).some((range) => number.startsWith(range));
}

const organizationPrefixes: readonly (readonly [prefix: RegExp, organization: Organization])[] = [
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
  return organizationPrefixes.find(([prefix]) => prefix.test(card))?.[1];
}
