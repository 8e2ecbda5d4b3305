// Writes ASN.1 values in DER (ITU-T X.690): what certificate requests and certificates need.

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  printable: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One value: tag, length, content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes.length), bytes]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = Buffer.from(evenHex(length.toString(16)), 'hex');
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

const evenHex = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);

export const sequence = (...content: readonly Uint8Array[]): Buffer =>
  der(tags.sequence, ...content);

/** The elements of a set are sorted by their encoding. */
export const set = (...content: readonly Uint8Array[]): Buffer =>
  der(tags.set, ...[...content].sort((one, other) => Buffer.compare(one, other)));

/** Context-specific and constructed, such as `[0] EXPLICIT`. */
export const context = (number: number, ...content: readonly Uint8Array[]): Buffer =>
  der(0xa0 | number, ...content);

/** An integer that is not negative. */
export function integer(value: bigint | number | Uint8Array): Buffer {
  const bytes =
    value instanceof Uint8Array
      ? Buffer.from(value)
      : Buffer.from(evenHex(value.toString(16)), 'hex');
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = start < 0 ? Buffer.from([0]) : bytes.subarray(start);
  const isSigned = (short[0] ?? 0) >= 0x80;
  return der(tags.integer, isSigned ? Buffer.concat([Buffer.from([0]), short]) : short);
}

export const octets = (bytes: Uint8Array): Buffer => der(tags.octetString, bytes);

/** A bit string of complete bytes. */
export const bits = (bytes: Uint8Array): Buffer => der(tags.bitString, Buffer.from([0]), bytes);

export const utf8 = (text: string): Buffer => der(tags.utf8, Buffer.from(text, 'utf8'));

export const nothing = (): Buffer => der(tags.null);

export const boolean = (value: boolean): Buffer =>
  der(tags.boolean, Buffer.from([value ? 0xff : 0]));

/** An object identifier such as 1.2.840.113635.100.6.32. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    bytes.unshift(0x80 | (left & 0x7f));
  }
  return bytes;
}

/** UTCTime until 2049, GeneralizedTime after it (RFC 5280, section 4.1.2.5). */
export function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return at < Date.UTC(2050, 0)
    ? der(tags.utcTime, Buffer.from(digits.slice(2), 'ascii'))
    : der(tags.generalizedTime, Buffer.from(digits, 'ascii'));
}
