// P-256 keys: strict parsing of JWKs, and creation from given random bytes.

import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { assert } from '../assert.ts';
import type { RandomBytes } from '../random.ts';
import { readBase64Url } from './base64.ts';

/** A public key as in messages. */
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

/** Whether it has exactly the form of a public key; the point may not be on the curve. */
export function isPublicJwk(value: unknown): value is PublicJwk {
  if (typeof value !== 'object' || value === null) return false;
  const { kty, crv, x, y, d } = value as Record<string, unknown>;
  const isPublic = kty === 'EC' && crv === 'P-256' && d === undefined;
  return isPublic && isCoordinate(x) && isCoordinate(y);
}

/** Undefined if the value is not a public key with a point on the curve. */
export function readPublicKey(value: unknown): KeyObject | undefined {
  if (!isPublicJwk(value)) return undefined;
  const { kty, crv, x, y } = value;
  try {
    // This also checks that the point is on the curve.
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

export function publicJwk(key: KeyObject): PublicJwk {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  assert(kty === 'EC' && crv === 'P-256' && x && y, 'the key must be on P-256');
  return { kty, crv, x, y };
}

/** Creates a private key from the given random bytes. */
export function makePrivateKey(random: RandomBytes): KeyObject {
  return privateKeyOf(randomScalar(random));
}

/** The private key with this number, which `scalarOf` returns. */
export function privateKeyOf(scalar: Uint8Array): KeyObject {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(scalar).toString('base64url'),
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

/** The secret number of a private key: 32 bytes, to be stored sealed only. */
export function scalarOf(key: KeyObject): Buffer {
  const scalar = readBase64Url(key.export({ format: 'jwk' }).d);
  assert(scalar?.length === COORDINATE_BYTES, 'the key must be a private key on P-256');
  return scalar;
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
  return readBase64Url(value)?.length === COORDINATE_BYTES;
}
