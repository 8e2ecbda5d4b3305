// The card providers of a world: most worlds have one acquirer, the others two to four, each
// with its guard, and some of them cut off from issuers.

import type { GuardSettings } from '@bramka/gateway/http/guard/guard-settings.ts';
import type { Chance } from '../world/chance.ts';
import { MAX_IN_FLIGHT_MS } from '../world/faults.ts';

const allNames = ['sandbox', 'second', 'third', 'fourth'] as const;

/** The name of the only provider, and of the first of several. */
export const PROVIDER = allNames[0];

export interface ProviderPlan {
  readonly names: readonly string[];
  /** Absent in worlds with one provider: its calls are always made. */
  readonly guard?: GuardSettings;
  /** How many percent of the authorizations do not reach the issuer. */
  readonly cutShare: number;
  /** The provider that reaches no issuer once the faults have stopped. */
  readonly cutInCalm?: string;
}

export const oneProvider: ProviderPlan = { names: [PROVIDER], cutShare: 0 };

/** How many providers a world has. */
export type ProviderCount = 'one' | 'any' | 'several';

export function drawProviders(chance: Chance, count: ProviderCount): ProviderPlan {
  if ((chance.percent(60) && count === 'any') || count === 'one') return oneProvider;
  const names = allNames.slice(0, chance.pick([2, 2, 3, 4]));
  const guard: GuardSettings = {
    providerMaxInFlightMs: MAX_IN_FLIGHT_MS,
    providerCalls: chance.pick([2, 1_000, 1_000]),
    providerFailures: chance.pick([1, 2, 5]),
    providerPauseMs: 5_000,
  };
  // Nearly all, where a payment could be tried at more providers than are allowed.
  const cutShare = chance.pick(names.length === allNames.length ? [30, 90] : [0, 20, 40]);
  return { names, guard, cutShare, cutInCalm: chance.pick(names) };
}

/** The providers of a merchant, in its order: every second merchant prefers the last one. */
export function preferenceOf(names: readonly string[], merchantId: string): readonly string[] {
  return Number(merchantId) % 2 === 0 ? names.toReversed() : names;
}

/** By the random end of its id, so that a repeated request is answered as the first one. */
export function isCutOff(
  { cutShare, cutInCalm }: ProviderPlan,
  provider: string,
  attemptId: string,
  isCalm: boolean,
): boolean {
  if (isCalm) return provider === cutInCalm;
  return Number.parseInt(attemptId.slice(-4), 16) % 100 < cutShare;
}
