// Compact JWEs with alg ECDH-ES on P-256 and enc A256GCM, the only ones that the gateway decrypts.
// The header may have known members only, so neither compression nor extensions nor another
// algorithm can be asked for.

import { createDecipheriv, type KeyObject } from 'node:crypto';
import { readBase64Url } from './base64.ts';
import { readCompactJwe, type CompactJwe } from './compact-jwe.ts';
import { concatKdf } from './concat-kdf.ts';
import { agree, readPublicKey } from './p256.ts';

export const ALGORITHM = 'ECDH-ES';
const ENCRYPTION = 'A256GCM';

interface EcdhJwe extends CompactJwe {
  readonly kid: string;
  /** Seconds since 1970. */
  readonly iat: number;
  /** The sender's ephemeral public key; not yet known to be on the curve. */
  readonly epk: object;
  readonly apu: Buffer;
  readonly apv: Buffer;
}

/** The key agreement is a parameter, so that a test can count the calls. */
export type Agree = typeof agree;

const LIMITS = { length: 2048, headerLength: 1024 };
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
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
  const { alg, enc, kid, iat, epk } = jwe.header;
  if (alg !== ALGORITHM || enc !== ENCRYPTION) return undefined;
  if (!hasOnly(sentHeader(jwe), headerNames)) return undefined;
  if (typeof kid !== 'string' || kid.length > KID_LENGTH_MAX) return undefined;
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat) || iat < 0) return undefined;
  if (typeof epk !== 'object' || epk === null || !hasOnly(epk, keyNames)) return undefined;
  const [apu, apv] = [partyOf(jwe.header['apu']), partyOf(jwe.header['apv'])];
  return apu && apv && { ...jwe, kid, iat, epk, apu, apv };
}

/** At most one key agreement; undefined if the JWE was not made for this key or was changed. */
export function openEcdhJwe(
  jwe: EcdhJwe,
  privateKey: KeyObject,
  agreeOn: Agree = agree,
): Buffer | undefined {
  const ephemeral = readPublicKey(jwe.epk);
  if (!ephemeral) return undefined;
  const key = concatKdf({
    sharedSecret: agreeOn(privateKey, ephemeral),
    keyBytes: KEY_BYTES,
    algorithmId: ENCRYPTION,
    partyU: jwe.apu,
    partyV: jwe.apv,
  });
  const decipher = createDecipheriv('aes-256-gcm', key, jwe.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(jwe.protectedText));
  decipher.setAuthTag(jwe.tag);
  try {
    return Buffer.concat([decipher.update(jwe.ciphertext), decipher.final()]);
  } catch {
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

/** The party info of the key derivation; absent means empty. */
function partyOf(value: unknown): Buffer | undefined {
  const bytes = value === undefined ? Buffer.alloc(0) : readBase64Url(value);
  return bytes && bytes.length <= PARTY_BYTES_MAX ? bytes : undefined;
}
