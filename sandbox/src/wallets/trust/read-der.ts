// Reads the parts of certificates and certificate requests that the simulated wallets need:
// elements of DER with definite lengths. Malformed input is undefined, never an exception.

import { defect } from '@bramka/gateway/core/assert.ts';

export interface Element {
  readonly tag: number;
  /** Tag, length and content. */
  readonly encoding: Buffer;
  readonly content: Buffer;
}

/** All elements of the bytes, or undefined if they do not end with an element. */
export function elementsOf(bytes: Buffer): Element[] | undefined {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes.subarray(at));
    if (!element) return undefined;
    elements.push(element);
    at += element.encoding.length;
  }
  return elements;
}

function elementAt(bytes: Buffer): Element | undefined {
  const [tag = 0, first = 0x80] = bytes;
  const isLong = first >= 0x80;
  const count = isLong ? first & 0x7f : 0;
  const start = 2 + count;
  // An indefinite length, one of more than 3 bytes, or a tag of several bytes.
  if ((isLong && (count < 1 || count > 3)) || (tag & 0x1f) === 0x1f) return undefined;
  if (bytes.length < start) return undefined;
  const length = isLong ? bytes.readUIntBE(2, count) : first;
  if (bytes.length < start + length) return undefined;
  const encoding = bytes.subarray(0, start + length);
  return { tag, encoding, content: encoding.subarray(start) };
}

/** The serial number of a certificate as an element. */
export function serialIn(certificate: Buffer): Buffer {
  const [outer] = elementsOf(certificate) ?? [];
  const [signed] = outer ? (elementsOf(outer.content) ?? []) : [];
  const [, serial] = signed ? (elementsOf(signed.content) ?? []) : [];
  return serial?.encoding ?? defect('a certificate of the wallets cannot be read');
}
