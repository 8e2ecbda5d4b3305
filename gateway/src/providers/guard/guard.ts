// The guard around every provider of payments. A call that is not made has not happened: an
// authorization is declined, any other operation stays unknown and is asked for by the resolver.
// Another provider may take such an authorization.

import type { Declined, Finding, Outcome, Unknown } from '../outcome.ts';
import { wrapFollowUps, type Provider } from '../provider.ts';
import { providerRegistry, type ProviderRegistry } from '../registry.ts';
import type { CallResult } from '../../http/guard/circuit-breaker.ts';
import { createGate, type GuardParts } from '../../http/guard/gate.ts';

export interface GuardedProvider extends Provider {
  /** How many calls may be started now. */
  readonly capacity: () => number;
}

export const notAuthorized: Declined = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};
export const notSent: Unknown = { kind: 'unknown', why: 'not-sent' };

export function guardProvider(provider: Provider, parts: GuardParts): GuardedProvider {
  const gate = createGate(provider.name, parts);
  return {
    ...provider,
    capacity: gate.capacity,
    authorize: async (request) =>
      orDeclined(await gate.call(() => provider.authorize(request), resultOf, notSent)),
    followUps: wrapFollowUps(
      provider.followUps,
      (send) => (request) => gate.call(() => send(request), resultOf, notSent),
    ),
    inquire: (inquiry) => gate.call(() => provider.inquire(inquiry), resultOf, notSent),
  };
}

/** No authorization waits for the resolver if it certainly did not reach the provider. */
function orDeclined(outcome: Outcome): Outcome {
  return outcome.kind === 'unknown' && outcome.why === 'not-sent' ? notAuthorized : outcome;
}

/** Every readable answer, also a decline, shows that the provider works. */
function resultOf(finding: Finding): CallResult {
  if (finding.kind !== 'unknown') return 'answered';
  return finding.why === 'garbage' ? 'unclear' : 'failed';
}

/**
 * The registry of providers, each with its guard and what `extend` puts around it; the choice skips
 * those that are down.
 */
export function guardedRegistry(
  list: readonly Provider[],
  parts: GuardParts,
  extend: (provider: GuardedProvider) => GuardedProvider,
): ProviderRegistry {
  const guarded = list.map((provider) => extend(guardProvider(provider, parts)));
  return providerRegistry(guarded, (provider) => provider.capacity());
}
