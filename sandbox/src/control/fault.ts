// Faults as data: what a simulated provider does wrong, in which calls, and how often. The control
// API writes them, every node obeys them.

import { createHash } from 'node:crypto';
import { verbs as allVerbs, type Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';

export const providers = ['acquirer'] as const;
export type Provider = (typeof providers)[number];
export const faultVerbs = allVerbs;

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
  /** Which calls; absent: all of them. */
  readonly verbs?: readonly Verb[];
  /** The share of calls that are hit, above 0 and up to 1; absent: all of them. */
  readonly rate?: number;
  /** Which calls make up that share. */
  readonly seed?: number;
  /** How many more calls are hit; absent: no end. */
  readonly remaining?: number;
}

const effects = ['latencyMs', 'timeout', 'dropAnswer', 'outage', 'duplicate'] as const;
const exclusive = ['timeout', 'dropAnswer', 'outage'] as const;

/** Refuses what would do nothing, or two things that cannot both happen. */
export function checkFault(fault: Fault): Fault {
  if (!effects.some((effect) => fault[effect])) {
    throw invalid('body', `must name what goes wrong: ${effects.join(', ')}, or clear`);
  }
  const ends = exclusive.filter((effect) => fault[effect]);
  const [first, second] = ends;
  if (first !== undefined && second !== undefined) {
    throw invalid(second, `cannot be combined with ${first}`);
  }
  if (fault.duplicate && (fault.timeout || fault.outage)) {
    throw invalid('duplicate', `cannot be combined with ${String(first)}: nothing is done then`);
  }
  if (fault.rate !== undefined && !(fault.rate > 0 && fault.rate <= 1)) {
    throw invalid('rate', 'must be above 0 and at most 1');
  }
  return fault;
}

/** Whether the n-th call is one of those that are hit: the same seed, the same calls. */
export function isHit({ rate = 1, seed = 0 }: Fault, call: number): boolean {
  if (rate >= 1) return true;
  const digest = createHash('sha256').update(`${seed}/${call}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < rate;
}
