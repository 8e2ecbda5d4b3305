// Card numbers: check digit, organization by number range and length, and the mask under which a
// card may be shown and stored.

export const organizationNames = {
  VISA: 'Visa.',
  MASTERCARD: 'Mastercard.',
  AMEX: 'American Express.',
  DISCOVER: 'Discover.',
  JCB: 'JCB.',
  UNIONPAY: 'UnionPay.',
  MAESTRO: 'Maestro.',
  DINERS: 'Diners Club.',
} as const;
export type Organization = keyof typeof organizationNames;
export const organizations = Object.keys(organizationNames) as readonly Organization[];

const from16 = [16, 17, 18, 19];

/** Diners: 38, 39 and 300 to 305 are now issued with 16 digits; cards with 14 still work. */
const lengths: Readonly<Record<Organization, readonly number[]>> = {
  VISA: [13, 16, 18, 19],
  MASTERCARD: [16],
  AMEX: [15],
  DISCOVER: from16,
  JCB: from16,
  UNIONPAY: from16,
  MAESTRO: [12, 13, 14, 15, ...from16],
  DINERS: [14, 15, ...from16],
};

/** First digits, both ends included; both of the same length. */
type Range = readonly [organization: Organization, from: number, to: number];

/**
 * Narrow ranges come before the wide ones around them. Where lists disagree: 622126 to 622925 is
 * UnionPay, although Discover's network accepts it too; 6 is Maestro by Mastercard's rules, but 60
 * apart from 6011 is store cards and RuPay, and 640 to 643 is unassigned, so those are left out.
 */
const ranges: readonly Range[] = [
  ['JCB', 3528, 3589],
  ['MASTERCARD', 2221, 2720],
  ['DINERS', 3095, 3095],
  ['DISCOVER', 6011, 6011],
  ['UNIONPAY', 8100, 8171],
  ['DINERS', 300, 305],
  ['DISCOVER', 644, 649],
  ['AMEX', 34, 34],
  ['AMEX', 37, 37],
  ['DINERS', 36, 36],
  ['DINERS', 38, 39],
  ['MASTERCARD', 51, 55],
  ['UNIONPAY', 62, 62],
  ['DISCOVER', 65, 65],
  ['MAESTRO', 50, 50],
  ['MAESTRO', 56, 58],
  ['MAESTRO', 61, 61],
  ['MAESTRO', 63, 63],
  ['MAESTRO', 66, 69],
  ['VISA', 4, 4],
];

/** The shortest card numbers are Maestro's. */
const MIN_NUMBER_LENGTH = 12;

/** Whether cards of the organization have as many digits as this number. */
export function hasLengthOf(organization: Organization, digits: string): boolean {
  return lengths[organization].includes(digits.length);
}

/** Undefined for numbers of an unknown organization. */
export function organizationOf(digits: string): Organization | undefined {
  const organization = organizationOfPrefix(digits);
  return organization && hasLengthOf(organization, digits) ? organization : undefined;
}

/** By the first digits only, six or more. */
export function organizationOfPrefix(digits: string): Organization | undefined {
  return ranges.find(([, from, to]) => {
    const first = Number(digits.slice(0, String(from).length));
    return first >= from && first <= to;
  })?.[0];
}

/** Whether these are only the first digits of a card number. */
export function isPrefix(digits: string): boolean {
  return digits.length < MIN_NUMBER_LENGTH;
}

/** First six and last four digits, the most that may be shown. */
export function maskOf(digits: string): string {
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
