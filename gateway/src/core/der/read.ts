// Reads ASN.1 values (ITU-T X.690) from bytes that anybody may have sent: strict, with limits, and
// without exceptions. BER is accepted only as far as needed for CMS messages with indefinite
// lengths; lengths are minimal and strings are in one piece in both forms.

import { tags } from './write.ts';

export interface Asn1Value {
  /** The identifier octet: class, constructed or primitive, and number. */
  readonly tag: number;
  /** Identifier, length and content. */
  readonly bytes: Buffer;
  readonly content: Buffer;
  /** The values inside a constructed value, otherwise none. */
  readonly children: readonly Asn1Value[];
}

interface Asn1Limits {
  readonly bytes: number;
  readonly depth: number;
  /** How many values the input may have in all. */
  readonly values: number;
}

const DEFAULT_LIMITS: Asn1Limits = { bytes: 16 * 1024, depth: 16, values: 1024 };

/** One DER value and nothing after it; undefined if malformed. Sets need not be sorted. */
export function readDer(bytes: Buffer, limits: Asn1Limits = DEFAULT_LIMITS): Asn1Value | undefined {
  return new Reader(bytes, limits, false).document();
}

/** Like `readDer`, but constructed values may have an indefinite length. */
export function readBer(bytes: Buffer, limits: Asn1Limits = DEFAULT_LIMITS): Asn1Value | undefined {
  return new Reader(bytes, limits, true).document();
}

const CLASS_BITS = 0xc0;
const CONSTRUCTED_BIT = 0x20;
const NUMBER_BITS = 0x1f;
const INDEFINITE = 0x80;
const LENGTH_DIGITS_MAX = 4;

class Reader {
  readonly #bytes: Buffer;
  readonly #limits: Asn1Limits;
  readonly #allowsIndefinite: boolean;
  #at = 0;
  #values = 0;

  constructor(bytes: Buffer, limits: Asn1Limits, allowsIndefinite: boolean) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#allowsIndefinite = allowsIndefinite;
  }

  document(): Asn1Value | undefined {
    const { length } = this.#bytes;
    if (length > this.#limits.bytes) return undefined;
    const value = this.#value(length, 1);
    return this.#at === length ? value : undefined;
  }

  /** The value at the current position, which ends at `end` or before. */
  #value(end: number, depth: number): Asn1Value | undefined {
    this.#values += 1;
    if (depth > this.#limits.depth || this.#values > this.#limits.values) return undefined;
    const start = this.#at;
    const tag = this.#octet(end);
    const length = this.#length(end);
    if (tag === undefined || length === undefined || !isKnownForm(tag)) return undefined;
    const isConstructed = (tag & CONSTRUCTED_BIT) !== 0;
    const contentStart = this.#at;
    if (length === 'indefinite') {
      if (!isConstructed || !this.#allowsIndefinite) return undefined;
      const children = this.#childrenBeforeMark(end, depth);
      if (!children) return undefined;
      return this.#made(tag, { start, contentStart, contentEnd: this.#at - 2 }, children);
    }
    const contentEnd = contentStart + length;
    if (contentEnd > end) return undefined;
    const children = isConstructed ? this.#childrenUntil(contentEnd, depth) : [];
    if (!children) return undefined;
    this.#at = contentEnd;
    const value = this.#made(tag, { start, contentStart, contentEnd }, children);
    return isWellFormed(value) ? value : undefined;
  }

  #made(
    tag: number,
    at: { readonly start: number; readonly contentStart: number; readonly contentEnd: number },
    children: readonly Asn1Value[],
  ): Asn1Value {
    const bytes = this.#bytes.subarray(at.start, this.#at);
    const content = this.#bytes.subarray(at.contentStart, at.contentEnd);
    return { tag, bytes, content, children };
  }

  #childrenUntil(end: number, depth: number): Asn1Value[] | undefined {
    const children: Asn1Value[] = [];
    while (this.#at < end) {
      const child = this.#value(end, depth + 1);
      if (!child) return undefined;
      children.push(child);
    }
    return children;
  }

  /** Until the two zero octets that end an indefinite length. */
  #childrenBeforeMark(end: number, depth: number): Asn1Value[] | undefined {
    const children: Asn1Value[] = [];
    while (this.#bytes[this.#at] !== 0) {
      const child = this.#value(end, depth + 1);
      if (!child) return undefined;
      children.push(child);
    }
    return this.#octet(end) === 0 && this.#octet(end) === 0 ? children : undefined;
  }

  #octet(end: number): number | undefined {
    return this.#at < end ? this.#bytes[this.#at++] : undefined;
  }

  #length(end: number): number | 'indefinite' | undefined {
    const first = this.#octet(end);
    if (first === undefined || first < INDEFINITE) return first;
    if (first === INDEFINITE) return 'indefinite';
    const count = first - INDEFINITE;
    if (count > LENGTH_DIGITS_MAX || this.#at + count > end) return undefined;
    const length = this.#bytes.readUIntBE(this.#at, count);
    this.#at += count;
    const shortest = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
    return count === shortest ? length : undefined;
  }
}

/** Long tag numbers, constructed strings and unexpected ends of contents are refused. */
function isKnownForm(tag: number): boolean {
  const number = tag & NUMBER_BITS;
  if (number === NUMBER_BITS) return false;
  if ((tag & CLASS_BITS) !== 0) return true;
  const isCollection =
    number === (tags.sequence & NUMBER_BITS) || number === (tags.set & NUMBER_BITS);
  return number !== 0 && isCollection === ((tag & CONSTRUCTED_BIT) !== 0);
}

/** Whether the content of a primitive value is possible for its type. */
function isWellFormed({ tag, content }: Asn1Value): boolean {
  const [first = 0, second = 0] = content;
  switch (tag) {
    case tags.boolean:
      return content.length === 1 && (first === 0 || first === 0xff);
    case tags.integer:
      if (content.length === 0) return false;
      return (
        content.length === 1 || (first === 0 ? second >= 0x80 : first !== 0xff || second < 0x80)
      );
    case tags.null:
      return content.length === 0;
    case tags.bitString:
      return content.length > 1 ? first < 8 : content.length === 1 && first === 0;
    case tags.oid:
      return isOidContent(content);
    default:
      return true;
  }
}

/** Every number ends inside the content and has no leading zero digits. */
function isOidContent(content: Buffer): boolean {
  let isStart = true;
  for (const octet of content) {
    if (isStart && octet === 0x80) return false;
    isStart = octet < 0x80;
  }
  return isStart && content.length > 0;
}
