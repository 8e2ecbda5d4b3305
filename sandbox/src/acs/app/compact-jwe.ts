// Parses the compact JWEs of the app flow strictly before any key is used: two content encryptions,
// no compression, no extensions, no encrypted key.

import {
  readCompactJwe as splitCompactJwe,
  type CompactJwe as SplitJwe,
} from '@bramka/gateway/core/jose/compact-jwe.ts';
import { readJsonObject } from '@bramka/gateway/core/json/read-object.ts';
import { BadAppMessage, type AppErrorCode } from './bad-app-message.ts';

export const contentEncryptions = ['A128CBC-HS256', 'A128GCM'] as const;
export type ContentEncryption = (typeof contentEncryptions)[number];

interface JweHeader {
  readonly alg: string;
  readonly enc: ContentEncryption;
  readonly kid: string | undefined;
  readonly epk: unknown;
}

export interface CompactJwe extends Omit<SplitJwe, 'header'> {
  readonly header: JweHeader;
}

const TAG_BYTES = 16;
const AES_BLOCK_BYTES = 16;
const IV_BYTES: Readonly<Record<ContentEncryption, number>> = { 'A128CBC-HS256': 16, A128GCM: 12 };
const HEADER_LENGTH_MAX = 2048;
const KID_LENGTH_MAX = 64;

const undecryptable = (why: string): BadAppMessage => new BadAppMessage('302', why);

export function readCompactJwe(text: unknown, alg: string, lengthMax: number): CompactJwe {
  const jwe = splitCompactJwe(text, { length: lengthMax, headerLength: HEADER_LENGTH_MAX });
  if (!jwe) throw undecryptable('JWE form');
  const header = readHeader(jwe.header, alg);
  const { iv, ciphertext, tag } = jwe;
  const hasFullBlocks = header.enc === 'A128GCM' || ciphertext.length % AES_BLOCK_BYTES === 0;
  const hasSizes = iv.length === IV_BYTES[header.enc] && tag.length === TAG_BYTES;
  if (!hasSizes || !hasFullBlocks || ciphertext.length === 0) throw undecryptable('JWE form');
  return { ...jwe, header };
}

/** The object in a JSON text; throws the given error code for anything else. */
export function readObject(bytes: Uint8Array, error: AppErrorCode): Record<string, unknown> {
  const value = readJsonObject(bytes);
  if (!value) throw new BadAppMessage(error, 'not a JSON object');
  return value;
}

function readHeader(header: SplitJwe['header'], expectedAlg: string): JweHeader {
  const { alg, enc, kid, epk, zip, crit } = header;
  if (alg !== expectedAlg || zip !== undefined || crit !== undefined) {
    throw undecryptable('JWE header');
  }
  if (!contentEncryptions.some((known) => known === enc)) throw undecryptable('JWE header enc');
  const isKid = typeof kid === 'string' && kid.length <= KID_LENGTH_MAX;
  if (kid !== undefined && !isKid) throw undecryptable('JWE header kid');
  return { alg, enc: enc as ContentEncryption, kid, epk };
}
