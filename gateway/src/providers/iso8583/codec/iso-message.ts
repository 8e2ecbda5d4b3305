// ISO 8583 messages as bytes: message type, one or two bitmaps, then the fields in order. Reading
// is strict: what is not exactly in the format of the host is refused with the field and the
// reason.

import { misfit, sizeOf, type FieldFormat } from './field-format.ts';
import type { Packager } from './packager.ts';
import {
  packedSize,
  readBytes,
  readDigits,
  readText,
  UnreadableBytes,
  writeBytes,
  writeDigits,
  writeText,
  writtenSize,
} from './text-codec.ts';

export interface IsoMessage {
  /** The message type: four digits. */
  readonly type: string;
  readonly fields: ReadonlyMap<number, string>;
}

/** A message that is not in the format of the host; it never contains a value of a field. */
export class IsoFormatError extends Error {}

const BITMAP_BYTES = 8;
const SECONDARY = 1;

export function writeMessage({ encodings, fields }: Packager, message: IsoMessage): Buffer {
  if (!/^\d{4}$/.test(message.type)) throw new IsoFormatError('the message type is not 4 digits');
  const numbers = [...message.fields.keys()].toSorted((one, other) => one - other);
  const parts = numbers.map((number) => {
    const format = fields.get(number);
    const value = message.fields.get(number);
    if (!format || value === undefined) throw new IsoFormatError(`field ${number} has no format`);
    const why = misfit(format, value);
    if (why !== undefined) throw new IsoFormatError(`field ${number} ${why}`);
    return writeField(format, value);
  });
  const type = writeDigits(message.type, encodings.digits, encodings.padding);
  return Buffer.concat([type, writeBytes(bitmapOf(numbers), encodings.bitmap), ...parts]);
}

function bitmapOf(numbers: readonly number[]): string {
  const hasSecondary = numbers.some((number) => number > 8 * BITMAP_BYTES);
  const bitmap = Buffer.alloc(hasSecondary ? 2 * BITMAP_BYTES : BITMAP_BYTES);
  for (const number of hasSecondary ? [SECONDARY, ...numbers] : numbers) {
    const at = (number - 1) >> 3;
    bitmap[at] = (bitmap[at] as number) | (0x80 >> ((number - 1) & 7));
  }
  return bitmap.toString('hex').toUpperCase();
}

function writeField(format: FieldFormat, value: string): Buffer {
  const body = writeValue(format, value);
  if (format.lengthDigits === 0) return body;
  return Buffer.concat([writeLength(sizeOf(format, value), format), body]);
}

function writeValue({ content, encodings }: FieldFormat, value: string): Buffer {
  const { digits, text, tracks, bytes, padding } = encodings;
  switch (content) {
    case 'n':
      return writeDigits(value, digits, padding);
    case 'z':
      return writeDigits(value, tracks, padding);
    case 'b':
      return writeBytes(value, bytes);
    case 'x+n':
      return Buffer.concat([
        writeText(value.slice(0, 1), text),
        writeDigits(value.slice(1), digits, padding),
      ]);
    default:
      return writeText(value, text);
  }
}

function writeLength(length: number, { lengthDigits, encodings }: FieldFormat): Buffer {
  const { lengths } = encodings;
  const text = String(length).padStart(lengthDigits, '0');
  if (lengths !== 'binary') return writeDigits(text, lengths, 'left');
  const bytes = Buffer.alloc(lengthSize(lengthDigits, lengths));
  bytes.writeUIntBE(length, 0, bytes.length);
  return bytes;
}

/** A binary length has one byte up to 255 and two above, as two and three digits have. */
function lengthSize(lengthDigits: number, lengths: FieldFormat['encodings']['lengths']): number {
  return lengths === 'binary' ? Math.ceil(lengthDigits / 2) : packedSize(lengthDigits, lengths);
}

/** Reads bytes in order and never beyond their end. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new UnreadableBytes('is cut off');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }
}

export function readMessage({ encodings, fields }: Packager, bytes: Uint8Array): IsoMessage {
  const reader = new Reader(bytes);
  const { digits, bitmap, padding } = encodings;
  const type = reading('the message type', () =>
    readDigits(reader.take(packedSize(4, digits)), 4, digits, padding),
  );
  if (!/^\d{4}$/.test(type)) throw new IsoFormatError('the message type is not 4 digits');
  const half = () => readBytes(reader.take(writtenSize(BITMAP_BYTES, bitmap)), bitmap);
  const numbers = reading('the bitmap', () => {
    const primary = half();
    const hasSecondary = (parseInt(primary.slice(0, 1), 16) & 8) !== 0;
    return setBits(hasSecondary ? primary + half() : primary);
  });
  const values = new Map<number, string>();
  for (const number of numbers) {
    if (number === SECONDARY) continue;
    const format = fields.get(number);
    if (!format) throw new IsoFormatError(`field ${number} has no format`);
    values.set(
      number,
      reading(`field ${number}`, () => readField(format, reader)),
    );
  }
  if (reader.left > 0) throw new IsoFormatError(`${reader.left} bytes follow the last field`);
  return { type, fields: values };
}

function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableBytes) throw new IsoFormatError(`${what} ${error.message}`);
    throw error;
  }
}

function setBits(bitmap: string): number[] {
  const bytes = Buffer.from(bitmap, 'hex');
  const numbers = Array.from({ length: 8 * bytes.length }, (_, at) => at + 1);
  return numbers.filter((number) => {
    const byte = bytes[(number - 1) >> 3] as number;
    return (byte & (0x80 >> ((number - 1) & 7))) !== 0;
  });
}

function readField(format: FieldFormat, reader: Reader): string {
  const size = format.lengthDigits === 0 ? format.length : readLength(format, reader);
  const value = readValue(format, size, reader);
  const why = misfit(format, value);
  if (why !== undefined) throw new UnreadableBytes(why);
  return value;
}

function readLength({ lengthDigits, encodings }: FieldFormat, reader: Reader): number {
  const { lengths } = encodings;
  const bytes = reader.take(lengthSize(lengthDigits, lengths));
  if (lengths === 'binary') return Buffer.from(bytes).readUIntBE(0, bytes.length);
  const text = readDigits(bytes, lengthDigits, lengths, 'left');
  if (!/^\d+$/.test(text)) throw new UnreadableBytes('has a length that is no number');
  return Number(text);
}

function readValue({ content, encodings }: FieldFormat, size: number, reader: Reader): string {
  const { digits, text, tracks, bytes, padding } = encodings;
  const readPacked = (encoding: typeof digits): string =>
    readDigits(reader.take(packedSize(size, encoding)), size, encoding, padding);
  switch (content) {
    case 'n':
      return readPacked(digits);
    case 'z':
      return readPacked(tracks);
    case 'b':
      return readBytes(reader.take(writtenSize(size, bytes)), bytes);
    case 'x+n':
      return readText(reader.take(1), text) + readPacked(digits);
    default:
      return readText(reader.take(size), text);
  }
}
