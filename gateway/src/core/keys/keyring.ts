// The key ring: seals and unseals values with keys that are derived from versioned root keys, one
// for each purpose. A sealed value names the version, so that a root key can be replaced while the
// gateway runs.

import { deriveKey, type Key } from '../seal.ts';

/** What values are sealed for; each purpose has its own key. */
const sealingPurposes = [
  'data keys',
  'signing keys',
  'notification secrets',
  'idempotency answer',
  'stored keys',
  'encryption keys',
  'wallet credentials',
  'provider credentials',
] as const;
export type SealingPurpose = (typeof sealingPurposes)[number];

/** Seals with the newest root key. Use it soon after getting it, because root keys are replaced. */
export type Sealer = (plain: Buffer | string, bound: string) => Buffer;

export interface Keyring {
  sealer(purpose: SealingPurpose): Promise<Sealer>;
  unseal(purpose: SealingPurpose, sealed: Uint8Array, bound: string): Promise<Buffer>;
  /** Changes whenever keys are replaced: then cached copies of keys must be read again. */
  stamp(): Promise<string>;
}

export interface RootKey {
  readonly version: number;
  readonly key: Key;
}

/** Derives the keys of each purpose once per root key. */
export function purposeKeys(): (root: RootKey, purpose: SealingPurpose) => Key {
  const derived = new WeakMap<RootKey, Map<SealingPurpose, Key>>();
  return (root, purpose) => {
    const keys = derived.get(root) ?? new Map<SealingPurpose, Key>();
    derived.set(root, keys);
    const key = keys.get(purpose) ?? deriveKey(root.key, purpose);
    keys.set(purpose, key);
    return key;
  };
}
