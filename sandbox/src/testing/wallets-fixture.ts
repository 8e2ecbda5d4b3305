// Shared set-up for tests of the simulated wallets: device numbers on each kind of storage, and the
// keys of the wallets without a database.

import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { createDevices, type DeviceRequest, type Devices } from '../wallets/devices/devices.ts';
import { sqlDeviceStore, type DeviceStore } from '../wallets/devices/devices.store.ts';
import { memoryDeviceStore } from './memory/devices.ts';
import { createWalletSafe, type WalletSafe } from '../wallets/devices/safe.ts';
import type { Recipient, RecipientStore } from '../wallets/trust/wallet-keys.store.ts';
import { openBacking, type Backing, type MakeDatabase, type OpenBacking } from './backing.ts';

export const WALLETS_SECRET = secret(Buffer.alloc(32, 9));

export interface WalletsFixture {
  readonly devices: Devices;
  readonly store: DeviceStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly safe: WalletSafe;
  readonly opened: OpenBacking;
  /** Another process on the same storage. */
  node(): Devices;
  close(): Promise<void>;
}

export async function openWalletsFixture(
  backing: Backing,
  make?: MakeDatabase,
): Promise<WalletsFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory ? memoryDeviceStore(memory) : database && sqlDeviceStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  const clock = handClock();
  const random = seededRandom(13);
  const ids = createIds(clock, random);
  const safe = createWalletSafe(WALLETS_SECRET, random);
  const node = (): Devices =>
    createDevices({ journal: opened.journal(), store, clock, ids, random, safe });
  const close = () => opened.close();
  return { devices: node(), store, clock, ids, random, safe, opened, node, close };
}

/** A device number for 5.00 PLN. */
export function deviceRequest(overrides: Partial<DeviceRequest> = {}): DeviceRequest {
  return {
    wallet: 'APAY',
    card: '4111111111111111',
    cardExpiry: '203012',
    merchantId: '10000001',
    amountMinor: 500n,
    currency: 'PLN',
    hasEci: true,
    ...overrides,
  };
}

export function memoryRecipients(): RecipientStore & { readonly saved: Recipient[] } {
  const saved: Recipient[] = [];
  return {
    saved,
    find: (kind, name, algorithm) =>
      Promise.resolve(
        saved.findLast(
          (one) => one.kind === kind && one.name === name && one.algorithm === algorithm,
        ),
      ),
    save(recipient) {
      saved.push(recipient);
      return Promise.resolve();
    },
  };
}
