// Faults as data: what a simulated provider does wrong, in which calls, and how often. The control
// API writes them, every node obeys them.

import { createHash } from 'node:crypto';
import { verbs as acquirerVerbs, type Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import type { Provider } from '../trigger.ts';

/** PReq and AReq go to the directory server, RReq comes from the ACS. */
export const faultVerbs = [...acquirerVerbs, 'preq', 'areq', 'rreq'] as const;
export type FaultVerb = Verb | 'preq' | 'areq' | 'rreq';

export interface Fault {
  readonly provider: Provider;
  /** The request arrives this much later. */
  readonly latencyMs?: number;
  /** Nothing is done and no answer comes. */
  readonly timeout?: boolean;
  /** It is done, but no answer comes. */
  readonly dropAnswer?: boolean;
  /** Nothing is done, the answer is status 503. */
  readonly outage?: boolean;
  /** The request is processed twice at the same moment. */
  readonly duplicate?: boolean;
  /** The provider calls back twice at the same moment. */
  readonly duplicateCallback?: boolean;
  /** The customer comes back first, the provider calls back a second later. */
  readonly reorderCallback?: boolean;
  /** Which calls; absent: all of them. */
  readonly verbs?: readonly FaultVerb[];
  /** The share of calls that are hit, above 0 and up to 1; absent: all of them. */
  readonly rate?: number;
  /** Which calls make up that share. */
  readonly seed?: number;
  /** How many more calls are hit; absent: no end. */
  readonly remaining?: number;
}

const wireEffects = ['latencyMs', 'timeout', 'dropAnswer', 'outage'] as const;
const callbackEffects = ['duplicateCallback', 'reorderCallback'] as const;
const effects = [...wireEffects, 'duplicate', ...callbackEffects] as const;
type Effect = (typeof effects)[number];

/** What can go wrong with each provider. */
const possible: Readonly<Record<Provider, { verbs: readonly FaultVerb[]; effects: Effect[] }>> = {
  acquirer: { verbs: acquirerVerbs, effects: [...wireEffects, 'duplicate'] },
  directory: { verbs: ['preq', 'areq'], effects: [...wireEffects] },
  acs: { verbs: ['rreq'], effects: [...wireEffects, ...callbackEffects] },
};

/** Of these at most one can happen to a call. */
const endings: readonly Effect[] = ['timeout', 'dropAnswer', 'outage', 'reorderCallback'];
const twice: readonly Effect[] = ['duplicate', 'duplicateCallback'];

/** Refuses what would do nothing, or two things that cannot both happen. */
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

/** Whether the n-th call is one of those that are hit: the same seed, the same calls. */
export function isHit({ rate = 1, seed = 0 }: Fault, call: number): boolean {
  if (rate >= 1) return true;
  const digest = createHash('sha256').update(`${seed}/${call}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < rate;
}
