// The simulated merchants, with different hold periods and SCA policies. Both are marketplaces with
// the same submerchants.

import { defaultSettings, type Merchant } from '@bramka/gateway/merchants/merchant.ts';
import type { MerchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import { defaultScaPolicy, type ScaPolicy } from '@bramka/gateway/merchants/sca-policy.ts';
import type { FeeRule } from '@bramka/gateway/fees/fee.ts';
import type { SettlementRules } from '@bramka/gateway/merchants/settlement-rules.ts';
import { preferenceOf } from '../failover/providers.ts';
import type { Chance } from './chance.ts';
import { START } from './schedule.ts';

export const merchantIds = ['10000001', '10000002'] as const;

/** Merchants that only get shares of the payments of others. */
export const submerchantIds = ['20000001', '20000002', '20000003'] as const;

const decimals = { PLN: 2, EUR: 2, JPY: 0, KWD: 3 } as const;
export const currencies = Object.keys(decimals);

export function decimalsOf(currency: string): number {
  return decimals[currency as keyof typeof decimals];
}

/** An amount of a request, in major units. */
export function majorOf(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

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

/** A fee rule of the simulator: in millionths and minor units. */
interface Fees {
  readonly millionths: bigint;
  readonly fixed: bigint;
  readonly minimum: bigint;
}

/** One merchant and one submerchant pay fees, the others none. */
export const feesOf: Readonly<Record<string, Fees | undefined>> = {
  '10000001': { millionths: 14_500n, fixed: 25n, minimum: 60n },
  '20000001': { millionths: 29_000n, fixed: 10n, minimum: 40n },
};

export function feeRulesOf(merchantId: string): FeeRule[] {
  const fees = feesOf[merchantId];
  if (!fees) return [];
  return currencies.map((currency, index) => ({
    merchantId,
    ruleId: `00000000-0000-7000-8000-00000000000${String(index + 1)}`,
    method: null,
    organization: null,
    currency,
    percentMillionths: Number(fees.millionths),
    fixedMinor: fees.fixed,
    minimumMinor: fees.minimum,
    validFrom: 0,
    createdAt: 0,
  }));
}

export type SettlementSettings = Readonly<Record<string, SettlementRules>>;

/** A time zone without summer time, one hour ahead of UTC. */
const timeZone = 'Africa/Lagos';

/** The run begins at noon UTC: some business days end soon after that. */
export function drawSettlement(chance: Chance): SettlementSettings {
  const draw = (): SettlementRules => ({
    afterDays: chance.pick([0, 0, 1, 2]),
    account: null,
    cutOff: chance.pick(['13:01', '13:03', '13:15', '24:00']),
    timeZone,
    methods: {},
  });
  return Object.fromEntries(merchantIds.map((merchantId) => [merchantId, draw()]));
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

export function memoryMerchants(policies: Policies, names: readonly string[]): MerchantStore {
  const all = new Map(
    [...merchantIds, ...submerchantIds].map((merchantId) => [
      merchantId as string,
      merchant(merchantId, policies[merchantId] ?? defaultScaPolicy, names),
    ]),
  );
  const find = (merchantId: string) => Promise.resolve(all.get(merchantId));
  // Merchants do not change in the simulator.
  const store: Pick<MerchantStore, 'find' | 'read'> = { find, read: find };
  return store as MerchantStore;
}

function merchant(merchantId: string, sca: ScaPolicy, names: readonly string[]): Merchant {
  const days = holdDays[merchantId] ?? 30;
  const adjustmentTolerancePercent = toleranceOf(merchantId);
  const submerchants = merchantId.startsWith('1') ? submerchantIds : [];
  const own = { name: merchantId, holdDays: days, sca, recurringAllowed: true, submerchants };
  const providers = names.length > 1 ? { CARD: preferenceOf(names, merchantId) } : {};
  const settings = { ...defaultSettings, ...own, adjustmentTolerancePercent, providers };
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
