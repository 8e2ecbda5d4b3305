// What the simulated wallets store about device numbers (the numbers that a wallet uses instead of
// card numbers) and the cryptograms issued for them.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { table } from '@bramka/gateway/journal/table.ts';

const deviceWallets = ['APAY', 'GPAY', 'C2P'] as const;
export type DeviceWallet = (typeof deviceWallets)[number];

export interface DeviceRow {
  readonly deviceId: string;
  readonly wallet: DeviceWallet;
  /** Finds a device number. */
  readonly numberHash: string;
  /** Finds the device number of a card in a wallet. */
  readonly cardHash: string;
  /** Device number and card with their expiry dates. */
  readonly sealedNumbers: Uint8Array;
  readonly createdAt: Instant;
}

export interface CryptogramRow {
  /** The cryptogram itself is not stored. */
  readonly cryptogramHash: string;
  readonly deviceId: string;
  readonly merchantId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The electronic commerce indicator that was issued with it. */
  readonly eci: string | null;
  readonly expiresAt: Instant;
  /** The authorization that has used it. */
  readonly usedBy: string | null;
  readonly version: number;
}

/** The constraints that allow one row per number and one per card in a wallet. */
export const ONE_PER_NUMBER = 'device_numbers_number';
export const ONE_PER_CARD = 'device_numbers_card';

export const deviceTable = table<DeviceRow>('sandbox.device_numbers', {
  columns: {
    deviceId: 'uuid',
    wallet: 'text',
    numberHash: 'text',
    cardHash: 'text',
    sealedNumbers: 'bytea',
    createdAt: 'timestamptz',
  },
  key: ['deviceId'],
  hasOwnId: true,
  unique: [
    { name: ONE_PER_NUMBER, columns: ['numberHash'] },
    { name: ONE_PER_CARD, columns: ['cardHash'] },
  ],
});

export const cryptogramTable = table<CryptogramRow>('sandbox.device_cryptograms', {
  columns: {
    cryptogramHash: 'text',
    deviceId: 'uuid',
    merchantId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    eci: 'text',
    expiresAt: 'timestamptz',
    usedBy: 'uuid',
    version: 'integer',
  },
  key: ['cryptogramHash'],
  hasOwnId: true,
  mutable: ['usedBy', 'version'],
  version: 'version',
});
