// The ranges of device numbers, one per card organization; no card has such a number.

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
