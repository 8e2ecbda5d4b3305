// Authenticated encryption of small values at rest (AES-256-GCM, random nonce, associated data that
// binds a value to its row), and keys derived from the master key, one per purpose.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { defect } from './assert.ts';
import { open, secret, type Secret } from './secret.ts';
import type { RandomBytes } from './random.ts';

/** Form 1 has no version, which means version 1; form 2 names the version of its key. */
const PLAIN_FORM = 1;
const VERSIONED_FORM = 2;
const VERSION_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Key = Secret<Buffer>;

/** Derives a key for one purpose, so that no two uses share key material. */
export function deriveKey(master: Key, purpose: string): Key {
  return secret(Buffer.from(hkdfSync('sha256', open(master), '', `bramka ${purpose}`, 32)));
}

/** The first bytes of a value sealed with this version of a key. */
export function sealedPrefix(version: number): Buffer {
  if (version === 1) return Buffer.of(PLAIN_FORM);
  const prefix = Buffer.alloc(1 + VERSION_BYTES);
  prefix.writeUInt8(VERSIONED_FORM);
  prefix.writeUInt32BE(version, 1);
  return prefix;
}

/** The version of the key that a value is sealed with. */
export function versionOf(sealed: Uint8Array): number {
  if (sealed[0] === PLAIN_FORM) return 1;
  if (sealed[0] !== VERSIONED_FORM || sealed.length <= VERSION_BYTES) {
    defect('a sealed value has an unknown form');
  }
  return Buffer.from(sealed).readUInt32BE(1);
}

/** Layout: form, version of the key if it is not 1, nonce, ciphertext, tag. */
export function seal(
  key: Key,
  plain: Buffer | string,
  bound: string,
  random: RandomBytes,
  version = 1,
): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', open(key), nonce);
  cipher.setAAD(Buffer.from(bound));
  const body = typeof plain === 'string' ? Buffer.from(plain) : plain;
  return Buffer.concat([
    sealedPrefix(version),
    nonce,
    cipher.update(body),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Throws when the value was changed, moved to another row or sealed with another key. */
export function unseal(key: Key, sealed: Uint8Array, bound: string): Buffer {
  const start = sealedPrefix(versionOf(sealed)).length;
  if (sealed.length < start + NONCE_BYTES + TAG_BYTES) {
    defect('a sealed value has an unknown form');
  }
  const nonce = sealed.subarray(start, start + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', open(key), nonce);
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = sealed.subarray(start + NONCE_BYTES, sealed.length - TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** A keyed fingerprint (HMAC): equal inputs can be recognised, but not guessed without the key. */
export function fingerprint(key: Key, text: string | Buffer): Buffer {
  return createHmac('sha256', open(key)).update(text).digest();
}
