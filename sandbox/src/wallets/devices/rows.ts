// What the simulated wallets store about device numbers (the numbers that a wallet uses instead of
// card numbers) and the cryptograms issued for them.

import { table } from '@bramka/gateway/journal/table.ts';
import type { RowOf } from '../../party/stored/row-of.ts';

export type DeviceWallet = 'APAY' | 'GPAY' | 'C2P';

const deviceColumns = {
  deviceId: 'uuid',
  wallet: 'text',
  /** Finds a device number. */
  numberHash: 'text',
  /** Finds the device number of a card in a wallet. */
  cardHash: 'text',
  /** Device number and card with their expiry dates. */
  sealedNumbers: 'bytea',
  createdAt: 'timestamptz',
} as const;
export type DeviceRow = RowOf<typeof deviceColumns, { wallet: DeviceWallet }>;

const cryptogramColumns = {
  /** The cryptogram itself is not stored. */
  cryptogramHash: 'text',
  deviceId: 'uuid',
  merchantId: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  /** The electronic commerce indicator that was issued with it. */
  eci: 'text',
  expiresAt: 'timestamptz',
  /** The authorization that has used it. */
  usedBy: 'uuid',
  version: 'integer',
} as const;
export type CryptogramRow = RowOf<
  typeof cryptogramColumns,
  { eci: string | null; usedBy: string | null }
>;

/** The constraints that allow one row per number and one per card in a wallet. */
export const ONE_PER_NUMBER = 'device_numbers_number';
export const ONE_PER_CARD = 'device_numbers_card';

export const deviceTable = table<DeviceRow>('sandbox.device_numbers', {
  columns: deviceColumns,
  key: ['deviceId'],
  hasOwnId: true,
  unique: [
    { name: ONE_PER_NUMBER, columns: ['numberHash'] },
    { name: ONE_PER_CARD, columns: ['cardHash'] },
  ],
});

export const cryptogramTable = table<CryptogramRow>('sandbox.device_cryptograms', {
  columns: cryptogramColumns,
  key: ['cryptogramHash'],
  hasOwnId: true,
  mutable: ['usedBy', 'version'],
  version: 'version',
});
