// P-256 public keys in the two encodings of Google Pay: SubjectPublicKeyInfo for keys that sign,
// and the bare uncompressed point for the ephemeral key of a message. Both are read strictly: one
// encoding for each key, and the point is on the curve.

import type { KeyObject } from 'node:crypto';
import { readPublicKey } from '../../core/jose/p256.ts';

const POINT_BYTES = 65;
const UNCOMPRESSED = 0x04;
/** SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1 (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Undefined unless the bytes are 04, x and y of a point on the curve. */
export function readPoint(bytes: Uint8Array): KeyObject | undefined {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return undefined;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((one) =>
    Buffer.from(one).toString('base64url'),
  );
  return readPublicKey({ kty: 'EC', crv: 'P-256', x, y });
}

/** Undefined unless the bytes are the DER of a P-256 key with an uncompressed point. */
export function readSpki(bytes: Uint8Array): KeyObject | undefined {
  const prefix = bytes.subarray(0, SPKI_PREFIX.length);
  return SPKI_PREFIX.equals(prefix) ? readPoint(bytes.subarray(SPKI_PREFIX.length)) : undefined;
}
