// Card brands by the first digits of the number: how the digits are grouped, and the length of
// number and security code.

export type Brand = 'VISA' | 'MASTERCARD' | 'AMEX' | 'DINERS' | 'DISCOVER' | 'JCB' | 'MAESTRO';

/** The name in `local.extra` of the brand that is being typed. */
export const BRAND = 'card-brand';

interface BrandRule {
  readonly brand: Brand;
  readonly name: string;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
  /** Sizes of the groups; further digits form groups of four. */
  readonly groups: readonly number[];
}

const fours = [4, 4, 4, 4, 4];

const rules: readonly BrandRule[] = [
  { ...rule('AMEX', 'American Express', /^3[47]/, [15], [4, 6, 5]), codeLength: 4 },
  rule('DINERS', 'Diners Club', /^3(?:0[0-5]|[689])/, [14, 16, 19], [4, 6, 4]),
  rule('JCB', 'JCB', /^35(?:2[89]|[3-8])/, [16, 17, 18, 19]),
  rule('VISA', 'Visa', /^4/, [13, 16, 19]),
  rule('MASTERCARD', 'Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]),
  rule('DISCOVER', 'Discover', /^(?:6011|64[4-9]|65|622)/, [16, 17, 18, 19]),
  rule('MAESTRO', 'Maestro', /^(?:50|5[6-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]),
];

function rule(
  brand: Brand,
  name: string,
  prefix: RegExp,
  lengths: readonly number[],
  groups: readonly number[] = fours,
): BrandRule {
  return { brand, name, prefix, lengths, codeLength: 3, groups };
}

/** Undefined until the digits say which brand it is. */
export function brandOf(digits: string): BrandRule | undefined {
  const match = rules.find(({ prefix }) => prefix.test(digits));
  // A Diners number of 16 digits is grouped like the others.
  return match?.brand === 'DINERS' && digits.length > 14 ? { ...match, groups: fours } : match;
}

export function nameOf(brand: string): string {
  return rules.find((one) => one.brand === brand)?.name ?? brand;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** `4111111111111111` as `4111 1111 1111 1111`, and Amex as 4-6-5. */
export function groupDigits(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups: string[] = [];
  let at = 0;
  for (const size of brandOf(digits)?.groups ?? fours) {
    if (at >= digits.length) break;
    groups.push(digits.slice(at, at + size));
    at += size;
  }
  return groups.join(' ');
}
