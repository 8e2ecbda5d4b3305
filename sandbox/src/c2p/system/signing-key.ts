// The key with which the simulated Click to Pay system signs: made once per database and stored
// sealed. Its kid begins with sandbox-, so that no gateway in production accepts it.

import { createHash, type KeyObject } from 'node:crypto';
import {
  makePrivateKey,
  privateKeyOf,
  publicJwk,
  scalarOf,
} from '@bramka/gateway/core/jose/p256.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey, seal, unseal, type Key } from '@bramka/gateway/core/seal.ts';
import type { CheckoutStore } from '../c2p.store.ts';

export const SIGNATURE_ALGORITHM = 'ES256';
const KID_LENGTH = 16;
const BOUND = 'signing key';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The public key as JWK. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

export async function loadSigningKey(
  store: Pick<CheckoutStore, 'signingKey'>,
  secret: Key,
  random: RandomBytes,
): Promise<SigningKey> {
  const key = deriveKey(secret, 'simulated click to pay');
  const made = (): Buffer => seal(key, scalarOf(makePrivateKey(random)), BOUND, random);
  const privateKey = privateKeyOf(unseal(key, await store.signingKey(made), BOUND));
  const jwk = publicJwk(privateKey);
  const digest = createHash('sha256').update(`${jwk.x}.${jwk.y}`).digest('hex');
  const kid = `sandbox-${digest.slice(0, KID_LENGTH)}`;
  return { kid, privateKey, jwk: { ...jwk, kid, use: 'sig', alg: SIGNATURE_ALGORITHM } };
}
