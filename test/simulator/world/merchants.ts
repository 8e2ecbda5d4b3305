// The merchants of the simulated world, with different hold periods.

import { defaultSettings, type Merchant } from '@bramka/gateway/merchants/merchant.ts';
import type { MerchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import { START } from './schedule.ts';

export const merchantIds = ['10000001', '10000002'] as const;

const holdDays: Readonly<Record<string, number>> = { '10000001': 30, '10000002': 2 };
const DAY_MS = 24 * 60 * 60 * 1000;

export const LONGEST_HOLD_MS = 30 * DAY_MS;

export function holdMsOf(merchantId: string): number {
  return (holdDays[merchantId] ?? 0) * DAY_MS;
}

export function memoryMerchants(): MerchantStore {
  const all = new Map(
    merchantIds.map((merchantId) => [merchantId as string, merchant(merchantId)]),
  );
  const find = (merchantId: string) => Promise.resolve(all.get(merchantId));
  // Merchants do not change here: what the operator does with them is left out.
  const store: Pick<MerchantStore, 'find' | 'read' | 'ofAgent'> = {
    find,
    read: find,
    ofAgent: () => Promise.resolve([]),
  };
  return store as MerchantStore;
}

function merchant(merchantId: string): Merchant {
  const settings = { ...defaultSettings, name: merchantId, holdDays: holdDays[merchantId] ?? 30 };
  return {
    merchantId,
    version: 1,
    status: 'ACTIVE',
    settings,
    secretSalt: new Uint8Array(16),
    secrets: [],
    notificationSecrets: [],
    createdAt: START,
    updatedAt: START,
  };
}
