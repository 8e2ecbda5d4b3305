// Card and token numbers in messages: compact JWE (RFC 7516) with alg dir and enc A256GCM. The key
// is derived from the secret that both sides share. Reading is strict and gives no reasons.

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { readBase64Url } from '../../core/jose/base64.ts';
import { fieldsOf, type Fields } from '../../core/json/fields.ts';
import type { RandomBytes } from '../../core/random.ts';
import { deriveKey, type Key } from '../../core/seal.ts';
import { open } from '../../core/secret.ts';

const HEADER = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_LENGTH = 2048;

/** The two keys of a shared secret: no two uses have the same key. */
export function keysOf(secret: Key): { readonly encryption: Key; readonly signature: Key } {
  return {
    encryption: deriveKey(secret, 'token service encryption'),
    signature: deriveKey(secret, 'token service signature'),
  };
}

export function encryptValues(key: Key, values: object, random: RandomBytes): string {
  const iv = Buffer.from(random(IV_BYTES));
  const cipher = createCipheriv('aes-256-gcm', open(key), iv);
  cipher.setAAD(Buffer.from(HEADER));
  const body = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()]);
  const segments = [iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [HEADER, '', ...segments].join('.');
}

/** Undefined for anything that is not exactly such a JWE under this key. */
export function decryptValues(key: Key, text: unknown): Fields | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const [header = '', encryptedKey, ...rest] = text.split('.');
  const [iv, body, tag] = rest.map(readBase64Url);
  if (rest.length !== 3 || encryptedKey !== '' || !iv || !body || !tag) return undefined;
  if (iv.length !== IV_BYTES || tag.length !== TAG_BYTES || !isOurHeader(header)) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', open(key), iv);
    decipher.setAAD(Buffer.from(header));
    decipher.setAuthTag(tag);
    return objectIn(Buffer.concat([decipher.update(body), decipher.final()]));
  } catch {
    return undefined;
  }
}

/** A `kid` may be present; anything else, such as `zip` or `crit`, is refused. */
function isOurHeader(text: string): boolean {
  const { alg, enc, kid, ...others } = objectIn(readBase64Url(text)) ?? {};
  const isKnown = alg === 'dir' && enc === 'A256GCM' && Object.keys(others).length === 0;
  return isKnown && (kid === undefined || typeof kid === 'string');
}

function objectIn(bytes: Buffer | undefined): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(bytes?.toString() ?? ''));
  } catch {
    return undefined;
  }
}
