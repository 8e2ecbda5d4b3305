// The simulated merchants, with different hold periods and SCA policies.

import { defaultSettings, type Merchant } from '@bramka/gateway/merchants/merchant.ts';
import type { MerchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import { defaultScaPolicy, type ScaPolicy } from '@bramka/gateway/merchants/sca-policy.ts';
import type { Chance } from './chance.ts';
import { START } from './schedule.ts';

export const merchantIds = ['10000001', '10000002'] as const;

const holdDays: Readonly<Record<string, number>> = { '10000001': 30, '10000002': 2 };
const DAY_MS = 24 * 60 * 60 * 1000;

export const LONGEST_HOLD_MS = 30 * DAY_MS;

export function holdMsOf(merchantId: string): number {
  return (holdDays[merchantId] ?? 0) * DAY_MS;
}

/** In percent; one merchant has none. */
export function toleranceOf(merchantId: string): number {
  return merchantId === '10000001' ? 15 : 0;
}

export type Policies = Readonly<Record<string, ScaPolicy>>;

/**
 * One merchant requires authentication of every customer, the other uses exemptions and accepts the
 * risk.
 */
export function drawPolicies(chance: Chance): Policies {
  return {
    '10000001': {
      ...defaultScaPolicy,
      challenge: chance.pick(['AUTO', 'AUTO', 'ALWAYS']),
      decoupled: chance.percent(70),
    },
    '10000002': {
      ...defaultScaPolicy,
      whenUnavailable: 'AUTHORIZE',
      decoupled: chance.percent(70),
      lowValueLimits: { PLN: '90.00', EUR: '30.00' },
      traLimits: { PLN: '400.00', EUR: '300.00' },
      exemptionRoute: chance.pick(['AUTHORIZATION', 'AUTHORIZATION', 'AUTHENTICATION']),
    },
  };
}

export function memoryMerchants(policies: Policies): MerchantStore {
  const all = new Map(
    merchantIds.map((merchantId) => [
      merchantId as string,
      merchant(merchantId, policies[merchantId] ?? defaultScaPolicy),
    ]),
  );
  const find = (merchantId: string) => Promise.resolve(all.get(merchantId));
  // Merchants do not change in the simulator.
  const store: Pick<MerchantStore, 'find' | 'read'> = { find, read: find };
  return store as MerchantStore;
}

function merchant(merchantId: string, sca: ScaPolicy): Merchant {
  const days = holdDays[merchantId] ?? 30;
  const adjustmentTolerancePercent = toleranceOf(merchantId);
  const own = { name: merchantId, holdDays: days, sca, recurringAllowed: true };
  const settings = { ...defaultSettings, ...own, adjustmentTolerancePercent };
  return {
    merchantId,
    version: 1,
    status: 'ACTIVE',
    settings,
    secretSalt: new Uint8Array(16),
    secrets: [],
    notificationSecrets: [],
    tokensSince: 0,
    agentTokensSince: 0,
    createdAt: START,
    updatedAt: START,
  };
}
