// Numbers of 3-D Secure test cards in addition to the catalogue: the first range of every
// organization has the same paths.

export const firstRanges = {
  VISA: '49171100',
  MASTERCARD: '52101100',
  MAESTRO: '67631100',
  AMEX: '37144900',
  JCB: '35661100',
  DISCOVER: '65101100',
  UNIONPAY: '62501100',
} as const;
export type Enrolled = keyof typeof firstRanges;

export const paths = { yes: '10', attempt: '11', informational: '15', challenge: '20' } as const;

export function testCard(organization: Enrolled, path: keyof typeof paths): string {
  const length = organization === 'AMEX' ? 15 : 16;
  return withCheckDigit(`${firstRanges[organization]}${paths[path]}`.padEnd(length - 1, '0'));
}

/** A card of the same range and path as one of the catalogue, but not published. */
export function unpublished(card: string): string {
  const length = card.length - 1;
  return withCheckDigit(`${card.slice(0, 10)}${'12345'.slice(0, length - 10)}`);
}

/** Not enrolled in 3-D Secure, and in no list of test cards. */
export const plainCard = '4539578763621486';

/** Appends the Luhn check digit. */
export function withCheckDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  });
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
