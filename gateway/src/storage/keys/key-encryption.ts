// The key encryption key: wraps the root keys, so that the database contains no key in plain text.
// It is a master key of this installation, or a key management service behind a command.

import type { RandomBytes } from '../../core/random.ts';
import { deriveKey, fingerprint, seal, unseal, type Key } from '../../core/seal.ts';

export interface KeyEncryption {
  /** Names the key for operators; no secret. */
  readonly id: string;
  /** `context` is bound to the result: another context cannot unwrap it. */
  wrap(plain: Buffer, context: string): Promise<Buffer>;
  /** Throws WrongKey when another key has wrapped the value, or it was changed. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Buffer>;
}

export class WrongKey extends Error {}

/** The service or command could not be used; it may work later. */
export class KeyEncryptionFailed extends Error {}

export function encryptionByKey(master: Key, random: RandomBytes): KeyEncryption {
  const key = deriveKey(master, 'root keys');
  return {
    id: `key ${fingerprint(master, 'key name').toString('hex').slice(0, 16)}`,
    wrap: (plain, context) => Promise.resolve(seal(key, plain, context, random)),
    unwrap(wrapped, context) {
      try {
        return Promise.resolve(unseal(key, wrapped, context));
      } catch {
        return Promise.reject(new WrongKey('the key was wrapped with another master key'));
      }
    },
  };
}
