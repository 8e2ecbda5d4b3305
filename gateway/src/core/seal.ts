// Authenticated encryption of small values at rest (AES-256-GCM, random nonce, associated data that
// binds a value to its row), and keys derived from the master key, one per purpose.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { defect } from './assert.ts';
import { open, secret, type Secret } from './secret.ts';
import type { RandomBytes } from './random.ts';

const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Key = Secret<Buffer>;

/** Derives a key for one purpose, so that no two uses share key material. */
export function deriveKey(master: Key, purpose: string): Key {
  return secret(Buffer.from(hkdfSync('sha256', open(master), '', `bramka ${purpose}`, 32)));
}

/** Layout: format byte, nonce, ciphertext, tag. */
export function seal(key: Key, plain: Buffer | string, bound: string, random: RandomBytes): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', open(key), nonce);
  cipher.setAAD(Buffer.from(bound));
  const body = typeof plain === 'string' ? Buffer.from(plain) : plain;
  return Buffer.concat([
    Buffer.of(FORM),
    nonce,
    cipher.update(body),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Throws when the value was changed, moved to another row or sealed with another key. */
export function unseal(key: Key, sealed: Uint8Array, bound: string): Buffer {
  if (sealed[0] !== FORM || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) {
    defect('a sealed value has an unknown form');
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', open(key), nonce);
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** A keyed fingerprint (HMAC): equal inputs can be recognised, but not guessed without the key. */
export function fingerprint(key: Key, text: string | Buffer): Buffer {
  return createHmac('sha256', open(key)).update(text).digest();
}
