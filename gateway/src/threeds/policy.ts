// Decides whether a payment needs strong customer authentication, and with which challenge
// indicator: the rules in order, by the merchant's policy.

import { parseAmount, type Money } from '../core/money.ts';
import type { Exemption } from '../providers/means.ts';
import type { AmountLimits, ScaPolicy } from '../merchants/sca-policy.ts';

const NO_PREFERENCE = '01';
/** The issuer must challenge; also used after a soft decline. */
export const MANDATED = '04';

interface ScaInput {
  readonly policy: ScaPolicy;
  readonly amount: Money;
  /** False for payments that the merchant initiates. */
  readonly customerPresent: boolean;
  readonly isFirstOfSeries: boolean;
  /** Whether the exemptions of the policy apply. */
  readonly mayBeExempt: boolean;
  /** Whether the card can be authenticated at all. */
  readonly enrolled: boolean;
}

export type RequestedExemption = Exclude<Exemption, 'MIT'>;

type ScaPlan =
  | { readonly kind: 'authorize'; readonly exemption: Exemption | null }
  | {
      readonly kind: 'authenticate';
      /** The indicator of the newest version. */
      readonly challengeInd: string;
      readonly exemption: RequestedExemption | null;
    };

export function planSca(question: ScaInput): ScaPlan {
  const { policy, amount } = question;
  if (!question.customerPresent) return { kind: 'authorize', exemption: 'MIT' };
  if (!question.enrolled) return { kind: 'authorize', exemption: null };
  if (question.isFirstOfSeries || policy.challenge === 'ALWAYS')
    return authenticate(MANDATED, null);
  const exemption = question.mayBeExempt ? exemptionOf(policy, amount) : null;
  if (exemption === null) return authenticate(NO_PREFERENCE, null);
  if (policy.exemptionRoute === 'AUTHORIZATION') return { kind: 'authorize', exemption };
  return authenticate(indicators[exemption], exemption);
}

const indicators: Readonly<Record<RequestedExemption, string>> = { TRA: '05', LOW_VALUE: '10' };

function authenticate(challengeInd: string, exemption: RequestedExemption | null) {
  return { kind: 'authenticate', challengeInd, exemption } as const;
}

/** Low value is strictly below its limit; risk analysis includes its limit. */
function exemptionOf(policy: ScaPolicy, amount: Money): RequestedExemption | null {
  const lowValue = limitOf(policy.lowValueLimits, amount.currency);
  if (lowValue !== undefined && amount.minor < lowValue) return 'LOW_VALUE';
  const risk = limitOf(policy.traLimits, amount.currency);
  return risk !== undefined && amount.minor <= risk ? 'TRA' : null;
}

function limitOf(limits: AmountLimits, currency: string): bigint | undefined {
  const parsed = parseAmount(
    Object.hasOwn(limits, currency) ? (limits[currency] ?? '') : '',
    currency,
  );
  return parsed.ok ? parsed.money.minor : undefined;
}
