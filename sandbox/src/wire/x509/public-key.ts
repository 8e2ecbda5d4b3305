// Public keys as SubjectPublicKeyInfo (RFC 5280) in DER, as certificates and messages contain them.

import { createPublicKey, type KeyObject } from 'node:crypto';

export function spkiOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** Undefined if the bytes, or the base64 of them, are no public key. */
export function readSpki(given: Uint8Array | string): KeyObject | undefined {
  const key = typeof given === 'string' ? Buffer.from(given, 'base64') : Buffer.from(given);
  try {
    return createPublicKey({ key, type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
}
