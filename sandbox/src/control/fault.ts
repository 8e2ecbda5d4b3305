// Injected faults as data: how a simulated provider fails, for which calls, and how often. The
// control API writes them; every node applies them.

import { createHash } from 'node:crypto';
import { verbs as acquirerVerbs, type Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import type { Provider } from '../trigger.ts';

/** PReq and AReq are sent to the directory server, RReq is sent by the ACS. */
export const faultVerbs = [...acquirerVerbs, 'preq', 'areq', 'rreq'] as const;
export type FaultVerb = Verb | 'preq' | 'areq' | 'rreq';

export interface Fault {
  readonly provider: Provider;
  /** The request arrives this much later. */
  readonly latencyMs?: number;
  /** The request is not processed and not answered. */
  readonly timeout?: boolean;
  /** The request is processed but not answered. */
  readonly dropAnswer?: boolean;
  /** The request is not processed and is answered with status 503. */
  readonly outage?: boolean;
  /** The request is processed twice at the same time. */
  readonly duplicate?: boolean;
  /** The provider sends its callback twice at the same time. */
  readonly duplicateCallback?: boolean;
  /** The customer returns first; the provider's callback follows one second later. */
  readonly reorderCallback?: boolean;
  /** Which calls; absent: all. */
  readonly verbs?: readonly FaultVerb[];
  /** The share of calls that are hit, above 0 and up to 1; absent: all. */
  readonly rate?: number;
  /** Determines which calls make up that share. */
  readonly seed?: number;
  /** How many more calls are hit; absent: unlimited. */
  readonly remaining?: number;
}

const wireEffects = ['latencyMs', 'timeout', 'dropAnswer', 'outage'] as const;
const callbackEffects = ['duplicateCallback', 'reorderCallback'] as const;
const effects = [...wireEffects, 'duplicate', ...callbackEffects] as const;
type Effect = (typeof effects)[number];

/** The effects and verbs that each provider supports. */
const possible: Readonly<Record<Provider, { verbs: readonly FaultVerb[]; effects: Effect[] }>> = {
  acquirer: { verbs: acquirerVerbs, effects: [...wireEffects, 'duplicate'] },
  directory: { verbs: ['preq', 'areq'], effects: [...wireEffects] },
  acs: { verbs: ['rreq'], effects: [...wireEffects, ...callbackEffects] },
};

/** At most one of these can apply to a call. */
const endings: readonly Effect[] = ['timeout', 'dropAnswer', 'outage', 'reorderCallback'];
const twice: readonly Effect[] = ['duplicate', 'duplicateCallback'];

/** Refuses faults that have no effect or combine effects that exclude each other. */
export function checkFault(fault: Fault): Fault {
  const named = effects.filter((effect) => fault[effect]);
  if (named.length === 0) {
    throw invalid('body', `must contain one of ${effects.join(', ')}, or clear`);
  }
  checkPossible(fault, named);
  const [first, second] = endings.filter((effect) => fault[effect]);
  if (first !== undefined && second !== undefined) {
    throw invalid(second, `cannot be combined with ${first}`);
  }
  const repeated = twice.find((effect) => fault[effect]);
  if (repeated !== undefined && first !== undefined && first !== 'dropAnswer') {
    throw invalid(repeated, `cannot be combined with ${first}: the request is not processed`);
  }
  if (fault.rate !== undefined && !(fault.rate > 0 && fault.rate <= 1)) {
    throw invalid('rate', 'must be greater than 0 and at most 1');
  }
  return fault;
}

function checkPossible({ provider, verbs = [] }: Fault, named: readonly Effect[]): void {
  const { verbs: own, effects: all } = possible[provider];
  const strange = named.find((effect) => !all.includes(effect));
  const isCallback = callbackEffects.some((effect) => effect === strange);
  if (strange !== undefined && isCallback) {
    throw invalid(strange, 'is supported for provider acs only');
  }
  if (strange !== undefined) {
    const message = `is not supported for provider ${provider}; use ${all.join(', ')}`;
    throw invalid(strange, message);
  }
  if (!verbs.every((verb) => own.includes(verb))) {
    throw invalid('verbs', `must be one of ${own.join(', ')} for provider ${provider}`);
  }
}

/** Whether the n-th call is hit. The same seed hits the same calls. */
export function isHit({ rate = 1, seed = 0 }: Fault, call: number): boolean {
  if (rate >= 1) return true;
  const digest = createHash('sha256').update(`${seed}/${call}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < rate;
}
