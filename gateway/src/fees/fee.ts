// Fees: rules as data, the choice of the rule for a payment, and the exact fee. A rule counts for
// payments captured at or after its start; rules are added and never changed.

import { assert } from '../core/assert.ts';
import type { Instant } from '../core/clock.ts';
import { orNull, table, type RowOf } from '../journal/table.ts';
import { percentOf } from './percent.ts';

/** The `merchantId` of a rule for all merchants. */
export const ALL_MERCHANTS = '*';

export const ONE_AT_A_TIME = 'fee_rules_one_at_a_time';

export const feeRules = table('fee_rules', {
  columns: {
    merchantId: 'text',
    ruleId: 'uuid',
    /** Null: every method. */
    method: orNull('text'),
    /** Null: every card organization, and payments without one. */
    organization: orNull('text'),
    currency: 'text',
    percentMillionths: 'integer',
    fixedMinor: 'bigint',
    minimumMinor: 'bigint',
    validFrom: 'timestamptz',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'ruleId'],
  hasOwnId: true,
  unique: [
    {
      name: ONE_AT_A_TIME,
      columns: ['merchantId', 'currency', 'method', 'organization', 'validFrom'],
      nullsAreEqual: true,
    },
  ],
});

export type FeeRule = RowOf<typeof feeRules>;

/** The rules of one merchant and those for all, by currency, the most specific first. */
export type FeeTable = ReadonlyMap<string, readonly FeeRule[]>;

export function feeTable(rules: readonly FeeRule[]): FeeTable {
  return Map.groupBy([...rules].sort(compareRules), ({ currency }) => currency);
}

/** Merchant before all merchants, then organization, then method, then the latest start. */
function compareRules(one: FeeRule, other: FeeRule): number {
  return (
    compareSpecific(one.merchantId !== ALL_MERCHANTS, other.merchantId !== ALL_MERCHANTS) ||
    compareSpecific(one.organization !== null, other.organization !== null) ||
    compareSpecific(one.method !== null, other.method !== null) ||
    other.validFrom - one.validFrom
  );
}

function compareSpecific(one: boolean, other: boolean): number {
  return Number(other) - Number(one);
}

/** What a fee is charged for: a payment, or the share of a submerchant. */
export interface Chargeable {
  readonly method: string;
  /** The organization of the card; null for payments without a card. */
  readonly organization: string | null;
  readonly currency: string;
  /** Captured minus refunded before settlement. */
  readonly amountMinor: bigint;
  /** When it was captured. */
  readonly at: Instant;
  /** The maximum fee if it is below the amount: what a commission leaves of a share. */
  readonly mostMinor?: bigint;
}

/**
 * The percentage rounded half up plus the fixed part, at least the minimum and at most the amount.
 * Zero without a rule, and for an amount of zero. It is rounded once, for each payment or share.
 */
export function feeOf(rules: FeeTable, of: Chargeable): bigint {
  const { amountMinor, mostMinor = amountMinor } = of;
  assert(amountMinor >= 0n && mostMinor >= 0n, 'a fee is never charged on a negative amount');
  const rule = ruleFor(rules, of);
  if (!rule || amountMinor === 0n) return 0n;
  const charged = percentOf(amountMinor, rule.percentMillionths) + rule.fixedMinor;
  return least(greatest(charged, rule.minimumMinor), least(amountMinor, mostMinor));
}

/** The most specific rule in force at the time of the capture. */
export function ruleFor(
  rules: FeeTable,
  { method, organization, currency, at }: Omit<Chargeable, 'amountMinor'>,
): FeeRule | undefined {
  return rules
    .get(currency)
    ?.find(
      (rule) =>
        rule.validFrom <= at &&
        (rule.method ?? method) === method &&
        (rule.organization ?? organization) === organization,
    );
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other);
