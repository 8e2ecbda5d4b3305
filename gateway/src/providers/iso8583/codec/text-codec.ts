// Text, packed digits and bytes in the encodings that hosts use.

import type { ByteEncoding, DigitEncoding, TextEncoding } from './field-format.ts';

/** Bytes that are not what the format says. */
export class UnreadableBytes extends Error {}

/** EBCDIC, code page 1047, for the printable characters of ASCII from space to tilde. */
const EBCDIC = Buffer.from(
  '405a7f7b5b6c507d4d5d5c4e6b604b61f0f1f2f3f4f5f6f7f8f97a5e4c7e6e6f7cc1c2c3c4c5c6c7c8c9d1d2d3' +
    'd4d5d6d7d8d9e2e3e4e5e6e7e8e9ade0bd5f6d79818283848586878889919293949596979899a2a3a4a5a6a7a8a9' +
    'c04fd0a1',
  'hex',
);
const FIRST = 0x20;
const fromEbcdic = new Map([...EBCDIC].map((byte, at) => [byte, FIRST + at]));

export function writeText(text: string, encoding: TextEncoding): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (encoding === 'ascii') return bytes;
  return bytes.map((byte) => EBCDIC[byte - FIRST] as number) as Buffer;
}

export function readText(bytes: Uint8Array, encoding: TextEncoding): string {
  const codes = encoding === 'ascii' ? bytes : Buffer.from(bytes).map(asciiOf);
  const text = Buffer.from(codes).toString('latin1');
  if (!/^[\x20-\x7e]*$/.test(text)) throw new UnreadableBytes('has bytes that are no text');
  return text;
}

function asciiOf(byte: number): number {
  return fromEbcdic.get(byte) ?? 0;
}

/** How many bytes digits take. */
export function packedSize(digits: number, encoding: DigitEncoding): number {
  return encoding === 'bcd' ? Math.ceil(digits / 2) : digits;
}

/** A track has `=` or `D` as its separator: packed it is always D. */
export function writeDigits(
  digits: string,
  encoding: DigitEncoding,
  padding: 'left' | 'right',
): Buffer {
  if (encoding !== 'bcd') return writeText(digits, encoding);
  const even = digits.replace('=', 'D');
  const isOdd = even.length % 2 === 1;
  const padded = padding === 'left' ? `0${even}` : `${even}F`;
  return Buffer.from(isOdd ? padded : even, 'hex');
}

export function readDigits(
  bytes: Uint8Array,
  digits: number,
  encoding: DigitEncoding,
  padding: 'left' | 'right',
): string {
  if (encoding !== 'bcd') return readText(bytes, encoding);
  const text = Buffer.from(bytes).toString('hex').toUpperCase();
  if (text.length === digits) return text;
  const pad = padding === 'left' ? text[0] : text.at(-1);
  const isPad = padding === 'left' ? pad === '0' : pad === 'F' || pad === '0';
  if (!isPad) throw new UnreadableBytes('is not padded as configured');
  return padding === 'left' ? text.slice(1) : text.slice(0, -1);
}

/** How many bytes of a message these bytes take. */
export function writtenSize(bytes: number, encoding: ByteEncoding): number {
  return encoding === 'raw' ? bytes : 2 * bytes;
}

export function writeBytes(hex: string, encoding: ByteEncoding): Buffer {
  if (encoding === 'raw') return Buffer.from(hex, 'hex');
  return writeText(hex, encoding === 'hex-ascii' ? 'ascii' : 'ebcdic');
}

/** In hexadecimal, upper case. */
export function readBytes(bytes: Uint8Array, encoding: ByteEncoding): string {
  if (encoding === 'raw') return Buffer.from(bytes).toString('hex').toUpperCase();
  const text = readText(bytes, encoding === 'hex-ascii' ? 'ascii' : 'ebcdic').toUpperCase();
  if (!/^(?:[0-9A-F]{2})*$/.test(text)) throw new UnreadableBytes('is not hexadecimal');
  return text;
}
