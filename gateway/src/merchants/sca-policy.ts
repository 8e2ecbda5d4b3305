// How a merchant wants its customers to be authenticated: when to challenge, which payments to
// exempt, and what to do when authentication is not possible. Exemptions are off until the operator
// sets limits.

import { parseAmount } from '../core/money.ts';
import type { RefusalDetail } from '../core/refusals.ts';

const challengePolicies = ['AUTO', 'ALWAYS'] as const;
const unavailablePolicies = ['REJECT', 'AUTHORIZE'] as const;
const exemptionRoutes = ['AUTHORIZATION', 'AUTHENTICATION'] as const;

/** Currency to amount in major units, such as {"EUR": "30.00"}. */
export type AmountLimits = Readonly<Record<string, string>>;

export interface ScaPolicy {
  /** ALWAYS: request a challenge every time. */
  readonly challenge: (typeof challengePolicies)[number];
  /** What to do when the customer cannot be authenticated. */
  readonly whenUnavailable: (typeof unavailablePolicies)[number];
  /** Whether the customer may confirm later, outside the shop (decoupled authentication). */
  readonly decoupled: boolean;
  /** Payments below the limit of their currency count as low value. */
  readonly lowValueLimits: AmountLimits;
  /**
   * Payments up to the limit of their currency are exempt by the acquirer's risk analysis (TRA).
   */
  readonly traLimits: AmountLimits;
  /** Where an exemption is requested: at the acquirer only, or in the authentication. */
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

/** The legal limits, in euros. */
const legalLimits = { lowValueLimits: '30.00', traLimits: '500.00' } as const;

/** The first error in the limits, or undefined when they are valid. */
export function checkPolicy(policy: Partial<ScaPolicy>): RefusalDetail | undefined {
  return (
    checkLimits('lowValueLimits', policy.lowValueLimits) ??
    checkLimits('traLimits', policy.traLimits)
  );
}

function checkLimits(
  name: keyof typeof legalLimits,
  limits: AmountLimits = {},
): RefusalDetail | undefined {
  for (const [currency, text] of Object.entries(limits)) {
    const parsed = parseAmount(text, currency);
    const field = `${name}.${currency}`;
    if (!parsed.ok) return { field, message: parsed.reason };
    const max = currency === 'EUR' ? parseAmount(legalLimits[name], currency) : undefined;
    if (max?.ok && parsed.money.minor > max.money.minor) {
      return { field, message: `must be at most ${legalLimits[name]}` };
    }
  }
  return undefined;
}
