// How a merchant wants its customers authenticated: when to challenge, which payments to exempt,
// and what to do when authentication cannot be had. Exemptions are off until the operator sets
// limits.

import { compare, parseAmount } from '../core/money.ts';
import type { RefusalDetail } from '../core/refusals.ts';

export const challengePolicies = ['AUTO', 'ALWAYS'] as const;
export const unavailablePolicies = ['REJECT', 'AUTHORIZE'] as const;
export const exemptionRoutes = ['AUTHORIZATION', 'AUTHENTICATION'] as const;

/** Currency to amount in major units, such as {"EUR": "30.00"}. */
export type AmountLimits = Readonly<Record<string, string>>;

export interface ScaPolicy {
  /** ALWAYS: a challenge is asked for every time. */
  readonly challenge: (typeof challengePolicies)[number];
  /** What happens to a payment whose customer could not be authenticated. */
  readonly whenUnavailable: (typeof unavailablePolicies)[number];
  /** Whether the customer may confirm later, away from the shop. */
  readonly decoupled: boolean;
  /** Below the limit of its currency a payment is of low value. */
  readonly lowValueLimits: AmountLimits;
  /** Up to the limit of its currency a payment is exempt by the acquirer's risk analysis. */
  readonly traLimits: AmountLimits;
  /** Where an exemption is asked for: at the acquirer alone, or in the authentication. */
  readonly exemptionRoute: (typeof exemptionRoutes)[number];
}

export const defaultScaPolicy: ScaPolicy = {
  challenge: 'AUTO',
  whenUnavailable: 'REJECT',
  decoupled: false,
  lowValueLimits: {},
  traLimits: {},
  exemptionRoute: 'AUTHORIZATION',
};

/** The law's own limits, which it names in euros. */
const highest = { lowValueLimits: '30.00', traLimits: '500.00' } as const;

/** The first fault of the limits, or undefined when they may be used. */
export function checkPolicy(policy: Partial<ScaPolicy>): RefusalDetail | undefined {
  return (
    checkLimits('lowValueLimits', policy.lowValueLimits) ??
    checkLimits('traLimits', policy.traLimits)
  );
}

function checkLimits(
  name: keyof typeof highest,
  limits: AmountLimits = {},
): RefusalDetail | undefined {
  for (const [currency, text] of Object.entries(limits)) {
    const parsed = parseAmount(text, currency);
    const field = `${name}.${currency}`;
    if (!parsed.ok) return { field, message: parsed.reason };
    const most = currency === 'EUR' ? parseAmount(highest[name], currency) : undefined;
    if (most?.ok && compare(parsed.money, most.money) > 0) {
      return { field, message: `must be at most ${highest[name]}` };
    }
  }
  return undefined;
}
