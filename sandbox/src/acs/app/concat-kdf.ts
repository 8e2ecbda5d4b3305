// The Concat KDF (NIST SP 800-56A, as in RFC 7518 section 4.6.2) with SHA-256, and the inputs that
// EMV 3-D Secure gives it.

import { createHash, type KeyObject } from 'node:crypto';
import { agree } from './p256.ts';

export interface KdfInput {
  readonly sharedSecret: Uint8Array;
  readonly keyBytes: number;
  readonly algorithmId: string;
  readonly partyU: string;
  readonly partyV: string;
}

const DIGEST_BYTES = 32;
const AGREED_KEY_BYTES = 32;

export function concatKdf(input: KdfInput): Buffer {
  const { sharedSecret, keyBytes } = input;
  const info = Buffer.concat([
    withLength(input.algorithmId),
    withLength(input.partyU),
    withLength(input.partyV),
    word(keyBytes * 8),
  ]);
  const rounds = Array.from({ length: Math.ceil(keyBytes / DIGEST_BYTES) }, (_, index) =>
    createHash('sha256')
      .update(word(index + 1))
      .update(sharedSecret)
      .update(info)
      .digest(),
  );
  return Buffer.concat(rounds).subarray(0, keyBytes);
}

/**
 * The 256 bits that an SDK and its counterpart share. No algorithm is named in the derivation; the
 * party is the SDK's reference number for a challenge, the id of the directory server for device
 * data.
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

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([word(bytes.length), bytes]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
