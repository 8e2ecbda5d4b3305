// Knowledge about card numbers: check digit, organization by number range and length, and the mask
// under which a card may be shown and stored.

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

interface Range {
  readonly organization: Organization;
  /** First digits, both ends included; both of the same length. */
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

const any12to19 = [12, 13, 14, 15, 16, 17, 18, 19];
const from16 = [16, 17, 18, 19];

/** Narrow ranges before the wide ones they lie in. */
const ranges: readonly Range[] = [
  { organization: 'AMEX', from: 34, to: 34, lengths: [15] },
  { organization: 'AMEX', from: 37, to: 37, lengths: [15] },
  { organization: 'DINERS', from: 300, to: 305, lengths: [14, 15, 16, 17, 18, 19] },
  { organization: 'DINERS', from: 36, to: 36, lengths: [14, 15, 16, 17, 18, 19] },
  { organization: 'DINERS', from: 38, to: 39, lengths: from16 },
  { organization: 'JCB', from: 3528, to: 3589, lengths: from16 },
  { organization: 'VISA', from: 4, to: 4, lengths: [13, 16, 18, 19] },
  { organization: 'MASTERCARD', from: 51, to: 55, lengths: [16] },
  { organization: 'MASTERCARD', from: 2221, to: 2720, lengths: [16] },
  { organization: 'DISCOVER', from: 6011, to: 6011, lengths: from16 },
  { organization: 'DISCOVER', from: 644, to: 649, lengths: from16 },
  { organization: 'DISCOVER', from: 65, to: 65, lengths: from16 },
  { organization: 'UNIONPAY', from: 62, to: 62, lengths: from16 },
  { organization: 'MAESTRO', from: 50, to: 50, lengths: any12to19 },
  { organization: 'MAESTRO', from: 56, to: 58, lengths: any12to19 },
  { organization: 'MAESTRO', from: 63, to: 63, lengths: any12to19 },
  { organization: 'MAESTRO', from: 67, to: 68, lengths: any12to19 },
];

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Undefined for numbers of no organization we know. */
export function organizationOf(digits: string): Organization | undefined {
  return ranges.find((range) => {
    const first = Number(digits.slice(0, String(range.from).length));
    return first >= range.from && first <= range.to && range.lengths.includes(digits.length);
  })?.organization;
}

/** First six and last four, the most that may be shown. */
export function maskOf(digits: string): string {
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
