// The guard around every provider of payments. A call that is not made has not happened: an
// authorization is declined, any other operation stays unknown and is asked for by the resolver.

import type { Declined, Finding, Unknown } from '../outcome.ts';
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
};
export const notSent: Unknown = { kind: 'unknown', why: 'not-sent' };

export function guardProvider(provider: Provider, parts: GuardParts): GuardedProvider {
  const gate = createGate(provider.name, parts);
  return {
    ...provider,
    capacity: gate.capacity,
    authorize: (request) => gate.call(() => provider.authorize(request), resultOf, notAuthorized),
    followUps: wrapFollowUps(
      provider.followUps,
      (send) => (request) => gate.call(() => send(request), resultOf, notSent),
    ),
    inquire: (inquiry) => gate.call(() => provider.inquire(inquiry), resultOf, notSent),
  };
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
