// Splits compact JWEs (RFC 7516, section 7.1) strictly, before any key is used. Only JWEs without
// an encrypted key are read: the content key is agreed on or known.

import { readJsonObject } from '../json/read-object.ts';
import { readBase64Url } from './base64.ts';

export interface CompactJwe {
  /** As it was sent. */
  readonly text: string;
  /** Without members that are null. */
  readonly header: Readonly<Record<string, unknown>>;
  /** The header as sent, which the authentication tag covers. */
  readonly protectedText: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

interface CompactLimits {
  /** Characters of the whole JWE. */
  readonly length: number;
  /** Characters of the encoded header. */
  readonly headerLength: number;
}

const SEGMENTS = 5;

/** Undefined unless the text has exactly the form of a compact JWE within the limits. */
export function readCompactJwe(text: unknown, limits: CompactLimits): CompactJwe | undefined {
  if (typeof text !== 'string' || text.length > limits.length) return undefined;
  // One segment more than allowed is enough to detect.
  const segments = text.split('.', SEGMENTS + 1);
  const [protectedText = '', encryptedKey, ...rest] = segments;
  if (segments.length !== SEGMENTS || encryptedKey !== '') return undefined;
  if (protectedText.length > limits.headerLength) return undefined;
  const headerBytes = readBase64Url(protectedText);
  const header = headerBytes && readJsonObject(headerBytes);
  const [iv, ciphertext, tag] = rest.map(readBase64Url);
  if (!header || !iv || !ciphertext || !tag) return undefined;
  return { text, header, protectedText, iv, ciphertext, tag };
}
