// Checks injected faults against what each simulated party supports, and decides which calls they
// hit.

import { createHash } from 'node:crypto';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { callbackEffects, effects, type Effect, type Fault } from '../party/fault.ts';
import type { Party } from '../party/party.ts';

/** What a party says about its faults. */
type FaultParty = Pick<Party, 'name' | 'meaning' | 'verbs' | 'effects'>;

/** At most one of these can apply to a call. */
const endings: readonly Effect[] = ['timeout', 'dropAnswer', 'outage', 'reorderCallback'];
const twice: readonly Effect[] = ['duplicate', 'duplicateCallback'];

/** Refuses faults that have no effect or combine effects that exclude each other. */
export function checkFault(fault: Fault, parties: readonly FaultParty[]): Fault {
  const named = effects.filter((effect) => fault[effect]);
  if (named.length === 0) {
    throw invalid('body', `must contain one of ${effects.join(', ')}, or clear`);
  }
  checkSupported(fault, named, parties);
  const [first, second] = endings.filter((effect) => fault[effect]);
  if (first !== undefined && second !== undefined) {
    throw invalid(second, `cannot be combined with ${first}`);
  }
  const repeated = twice.find((effect) => fault[effect]);
  if (repeated !== undefined && first !== undefined && first !== 'dropAnswer') {
    throw invalid(repeated, `cannot be combined with ${first}: the request is not processed`);
  }
  return fault;
}

/** `field`: the name of the rate in the request. */
export function checkRate(rate: number, field: string): void {
  if (!(rate > 0 && rate <= 1)) throw invalid(field, 'must be greater than 0 and at most 1');
}

function checkSupported(
  { provider, verbs = [] }: Fault,
  named: readonly Effect[],
  parties: readonly FaultParty[],
): void {
  const faulty = parties.filter(({ effects: all }) => all.length > 0);
  const party = faulty.find(({ name }) => name === provider);
  if (!party) {
    throw invalid('provider', `must be one of ${faulty.map(({ name }) => name).join(', ')}`);
  }
  const strange = named.find((effect) => !party.effects.includes(effect));
  if (strange !== undefined && callbackEffects.some((effect) => effect === strange)) {
    throw invalid(
      strange,
      `is supported for these providers only: ${namesWith(parties, strange).join(', ')}`,
    );
  }
  if (strange !== undefined) {
    const message = `is not supported for provider ${provider}; use ${party.effects.join(', ')}`;
    throw invalid(strange, message);
  }
  const own = Object.keys(party.verbs);
  if (!verbs.every((verb) => own.includes(verb))) {
    throw invalid('verbs', `must be one of ${own.join(', ')} for provider ${provider}`);
  }
}

/** The names of the parties that support this effect. */
export function namesWith(parties: readonly FaultParty[], effect: Effect): string[] {
  return parties.filter(({ effects: all }) => all.includes(effect)).map(({ name }) => name);
}

/** Whether the n-th call is hit. The same seed hits the same calls. */
export function isHit({ rate = 1, seed = 0 }: Fault, call: number): boolean {
  if (rate >= 1) return true;
  const digest = createHash('sha256').update(`${seed}/${call}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < rate;
}
