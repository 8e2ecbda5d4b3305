// Decrypts the payment data of a token with the merchant's private key. Apple's key derivation is
// the one of NIST SP 800-56A with one round and, unlike JOSE, without lengths between its parts.

import {
  constants,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto';
import { systemRandom } from '../../core/random.ts';
import type { WalletKey } from '../credentials/credential.ts';
import { merchantIdHashOf } from './merchant-id.ts';
import type { AppleToken } from './read-token.ts';

const IV = Buffer.alloc(16);
const TAG_BYTES = 16;
const EC_KEY_BYTES = 32;
const RSA_KEY_BYTES = 16;

/** The operations with private keys; a parameter, so that a test can watch them. */
export interface KeyOperations {
  readonly agree: (privateKey: KeyObject, publicKey: KeyObject) => Buffer;
  readonly unwrap: (privateKey: KeyObject, wrapped: Uint8Array) => Buffer;
}

const padding = constants.RSA_PKCS1_OAEP_PADDING;

export const keyOperations: KeyOperations = {
  agree: (privateKey, publicKey) => diffieHellman({ privateKey, publicKey }),
  unwrap: (key, wrapped) => privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped),
};

interface Decryption {
  readonly keys: readonly WalletKey[];
  readonly isAuthentic: boolean;
  readonly operations?: KeyOperations | undefined;
}

/**
 * The payment data, or undefined if the token is not for one of the keys or was changed. If the
 * token is not authentic, the same operations run on a substitute, so that a private key is never
 * used on what a stranger has chosen, and the answer takes as long.
 */
export function decryptToken(
  token: AppleToken,
  { keys, isAuthentic, operations = keyOperations }: Decryption,
): Buffer | undefined {
  const usable = keys.filter(({ privateKey }) => isKeyFor(privateKey, token));
  const named = usable.find(({ publicKeyHash }) => publicKeyHash.equals(token.publicKeyHash));
  const key = named ?? usable[0];
  if (!key) return undefined;
  const material = isAuthentic && named ? token.keyMaterial : undefined;
  const isEc = token.version === 'EC_v1';
  const restoreKey = isEc ? agreedKey : unwrappedKey;
  const secretKey = restoreKey(key, material, operations);
  const cipher = isEc ? 'aes-256-gcm' : 'aes-128-gcm';
  const data = decrypt(cipher, secretKey, token.data);
  return material && data;
}

function isKeyFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, token: AppleToken) {
  return token.version === 'EC_v1'
    ? asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
    : asymmetricKeyType === 'rsa';
}

const ALGORITHM_ID = Buffer.from('\x0did-aes256-GCM', 'latin1');
const PARTY_U = Buffer.from('Apple', 'latin1');
const FIRST_ROUND = Buffer.from([0, 0, 0, 1]);

/** A random key if the token cannot be decrypted. */
function agreedKey(key: WalletKey, material: Buffer | undefined, { agree }: KeyOperations): Buffer {
  const { privateKey } = key;
  const publicKey = createPublicKey(privateKey);
  const partyV = merchantIdHashOf(key);
  // The substitute is read as well, because that takes as long as the agreement.
  const ephemeral = readPublicKey(material ?? publicKey.export({ format: 'der', type: 'spki' }));
  const agreed = createHash('sha256')
    .update(FIRST_ROUND)
    .update(agree(privateKey, ephemeral ?? publicKey))
    .update(ALGORITHM_ID)
    .update(PARTY_U)
    .update(partyV ?? '')
    .digest();
  return material && ephemeral && partyV ? agreed : randomKey(EC_KEY_BYTES);
}

/** A public key on P-256. */
function readPublicKey(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A random key if the padding is wrong, so that nobody learns that it was. */
function unwrappedKey(
  { privateKey }: WalletKey,
  material: Buffer | undefined,
  { unwrap }: KeyOperations,
): Buffer {
  const instead = randomKey(RSA_KEY_BYTES);
  try {
    const key = unwrap(privateKey, material ?? substituteFor(privateKey));
    return key.length === RSA_KEY_BYTES ? key : instead;
  } catch {
    return instead;
  }
}

/** Whether the bytes are as long as the modulus and smaller than it. */
function substituteFor(privateKey: KeyObject): Uint8Array {
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  const bytes = systemRandom(Math.ceil(bits / 8));
  bytes[0] = 0;
  return bytes;
}

const randomKey = (count: number): Buffer => Buffer.from(systemRandom(count));

function decrypt(
  cipher: 'aes-128-gcm' | 'aes-256-gcm',
  key: Buffer,
  data: Buffer,
): Buffer | undefined {
  if (data.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(cipher, key, IV, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
