// How the simulated wallets keep secrets: numbers and keys sealed, and hashes to find them.

import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey, fingerprint, seal, unseal, type Key } from '@bramka/gateway/core/seal.ts';
import type { DeviceRow } from './rows.ts';

/** Expiry dates as YYYYMM. */
export interface DeviceNumbers {
  readonly number: string;
  readonly expiry: string;
  readonly card: string;
  readonly cardExpiry: string;
}

const KEYS = 'wallet keys';

export type WalletSafe = ReturnType<typeof createWalletSafe>;

export function createWalletSafe(secret: Key, random: RandomBytes) {
  const rest = deriveKey(secret, 'simulated wallets storage');
  const hashes = deriveKey(secret, 'simulated wallets hashes');
  return {
    seal: (deviceId: string, numbers: DeviceNumbers): Buffer =>
      seal(rest, JSON.stringify(numbers), deviceId, random),
    open: ({ deviceId, sealedNumbers }: Pick<DeviceRow, 'deviceId' | 'sealedNumbers'>) =>
      JSON.parse(unseal(rest, sealedNumbers, deviceId).toString()) as DeviceNumbers,
    sealKeys: (keys: string): Buffer => seal(rest, keys, KEYS, random),
    openKeys: (sealed: Uint8Array): string => unseal(rest, sealed, KEYS).toString(),
    /** Equal for equal texts; reveals nothing about them without the key. */
    hash: (purpose: 'number' | 'card' | 'cryptogram', text: string): string =>
      fingerprint(hashes, `${purpose} ${text}`).toString('hex'),
  };
}
