// The token services of this installation by scheme. Each has a guard: a limit of concurrent calls
// and a circuit breaker, like a provider. A call that is not made is `unknown` and can be repeated.

import type { CallResult } from '../http/guard/circuit-breaker.ts';
import { createGate, type GuardParts } from '../http/guard/gate.ts';
import type { TokenScheme } from './network-token.ts';
import type { TokenService, UnknownAnswer } from './token-service-port.ts';

export interface TokenServiceRegistry {
  readonly schemes: readonly TokenScheme[];
  /** Undefined: this installation does not offer the scheme. */
  find(scheme: TokenScheme): TokenService | undefined;
}

/** The scheme for cards of an organization; undefined if it has no network tokens. */
export function schemeOf(organization: string): TokenScheme | undefined {
  if (organization === 'VISA') return 'VTS';
  return organization === 'MASTERCARD' ? 'SCOF' : undefined;
}

export function tokenServiceRegistry(list: readonly TokenService[]): TokenServiceRegistry {
  const byScheme = new Map(list.map((service) => [service.scheme, service]));
  return { schemes: [...byScheme.keys()], find: (scheme) => byScheme.get(scheme) };
}

/** The registry with a guard around every service. */
export function guardedTokenServices(
  list: readonly TokenService[],
  parts: GuardParts,
): TokenServiceRegistry {
  return tokenServiceRegistry(list.map((service) => guardTokenService(service, parts)));
}

const notSent: UnknownAnswer = { kind: 'unknown', why: 'not-sent' };

function guardTokenService(service: TokenService, parts: GuardParts): TokenService {
  const gate = createGate(`tokens-${service.scheme.toLowerCase()}`, parts);
  const guard = <A extends { readonly kind: string }>(
    send: () => Promise<A | UnknownAnswer>,
  ): Promise<A | UnknownAnswer> => gate.call(send, resultOf, notSent);
  return {
    scheme: service.scheme,
    provision: (request) => guard(() => service.provision(request)),
    cryptogram: (request) => guard(() => service.cryptogram(request)),
    remove: (instrumentRef) => guard(() => service.remove(instrumentRef)),
    read: (instrumentRef) => guard(() => service.read(instrumentRef)),
    visual: (instrumentRef, visualId) =>
      gate.call(
        () => service.visual(instrumentRef, visualId),
        // Without a picture it is unknown whether there was an answer.
        (picture) => (picture ? 'answered' : 'unclear'),
        undefined,
      ),
    readNews: (message, at) => service.readNews(message, at),
  };
}

/** Every readable answer, also a decline, shows that the service works. */
function resultOf(answer: { readonly kind: string } | UnknownAnswer): CallResult {
  if (!('why' in answer) || answer.kind !== 'unknown') return 'answered';
  return answer.why === 'garbage' ? 'unclear' : 'failed';
}
