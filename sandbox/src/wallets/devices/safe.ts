// How the simulated wallets keep secrets: numbers and keys sealed, and hashes to find them.

import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey, fingerprint, seal, unseal, type Key } from '@bramka/gateway/core/seal.ts';

/** Expiry dates as YYYYMM. */
export interface DeviceNumbers {
  readonly number: string;
  readonly expiry: string;
  readonly card: string;
  readonly cardExpiry: string;
}

export interface WalletSafe {
  seal(deviceId: string, numbers: DeviceNumbers): Buffer;
  open(row: { readonly deviceId: string; readonly sealedNumbers: Uint8Array }): DeviceNumbers;
  sealKeys(keys: string): Buffer;
  openKeys(sealed: Uint8Array): string;
  /** Equal for equal texts; reveals nothing about them without the key. */
  hash(purpose: 'number' | 'card' | 'cryptogram', text: string): string;
}

const KEYS = 'wallet keys';

export function createWalletSafe(secret: Key, random: RandomBytes): WalletSafe {
  const rest = deriveKey(secret, 'simulated wallets storage');
  const hashes = deriveKey(secret, 'simulated wallets hashes');
  return {
    seal: (deviceId, numbers) => seal(rest, JSON.stringify(numbers), deviceId, random),
    open: ({ deviceId, sealedNumbers }) =>
      JSON.parse(unseal(rest, sealedNumbers, deviceId).toString()) as DeviceNumbers,
    sealKeys: (keys) => seal(rest, keys, KEYS, random),
    openKeys: (sealed) => unseal(rest, sealed, KEYS).toString(),
    hash: (purpose, text) => fingerprint(hashes, `${purpose} ${text}`).toString('hex'),
  };
}
