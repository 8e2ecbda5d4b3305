// Replaces a Google Pay token, or a key in it, that cannot be read, so that the refusal takes the
// same work as the refusal of a forged one. The keys are the base point of P-256; the signatures
// are not valid.

import type { KeyObject } from 'node:crypto';
import { assert } from '../../core/assert.ts';
import { integer, sequence } from '../../core/der/write.ts';
import { readPoint } from './p256-point.ts';
import type { GoogleToken } from './read-token.ts';

/** FIPS 186-4, D.1.2.3. */
const BASE_POINT = Buffer.from(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
);
/** The size of a message with a card. */
const MESSAGE_BYTES = 512;

export const standInKey: KeyObject = makeKey();

export const standIn: GoogleToken = makeToken();

function makeKey(): KeyObject {
  const key = readPoint(BASE_POINT);
  assert(key, 'the base point is on the curve');
  return key;
}

function makeToken(): GoogleToken {
  const number = Buffer.alloc(32, 0x55);
  const signatures = [sequence(integer(number), integer(number))];
  const text = ' '.repeat(MESSAGE_BYTES);
  return {
    intermediateKey: {
      text,
      signatures,
      keyBytes: standInKey.export({ format: 'der', type: 'spki' }),
      expiresAt: 0,
    },
    message: {
      text,
      signatures,
      ephemeralPoint: BASE_POINT,
      ciphertext: Buffer.alloc(MESSAGE_BYTES),
      tag: Buffer.alloc(32),
    },
  };
}
