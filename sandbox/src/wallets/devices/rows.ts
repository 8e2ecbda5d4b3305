// What the simulated wallets store about device numbers (the numbers that a wallet uses instead of
// card numbers) and the cryptograms issued for them.

import { orNull, table, typed, type RowOf } from '@bramka/gateway/journal/table.ts';

export type DeviceWallet = 'APAY' | 'GPAY' | 'C2P';

/** The constraints that allow one row per number and one per card in a wallet. */
export const ONE_PER_NUMBER = 'device_numbers_number';
export const ONE_PER_CARD = 'device_numbers_card';

export const deviceTable = table('sandbox.device_numbers', {
  columns: {
    deviceId: 'uuid',
    wallet: typed<DeviceWallet>('text'),
    /** Finds a device number. */
    numberHash: 'text',
    /** Finds the device number of a card in a wallet. */
    cardHash: 'text',
    /** Device number and card with their expiry dates. */
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

export type DeviceRow = RowOf<typeof deviceTable>;

export const cryptogramTable = table('sandbox.device_cryptograms', {
  columns: {
    /** The cryptogram itself is not stored. */
    cryptogramHash: 'text',
    deviceId: 'uuid',
    merchantId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    /** The electronic commerce indicator that was issued with it. */
    eci: orNull('text'),
    expiresAt: 'timestamptz',
    /** The authorization that has used it. */
    usedBy: orNull('uuid'),
    version: 'integer',
  },
  key: ['cryptogramHash'],
  hasOwnId: true,
  mutable: ['usedBy', 'version'],
  version: 'version',
});

export type CryptogramRow = RowOf<typeof cryptogramTable>;
