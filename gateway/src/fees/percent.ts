// Percentages as exact integers: text with up to four decimals, stored as millionths. Nothing is
// computed with floating-point numbers.

/** From 0 to 100. */
export const PERCENT_FORM = /^(100(\.0{1,4})?|[1-9]?[0-9](\.[0-9]{1,4})?)$/;

/** In words, for messages and documentation. */
export const percentRule = 'a percentage from 0 to 100 with at most four decimals such as 1.25';

const DECIMALS = 4;
/** 100 percent. */
const WHOLE = 1_000_000n;

/** "1.25" is 12 500 millionths; undefined if the text is not a percentage. */
export function parsePercent(text: string): number | undefined {
  if (!PERCENT_FORM.test(text)) return undefined;
  const [integer = '', decimals = ''] = text.split('.');
  return Number(integer + decimals.padEnd(DECIMALS, '0'));
}

/** The shortest text: 12 500 is "1.25". */
export function formatPercent(millionths: number): string {
  const digits = String(millionths).padStart(DECIMALS + 1, '0');
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (decimals === '' ? '' : `.${decimals}`);
}

/**
 * This percentage of an amount in minor units, rounded half up to a minor unit. The amount is not
 * negative.
 */
export function percentOf(amountMinor: bigint, millionths: number): bigint {
  return (amountMinor * BigInt(millionths) + WHOLE / 2n) / WHOLE;
}
