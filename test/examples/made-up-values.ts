// Made-up values for recordings: they look like real ids, keys and hashes, and depend only on the
// path of the field that they are for.
import { createHash } from 'node:crypto';

export const SMALL = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const LETTERS = `${SMALL}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
export const HEX = '0123456789abcdef';
export const DIGITS = '0123456789';
export const TOKEN_LETTERS = 'BCDFGHJKLMNPRSTV';
export const CAPITALS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function digestOf(path: string): Buffer {
  return createHash('sha512').update(path).digest();
}

/** A version 7 UUID that begins like those of the examples' first day. */
export function uuidLike(path: string): string {
  const hex = digestOf(path).toString('hex');
  const [second, third, fourth] = [hex.slice(0, 4), hex.slice(4, 7), hex.slice(7, 10)];
  return `019ca9a1-${second}-7${third}-8${fourth}-${hex.slice(10, 22)}`;
}

export function randomLike(path: string, length: number, alphabet: string): string {
  const bytes = digestOf(path);
  return Array.from({ length }, (_, index) =>
    alphabet.charAt((bytes[index % bytes.length] ?? 0) % alphabet.length),
  ).join('');
}

/** The id and the token of a transfer in its address. */
export function bankLink(path: string): string {
  return `${randomLike(path, 10, CAPITALS)}/${randomLike(`${path} token`, 8, CAPITALS)}`;
}

/** With the beginning and the end that all P-256 keys have. */
export function publicKeyLike(path: string, raw: string): string {
  const [start, end] = ['MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE', '=='];
  if (!raw.startsWith(start)) return raw;
  return `${start}${randomLike(path, raw.length - start.length - end.length, LETTERS)}${end}`;
}

export function bytesLike(path: string, raw: string): string {
  const { length } = Buffer.from(raw, 'base64');
  return digestOf(path).subarray(0, length).toString('base64');
}
