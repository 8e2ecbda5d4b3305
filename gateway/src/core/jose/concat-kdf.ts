// The Concat KDF (NIST SP 800-56A, as in RFC 7518 section 4.6.2) with SHA-256.

import { createHash } from 'node:crypto';

interface KdfInput {
  readonly sharedSecret: Uint8Array;
  readonly keyBytes: number;
  readonly algorithmId: string;
  readonly partyU: string | Uint8Array;
  readonly partyV: string | Uint8Array;
}

const DIGEST_BYTES = 32;

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

function withLength(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
