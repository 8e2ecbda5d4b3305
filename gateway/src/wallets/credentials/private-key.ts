// Private keys of wallet credentials: made, read from PEM, and sealed so that a value moved to
// another row does not open.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { makePrivateKey } from '../../core/jose/p256.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import type { RandomBytes } from '../../core/random.ts';
import { refuse } from '../../core/refusals.ts';
import { open, type Secret } from '../../core/secret.ts';
import { algorithmsOf, type CredentialAlgorithm, type CredentialKind } from './credential.ts';

const RSA_BITS = 2048;
const MAX_RSA_BITS = 4096;
const MAX_PEM_LENGTH = 8192;
const pkcs8 = /^\s*-----BEGIN PRIVATE KEY-----[\sA-Za-z0-9+/=]+-----END PRIVATE KEY-----\s*$/;
const PURPOSE = 'wallet credentials';

/** OpenSSL makes RSA keys with its own randomness: it accepts no other. */
export async function makeKey(
  algorithm: CredentialAlgorithm,
  random: RandomBytes,
): Promise<KeyObject> {
  if (algorithm === 'EC') return makePrivateKey(random);
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  return pair.privateKey;
}

/** Refuses anything but an unencrypted PKCS#8 key that this kind accepts. */
export function readPrivateKey(
  pem: Secret<string>,
  kind: CredentialKind,
): { key: KeyObject; algorithm: CredentialAlgorithm } {
  const key = parse(open(pem));
  const algorithm = algorithmOf(key);
  if (algorithm === undefined || !algorithmsOf[kind].includes(algorithm)) {
    return refuse('KEY_NOT_SUITABLE');
  }
  return { key, algorithm };
}

/** Errors of OpenSSL may quote their input, so they are not passed on. */
function parse(pem: string): KeyObject {
  if (pem.length > MAX_PEM_LENGTH || !pkcs8.test(pem)) return refuse('PRIVATE_KEY_UNREADABLE');
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return refuse('PRIVATE_KEY_UNREADABLE');
  }
}

function algorithmOf(key: KeyObject): CredentialAlgorithm | undefined {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return namedCurve === 'prime256v1' ? 'EC' : undefined;
  const isRsa = key.asymmetricKeyType === 'rsa';
  return isRsa && modulusLength >= RSA_BITS && modulusLength <= MAX_RSA_BITS ? 'RSA' : undefined;
}

/** A signature shows whether the key works; a key with inconsistent numbers fails. */
export function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  try {
    if (!createPublicKey(privateKey).equals(publicKey)) return false;
    const probe = publicBytes(publicKey);
    return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey));
  } catch {
    return false;
  }
}

/** SubjectPublicKeyInfo in DER, of a public or a private key. */
export function publicBytes(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ type: 'spki', format: 'der' });
}

export const hashOf = (publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(publicKey).digest();

/** What a sealed key is bound to. */
interface KeyOwner {
  readonly credentialId: string;
  readonly kind: string;
  readonly merchantId: string | null;
  readonly publicKeyHash: Uint8Array;
}

export async function sealKey(ring: Keyring, owner: KeyOwner, key: KeyObject): Promise<Buffer> {
  const plain = key.export({ type: 'pkcs8', format: 'der' });
  return (await ring.sealer(PURPOSE))(plain, bindingOf(owner));
}

export async function unsealKey(
  ring: Keyring,
  owner: KeyOwner,
  sealed: Uint8Array,
): Promise<KeyObject> {
  const plain = await ring.unseal(PURPOSE, sealed, bindingOf(owner));
  return createPrivateKey({ key: plain, type: 'pkcs8', format: 'der' });
}

function bindingOf({ credentialId, kind, merchantId, publicKeyHash }: KeyOwner): string {
  const hash = Buffer.from(publicKeyHash).toString('hex');
  return credentialBinding([credentialId, kind, merchantId ?? '', hash]);
}

/** The parts as the rotation of root keys reads them: id, kind, merchant or empty, hash in hex. */
export function credentialBinding(parts: readonly string[]): string {
  return `1|wallet_credentials|${parts.join('|')}|sealed_private_key`;
}
