// Card numbers: check digit, organization by number range and length, and the mask under which a
// card may be shown and stored.

export const organizations = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'DISCOVER',
  'JCB',
  'UNIONPAY',
  'MAESTRO',
  'DINERS',
] as const;
export type Organization = (typeof organizations)[number];

export const organizationNames: Readonly<Record<Organization, string>> = {
  VISA: 'Visa.',
  MASTERCARD: 'Mastercard.',
  AMEX: 'American Express.',
  DISCOVER: 'Discover.',
  JCB: 'JCB.',
  UNIONPAY: 'UnionPay.',
  MAESTRO: 'Maestro.',
  DINERS: 'Diners Club.',
};

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

interface Range {
  readonly organization: Organization;
  /** First digits, both ends included; both of the same length. */
  readonly from: number;
  readonly to: number;
}

/**
 * Narrow ranges come before the wide ones around them. Where lists disagree: 622126 to 622925 is
 * UnionPay, although Discover's network accepts it too; 6 is Maestro by Mastercard's rules, but 60
 * apart from 6011 is store cards and RuPay, and 640 to 643 is unassigned, so those are left out.
 */
const ranges: readonly Range[] = [
  { organization: 'JCB', from: 3528, to: 3589 },
  { organization: 'MASTERCARD', from: 2221, to: 2720 },
  { organization: 'DINERS', from: 3095, to: 3095 },
  { organization: 'DISCOVER', from: 6011, to: 6011 },
  { organization: 'UNIONPAY', from: 8100, to: 8171 },
  { organization: 'DINERS', from: 300, to: 305 },
  { organization: 'DISCOVER', from: 644, to: 649 },
  { organization: 'AMEX', from: 34, to: 34 },
  { organization: 'AMEX', from: 37, to: 37 },
  { organization: 'DINERS', from: 36, to: 36 },
  { organization: 'DINERS', from: 38, to: 39 },
  { organization: 'MASTERCARD', from: 51, to: 55 },
  { organization: 'UNIONPAY', from: 62, to: 62 },
  { organization: 'DISCOVER', from: 65, to: 65 },
  { organization: 'MAESTRO', from: 50, to: 50 },
  { organization: 'MAESTRO', from: 56, to: 58 },
  { organization: 'MAESTRO', from: 61, to: 61 },
  { organization: 'MAESTRO', from: 63, to: 63 },
  { organization: 'MAESTRO', from: 66, to: 69 },
  { organization: 'VISA', from: 4, to: 4 },
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
  return ranges.find(({ from, to }) => {
    const first = Number(digits.slice(0, String(from).length));
    return first >= from && first <= to;
  })?.organization;
}

/** Whether these are only the first digits of a card number. */
export function isPrefix(digits: string): boolean {
  return digits.length < MIN_NUMBER_LENGTH;
}

/** First six and last four digits, the most that may be shown. */
export function maskOf(digits: string): string {
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
