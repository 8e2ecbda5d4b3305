// The key that an SDK and its counterpart derive from a key agreement in EMV 3-D Secure, and the
// public keys that they send. The key derivation is the Concat KDF of RFC 7518, section 4.6.2, with
// an empty algorithm id, which no JOSE library supports.

import { createHash, diffieHellman, type KeyObject } from 'node:crypto';
import { readPublicKey } from '@bramka/gateway/core/jose/p256.ts';
import { BadAppMessage } from './bad-app-message.ts';

/**
 * The 256-bit key shared by an SDK and its counterpart: one round of SHA-256. The party info is the
 * SDK's reference number for a challenge, and the directory server's id for device data.
 */
export function agreedKey(privateKey: KeyObject, publicKey: KeyObject, party: string): Buffer {
  const round = uint32(1);
  const emptyAlgorithmId = uint32(0);
  const emptyPartyU = uint32(0);
  const partyV = Buffer.concat([uint32(Buffer.byteLength(party)), Buffer.from(party)]);
  const keyBits = uint32(256);
  const secret = diffieHellman({ privateKey, publicKey });
  return createHash('sha256')
    .update(Buffer.concat([round, secret, emptyAlgorithmId, emptyPartyU, partyV, keyBits]))
    .digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Throws BadAppMessage with the element's name if the value is not a point on P-256. */
export function publicKeyOf(value: unknown, element: string): KeyObject {
  const key = readPublicKey(value);
  if (!key) throw new BadAppMessage('203', element);
  return key;
}
