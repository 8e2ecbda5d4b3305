// P-256 keys, the only curve of the app flow: strict parsing of JWKs, creation from given random
// bytes, and key agreement.

import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto';
import { assert } from '@bramka/gateway/core/assert.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { BadAppMessage } from './bad-app-message.ts';

/** A public key as in the messages. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

const CURVE = 'prime256v1';
const COORDINATE_BYTES = 32;
/** The order of the curve; a private key is smaller. */
const ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n;

/** Throws BadAppMessage with the element's name if the value is not a point on the curve. */
export function readPublicKey(value: unknown, element: string): KeyObject {
  if (typeof value !== 'object' || value === null) throw new BadAppMessage('203', element);
  const { kty, crv, x, y, d } = value as Record<string, unknown>;
  const isPublic = kty === 'EC' && crv === 'P-256' && d === undefined;
  if (!isPublic || !isCoordinate(x) || !isCoordinate(y)) throw new BadAppMessage('203', element);
  try {
    // This also checks that the point is on the curve.
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  } catch {
    throw new BadAppMessage('203', element);
  }
}

export function publicJwk(key: KeyObject): PublicJwk {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  assert(kty === 'EC' && crv === 'P-256' && x && y, 'a key of the app flow must be on P-256');
  return { kty, crv, x, y };
}

/** Creates a private key from the given random bytes. */
export function makePrivateKey(random: RandomBytes): KeyObject {
  const pair = createECDH(CURVE);
  const scalar = randomScalar(random);
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

/** The ECDH shared secret: 32 bytes, to be used only as input of a key derivation. */
export function agree(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey });
}

/** Uniformly distributed from 1 to the order of the curve. */
function randomScalar(random: RandomBytes): Buffer {
  for (;;) {
    const bytes = Buffer.from(random(COORDINATE_BYTES));
    const number = BigInt(`0x${bytes.toString('hex')}`);
    if (number > 0n && number < ORDER) return bytes;
  }
}

function isCoordinate(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === COORDINATE_BYTES && bytes.toString('base64url') === value;
}
