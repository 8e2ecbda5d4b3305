// The Concat KDF (NIST SP 800-56A, as in RFC 7518 section 4.6.2) with SHA-256, and its inputs in
// EMV 3-D Secure.

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
    uint32(keyBytes * 8),
  ]);
  const rounds = Array.from({ length: Math.ceil(keyBytes / DIGEST_BYTES) }, (_, index) =>
    createHash('sha256')
      .update(uint32(index + 1))
      .update(sharedSecret)
      .update(info)
      .digest(),
  );
  return Buffer.concat(rounds).subarray(0, keyBytes);
}

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

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
