// Messages of a host as bytes there and back, with a message authentication code if the host uses
// one: the retail MAC (ISO 9797-1, algorithm 3) with a shared double-length key, in the last field.

import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';
import { open, type Secret } from '../../../core/secret.ts';
import { IsoFormatError, readMessage, writeMessage, type IsoMessage } from './iso-message.ts';
import type { Frame, Packager } from './packager.ts';
import { writeBytes, writtenSize } from './text-codec.ts';

export interface IsoCodec {
  readonly frame: Frame;
  write(message: IsoMessage): Buffer;
  /** Throws `IsoFormatError`, also if the code of the message is wrong. */
  read(bytes: Uint8Array): IsoMessage;
}

const MAC_BYTES = 8;
const NO_MAC = '00'.repeat(MAC_BYTES);
const BLOCK = 8;

/** `macKey`: 16 bytes in hexadecimal; null: messages have no code. */
export function createCodec(packager: Packager, macKey: Secret<string> | null): IsoCodec {
  const { frame } = packager;
  if (!macKey) {
    return {
      frame,
      write: (message) => writeMessage(packager, message),
      read: (bytes) => readMessage(packager, bytes),
    };
  }
  const { bytes: encoding } = packager.encodings;
  const codeOf = (content: Uint8Array): Buffer => writeBytes(retailMac(macKey, content), encoding);
  const cut = (bytes: Uint8Array): Uint8Array =>
    bytes.subarray(0, Math.max(0, bytes.length - writtenSize(MAC_BYTES, encoding)));
  return {
    frame,
    write({ type, fields }) {
      const all = new Map([...fields, [macField(fields), NO_MAC]]);
      const content = cut(writeMessage(packager, { type, fields: all }));
      return Buffer.concat([content, codeOf(content)]);
    },
    read(bytes) {
      const { type, fields } = readMessage(packager, bytes);
      const content = cut(bytes);
      const code = codeOf(content);
      const given = bytes.subarray(content.length);
      const isRight = given.length === code.length && timingSafeEqual(given, code);
      const field = macField(fields);
      if (!fields.has(field) || !isRight) throw new IsoFormatError(`field ${field} is wrong`);
      return { type, fields: new Map([...fields].filter(([number]) => number !== field)) };
    },
  };
}

/** The last field that a message can have. */
function macField(fields: ReadonlyMap<number, string>): 64 | 128 {
  return [...fields.keys()].some((number) => number > 64) ? 128 : 64;
}

/** In hexadecimal. The content is filled with zeros (padding method 1). */
export function retailMac(key: Secret<string>, content: Uint8Array): string {
  const bytes = Buffer.from(open(key), 'hex');
  const [first, second] = [bytes.subarray(0, BLOCK), bytes.subarray(BLOCK, 2 * BLOCK)];
  const padded = Buffer.alloc(Math.max(1, Math.ceil(content.length / BLOCK)) * BLOCK);
  padded.set(content);
  const chained = createCipheriv('des-ede3-cbc', single(first), Buffer.alloc(BLOCK))
    .setAutoPadding(false)
    .update(padded)
    .subarray(-BLOCK);
  const opened = createDecipheriv('des-ede3', single(second), null)
    .setAutoPadding(false)
    .update(chained);
  const code = createCipheriv('des-ede3', single(first), null).setAutoPadding(false).update(opened);
  return code.toString('hex').toUpperCase();
}

/** Triple DES with three equal keys is DES, which OpenSSL no longer offers by itself. */
function single(key: Uint8Array): Buffer {
  return Buffer.concat([key, key, key]);
}
