// Compact JWEs with alg ECDH-ES on P-256 and enc A256GCM, the only ones that the gateway decrypts.
// The header may have known members only, so neither compression nor extensions nor another
// algorithm can be asked for.

import type { KeyObject } from 'node:crypto';
import { compactDecrypt, type DecryptOptions } from 'jose';
import { readBase64Url } from './base64.ts';
import { readCompactJwe, type CompactJwe } from './compact-jwe.ts';
import { isPublicJwk } from './p256.ts';

export const ALGORITHM = 'ECDH-ES';
const ENCRYPTION = 'A256GCM';
const options = {
  keyManagementAlgorithms: [ALGORITHM],
  contentEncryptionAlgorithms: [ENCRYPTION],
};

/** What the recipient decides by; nothing of it is authenticated before the JWE is opened. */
interface EcdhJwe {
  readonly text: string;
  readonly kid: string;
  /** Seconds since 1970. */
  readonly iat: number;
}

/** A parameter, so that a test can count the calls. */
export type Decrypt = (
  jwe: string,
  key: KeyObject,
  options: DecryptOptions,
) => Promise<{ readonly plaintext: Uint8Array }>;

const LIMITS = { length: 2048, headerLength: 1024 };
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHERTEXT_BYTES_MAX = 64;
const KID_LENGTH_MAX = 64;
const PARTY_BYTES_MAX = 64;

const headerNames: ReadonlySet<string> = new Set(['alg', 'enc', 'kid', 'iat', 'epk', 'apu', 'apv']);
const keyNames: ReadonlySet<string> = new Set(['kty', 'crv', 'x', 'y']);

/** Checks everything that needs no key; undefined if any of it is wrong. */
export function readEcdhJwe(text: unknown): EcdhJwe | undefined {
  const jwe = readCompactJwe(text, LIMITS);
  if (!jwe || jwe.iv.length !== IV_BYTES || jwe.tag.length !== TAG_BYTES) return undefined;
  const { length } = jwe.ciphertext;
  if (length === 0 || length > CIPHERTEXT_BYTES_MAX) return undefined;
  const { alg, enc, kid, iat, epk, apu, apv } = jwe.header;
  if (alg !== ALGORITHM || enc !== ENCRYPTION) return undefined;
  if (!hasOnly(sentHeader(jwe), headerNames)) return undefined;
  if (typeof kid !== 'string' || kid.length > KID_LENGTH_MAX) return undefined;
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat) || iat < 0) return undefined;
  if (!isPublicJwk(epk) || !hasOnly(epk, keyNames)) return undefined;
  return isParty(apu) && isParty(apv) ? { text: jwe.text, kid, iat } : undefined;
}

/**
 * At most one key agreement; undefined if the JWE was not made for this key or was changed, or if
 * its ephemeral key is not on the curve.
 */
export async function openEcdhJwe(
  { text }: EcdhJwe,
  privateKey: KeyObject,
  decrypt: Decrypt = compactDecrypt,
): Promise<Buffer | undefined> {
  try {
    return Buffer.from((await decrypt(text, privateKey, options)).plaintext);
  } catch {
    // The library throws many kinds of errors for hostile input; all of them mean the same.
    return undefined;
  }
}

/** The header as it was sent, with null members, which the JSON reader drops. */
function sentHeader({ protectedText }: CompactJwe): object {
  return JSON.parse(Buffer.from(protectedText, 'base64url').toString()) as object;
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

/** Whether it may be party info of the key derivation. */
function isParty(value: unknown): boolean {
  return value === undefined || (readBase64Url(value)?.length ?? Infinity) <= PARTY_BYTES_MAX;
}
