// The key that an SDK and its counterpart derive from a key agreement in EMV 3-D Secure, and the
// public keys that they send.

import type { KeyObject } from 'node:crypto';
import { concatKdf } from '@bramka/gateway/core/jose/concat-kdf.ts';
import { agree, readPublicKey } from '@bramka/gateway/core/jose/p256.ts';
import { BadAppMessage } from './bad-app-message.ts';

const AGREED_KEY_BYTES = 32;

/**
 * The 256-bit key shared by an SDK and its counterpart. The algorithm id is empty. The party info
 * is the SDK's reference number for a challenge, and the directory server's id for device data.
 */
export function agreedKey(privateKey: KeyObject, publicKey: KeyObject, party: string): Buffer {
  return concatKdf({
    sharedSecret: agree(privateKey, publicKey),
    keyBytes: AGREED_KEY_BYTES,
    algorithmId: '',
    partyU: '',
    partyV: party,
  });
}

/** Throws BadAppMessage with the element's name if the value is not a point on P-256. */
export function publicKeyOf(value: unknown, element: string): KeyObject {
  const key = readPublicKey(value);
  if (!key) throw new BadAppMessage('203', element);
  return key;
}
