// How one field of an ISO 8583 message is written: the notation of the standard (`n..19`,
// `ans...999`, `b8`) with the encodings of the host. Values are text: digits, characters, or bytes
// in hexadecimal.

/** n digits, x+n a sign and digits, a an ans text, z track data, b bytes. */
type Content = 'n' | 'x+n' | 'a' | 'an' | 'ans' | 'z' | 'b';
export type DigitEncoding = 'ascii' | 'ebcdic' | 'bcd';
export type TextEncoding = 'ascii' | 'ebcdic';
type LengthEncoding = 'ascii' | 'ebcdic' | 'bcd' | 'binary';
export type ByteEncoding = 'raw' | 'hex-ascii' | 'hex-ebcdic';

/** The encodings of a host; a field may differ from them. */
export interface Encodings {
  /** Digits of the message type and of fields with content n. */
  readonly digits: DigitEncoding;
  readonly text: TextEncoding;
  /** Track data: text, or packed like digits. */
  readonly tracks: DigitEncoding;
  /** Announced lengths. */
  readonly lengths: LengthEncoding;
  readonly bytes: ByteEncoding;
  readonly bitmap: ByteEncoding;
  /** Where an odd number of packed digits gets its half byte: 0 on the left, F on the right. */
  readonly padding: 'left' | 'right';
}

export interface FieldFormat {
  readonly content: Content;
  /** The length of a fixed field, the greatest one of others; bytes for content b. */
  readonly length: number;
  /** How many digits announce the length; 0: the length is fixed. */
  readonly lengthDigits: number;
  readonly encodings: Encodings;
}

const NOTATION = /^(x\+n|n|ans|an|a|z|b)(\.{0,6})([1-9]\d{0,5})$/;

/** Undefined: it is not in the notation of the standard. */
export function readFormat(notation: string, encodings: Encodings): FieldFormat | undefined {
  const [, content, dots, length] = NOTATION.exec(notation) ?? [];
  if (content === undefined || dots === undefined || length === undefined) return undefined;
  const format = { content: content as Content, length: Number(length), encodings };
  const lengthDigits = dots.length;
  if (lengthDigits > 0 && Number(length) >= 10 ** lengthDigits) return undefined;
  return { ...format, lengthDigits };
}

const allowed: Readonly<Record<Content, RegExp>> = {
  n: /^\d*$/,
  'x+n': /^[CD]\d+$/,
  a: /^[A-Za-z ]*$/,
  an: /^[0-9A-Za-z ]*$/,
  ans: /^[\x20-\x7e]*$/,
  z: /^[0-9=D]*$/,
  b: /^(?:[0-9A-F]{2})*$/,
};

/** Why the value does not fit; undefined if it does. */
export function misfit(format: FieldFormat, value: string): string | undefined {
  const { content, length, lengthDigits } = format;
  if (!allowed[content].test(value)) return `is not of kind ${content}`;
  const size = sizeOf(format, value);
  if (lengthDigits === 0 && size !== length) return `has ${size} instead of ${length}`;
  if (size > length) return `has ${size}, more than ${length}`;
  return undefined;
}

/** In the unit of the format: digits, characters or bytes. */
export function sizeOf({ content }: FieldFormat, value: string): number {
  if (content === 'b') return value.length / 2;
  return content === 'x+n' ? value.length - 1 : value.length;
}
