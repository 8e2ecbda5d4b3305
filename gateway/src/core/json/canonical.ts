// Canonical JSON text: names sorted, numbers by value. Two requests are the same when their
// canonical texts are equal.

import { numberText } from '../json.ts';

/** `value` comes from the JSON reader, so numbers carry their exact text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const number = numberText(value);
  if (number !== undefined) return canonicalNumber(number);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const members = Object.keys(fields)
    .sort()
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`);
  return `{${members.join(',')}}`;
}

const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Significant digits and a power of ten: 60, 60.00 and 6e1 are all `6e1`. */
function canonicalNumber(text: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = (integer + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
}
