// ECIES of Google Pay (protocol ECv2): ECDH on P-256, HKDF with SHA-256, AES-256-CTR and
// HMAC-SHA256. A message is tried with every key, so that a replaced key opens what was encrypted
// before the replacement.

import {
  createDecipheriv,
  createHmac,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import type { WalletKey } from '../credentials/credential.ts';
import { readPoint } from './p256-point.ts';
import type { SealedMessage } from './read-token.ts';
import { standInKey } from './stand-in.ts';

const INFO = 'Google';
const SALT = Buffer.alloc(32);
const KEY_BYTES = 32;
/** Each message has a key of its own, so the counter starts at zero. */
const ZERO_IV = Buffer.alloc(16);

/** Undefined if the message was not encrypted for any of the keys, or was changed. */
export function decryptMessage(
  sealed: SealedMessage,
  keys: readonly WalletKey[],
): Buffer | undefined {
  const ephemeral = readPoint(sealed.ephemeralPoint);
  const publicKey = ephemeral ?? standInKey;
  const opened = keys
    .filter(isOnCurve)
    .map(({ privateKey }) => decrypt(sealed, diffieHellman({ privateKey, publicKey })));
  return ephemeral && opened.find((one) => one !== undefined);
}

function isOnCurve({ privateKey }: WalletKey): boolean {
  return privateKey.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

function decrypt(sealed: SealedMessage, secret: Buffer): Buffer | undefined {
  const { encryptionKey, macKey } = deriveKeys(sealed.ephemeralPoint, secret);
  const tag = createHmac('sha256', macKey).update(sealed.ciphertext).digest();
  const decipher = createDecipheriv('aes-256-ctr', encryptionKey, ZERO_IV);
  const message = Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]);
  return timingSafeEqual(tag, sealed.tag) ? message : undefined;
}

/** The keys of one message, from the ephemeral public key and the shared secret. */
export function deriveKeys(ephemeralPoint: Uint8Array, sharedSecret: Uint8Array) {
  const input = Buffer.concat([ephemeralPoint, sharedSecret]);
  const bytes = Buffer.from(hkdfSync('sha256', input, SALT, INFO, 2 * KEY_BYTES));
  return { encryptionKey: bytes.subarray(0, KEY_BYTES), macKey: bytes.subarray(KEY_BYTES) };
}
