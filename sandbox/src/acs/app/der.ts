// The subset of DER (ITU-T X.690) that a certificate needs: each function returns one element as
// tag, length and value.

import { assert } from '@bramka/gateway/core/assert.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';

const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;

const LONG_FORM = 0x80;

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(SEQUENCE, Buffer.concat(parts));
}

/** A set of one element; several would have to be sorted. */
export function setOf(part: Uint8Array): Buffer {
  return element(SET, part);
}

export function boolean(value: boolean): Buffer {
  return element(BOOLEAN, Buffer.of(value ? 0xff : 0x00));
}

/** A non-negative integer from its big-endian bytes. */
export function unsigned(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Buffer.of(0) : Buffer.from(bytes.subarray(first));
  const isNegative = (shortest[0] ?? 0) >= 0x80;
  return element(INTEGER, isNegative ? Buffer.concat([Buffer.of(0), shortest]) : shortest);
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(BIT_STRING, Buffer.concat([Buffer.of(unusedBits), bytes]));
}

export function octetString(bytes: Uint8Array): Buffer {
  return element(OCTET_STRING, bytes);
}

export function utf8String(text: string): Buffer {
  return element(UTF8_STRING, Buffer.from(text));
}

/** From the dotted form, such as 2.5.4.3. */
export function objectIdentifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  assert(first !== undefined && second !== undefined, 'an object identifier has two arcs or more');
  const arcs = [first * 40 + second, ...rest];
  return element(OBJECT_IDENTIFIER, Buffer.from(arcs.flatMap(arcBytes)));
}

/** In whole seconds, with a two-digit year up to 2049, as RFC 5280 requires. */
export function time(at: Instant): Buffer {
  const when = new Date(at);
  const year = when.getUTCFullYear();
  assert(year >= 1950 && year <= 9999, 'a certificate cannot represent this time');
  const digits = when.toISOString().replace(/\.\d+Z$|[-:T]/g, '') + 'Z';
  return year < 2050
    ? element(UTC_TIME, Buffer.from(digits.slice(2)))
    : element(GENERALIZED_TIME, Buffer.from(digits));
}

/** An element that replaces another one's tag. */
export function implicit(number: number, value: Uint8Array): Buffer {
  return element(CONTEXT | number, value);
}

/** An element that wraps another one. */
export function explicit(number: number, part: Uint8Array): Buffer {
  return element(CONTEXT | CONSTRUCTED | number, part);
}

function element(tag: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthBytes(value.length), value]);
}

function lengthBytes(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.of(LONG_FORM | bytes.length, ...bytes);
}

/** Base 128: seven bits per byte, the high bit set on all but the last byte. */
function arcBytes(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}
