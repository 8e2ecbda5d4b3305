// The merchant record. Settings are configured by the operator; secrets are stored as hashes (API)
// or sealed (notifications), and two of each kind are valid at a time.

import type { Instant } from '../core/clock.ts';
import { defaultPageSettings, type PageSettings } from './page/page-settings.ts';
import type { RoutingRule } from './routing/routing-rule.ts';
import { defaultRecurringRules, type RecurringRules } from './recurring-rules.ts';
import { defaultScaPolicy, type ScaPolicy } from './sca-policy.ts';
import { defaultSettlementRules, type SettlementRules } from './settlement-rules.ts';

const channels = ['PAYWALL', 'MOBILE', 'WEBAPI', 'EBOK', 'CSS'] as const;
export type Channel = (typeof channels)[number];

export interface Address {
  readonly street?: string;
  readonly postal?: string;
  readonly city?: string;
  readonly state?: string;
  readonly country?: string;
}

export interface MerchantSettings {
  readonly name: string;
  readonly legalName: string | null;
  readonly url: string | null;
  readonly mcc: string | null;
  readonly taxId: string | null;
  readonly address: Address;
  readonly channels: readonly Channel[];
  /** The enabled payment methods; null: all that the gateway has. */
  readonly methods: readonly string[] | null;
  /** The providers of each method in order of preference; absent or empty: any. */
  readonly providers: Readonly<Record<string, readonly string[]>>;
  /** The first rule that fits decides where an authorization goes; absent: there is none. */
  readonly routing?: readonly RoutingRule[];
  readonly currencies: readonly string[];
  readonly notificationUrl: string | null;
  /** Origins to which the customer may be redirected, such as `https://shop.example`. */
  readonly redirectOrigins: readonly string[];
  /** Whether a payment may set its own notification address. */
  readonly asyncNotifyAllowed: boolean;
  /** Whether payments without the customer are allowed (`options.recurring` SUBSEQUENT). */
  readonly recurringAllowed: boolean;
  /** The limits of such payments. */
  readonly recurringRules: RecurringRules;
  /** Whether the customer must enter the security code of a stored card (type COF). */
  readonly storedCardCode: 'REQUIRED' | 'NOT_REQUIRED';
  /** The id of the shop at Click to Pay; null: it does not take part. */
  readonly dpaId: string | null;
  readonly holdDays: number;
  /** How far a preauthorization may be adjusted above the authenticated amount, in percent. */
  readonly adjustmentTolerancePercent: number;
  /** Strong customer authentication. */
  readonly sca: ScaPolicy;
  /** When payments are settled, and where the merchant is paid out. */
  readonly settlement: SettlementRules;
  /** The payment page. */
  readonly page: PageSettings;
  /** MIDs of the agents that may act for this merchant. */
  readonly agents: readonly string[];
  /** MIDs of the merchants that may receive shares of this merchant's MARKETPLACE payments. */
  readonly submerchants: readonly string[];
}

/** A stored API secret. */
export interface StoredSecret {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: Instant;
}

/** A stored notification secret: sealed, base64. */
export interface SealedSecret {
  readonly id: string;
  readonly sealed: string;
  readonly createdAt: Instant;
}

export interface Merchant {
  readonly merchantId: string;
  readonly version: number;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly settings: MerchantSettings;
  /** One salt for both secrets, so that checking one secret costs the same as checking two. */
  readonly secretSalt: Uint8Array;
  readonly secrets: readonly StoredSecret[];
  readonly notificationSecrets: readonly SealedSecret[];
  /** Access tokens issued for an earlier version of this record are revoked. */
  readonly tokensSince: number;
  /** The same for tokens held by agents of this merchant. */
  readonly agentTokensSince: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const defaultSettings: MerchantSettings = {
  name: '',
  legalName: null,
  url: null,
  mcc: null,
  taxId: null,
  address: {},
  channels: [...channels],
  methods: null,
  providers: {},
  currencies: [],
  notificationUrl: null,
  redirectOrigins: [],
  asyncNotifyAllowed: false,
  recurringAllowed: false,
  recurringRules: defaultRecurringRules,
  storedCardCode: 'NOT_REQUIRED',
  dpaId: null,
  holdDays: 30,
  adjustmentTolerancePercent: 15,
  sca: defaultScaPolicy,
  settlement: defaultSettlementRules,
  page: defaultPageSettings,
  agents: [],
  submerchants: [],
};
