// Parses compact JWEs (RFC 7516) strictly before any key is used: two content encryptions, no
// compression, no extensions, no encrypted key.

import { JsonError, readJson } from '@bramka/gateway/core/json.ts';
import { BadAppMessage, type AppErrorCode } from './bad-app-message.ts';

export const contentEncryptions = ['A128CBC-HS256', 'A128GCM'] as const;
export type ContentEncryption = (typeof contentEncryptions)[number];

export interface JweHeader {
  readonly alg: string;
  readonly enc: ContentEncryption;
  readonly kid: string | undefined;
  readonly epk: unknown;
}

export interface CompactJwe {
  readonly header: JweHeader;
  /** The header as sent, which the authentication tag covers. */
  readonly protectedText: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

const SEGMENTS = 5;
const TAG_BYTES = 16;
const AES_BLOCK_BYTES = 16;
const IV_BYTES: Readonly<Record<ContentEncryption, number>> = { 'A128CBC-HS256': 16, A128GCM: 12 };
const HEADER_LENGTH_MAX = 2048;
const KID_LENGTH_MAX = 64;

const undecryptable = (why: string): BadAppMessage => new BadAppMessage('302', why);

export function readCompactJwe(text: unknown, alg: string, lengthMax: number): CompactJwe {
  if (typeof text !== 'string' || text.length > lengthMax) throw undecryptable('JWE size');
  // One segment more than allowed is enough to detect.
  const segments = text.split('.', SEGMENTS + 1);
  const [protectedText = '', encryptedKey, ivText = '', cipherText = '', tagText = ''] = segments;
  if (segments.length !== SEGMENTS || encryptedKey !== '') throw undecryptable('JWE form');
  const header = readHeader(protectedText, alg);
  const [iv, ciphertext, tag] = [bytesOf(ivText), bytesOf(cipherText), bytesOf(tagText)];
  const isWhole = header.enc === 'A128GCM' || ciphertext.length % AES_BLOCK_BYTES === 0;
  const hasSizes = iv.length === IV_BYTES[header.enc] && tag.length === TAG_BYTES;
  if (!hasSizes || !isWhole || ciphertext.length === 0) throw undecryptable('JWE form');
  return { header, protectedText, iv, ciphertext, tag };
}

/** The object in a JSON text; throws the given error code for anything else. */
export function readObject(bytes: Uint8Array, error: AppErrorCode): Record<string, unknown> {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = readJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError || cause instanceof TypeError)) throw cause;
    throw new BadAppMessage(error, 'not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadAppMessage(error, 'not an object');
  }
  return value as Record<string, unknown>;
}

function readHeader(text: string, expectedAlg: string): JweHeader {
  if (text.length > HEADER_LENGTH_MAX) throw undecryptable('JWE header');
  const { alg, enc, kid, epk, zip, crit } = readObject(bytesOf(text), '302');
  if (alg !== expectedAlg || zip !== undefined || crit !== undefined) {
    throw undecryptable('JWE header');
  }
  if (!contentEncryptions.some((known) => known === enc)) throw undecryptable('JWE header enc');
  const isKid = typeof kid === 'string' && kid.length <= KID_LENGTH_MAX;
  if (kid !== undefined && !isKid) throw undecryptable('JWE header kid');
  return { alg, enc: enc as ContentEncryption, kid, epk };
}

/** Strict base64url: no ignored characters, no leftover bits. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw undecryptable('JWE form');
  return bytes;
}
