// Orders the providers of a rule by their success rates. They are compared only by results for the
// same cards in the same time, and a small share of the payments tries another provider first, so
// that a provider that does better is noticed.

import {
  groupsOf,
  percentText,
  windowNames,
  type CardGroup,
  type Counts,
  type SuccessRates,
} from './rates/success-rate.ts';
import type { RouteFacts } from './route.ts';
import { shareOf } from './share.ts';

/** Fewer authorizations of a provider say nothing. */
export const MIN_FINISHED = 30;
const EXPLORED_SHARE = 0.05;

export interface Ordered {
  readonly providers: readonly string[];
  /** For operators. */
  readonly why: string;
}

interface Compared {
  readonly name: string;
  readonly counts: Counts;
}

type Lookup = Pick<SuccessRates, 'counts'>;

export function orderByRate(
  rates: Lookup,
  names: readonly string[],
  facts: Pick<RouteFacts, 'organization' | 'country'>,
): Ordered {
  for (const group of groupsOf(facts)) {
    for (const window of windowNames) {
      const compared = names.map((name) => ({ name, counts: rates.counts(name, group, window) }));
      if (compared.some(({ counts }) => counts.finished < MIN_FINISHED)) continue;
      const sorted = compared.toSorted((left, right) => rateOf(right) - rateOf(left));
      const texts = sorted.map(({ name, counts }) => `${name} ${percentText(counts)}`);
      const why = `success rates${cardsOf(group)} of the last ${window}: ${texts.join(', ')}`;
      return { providers: sorted.map(({ name }) => name), why };
    }
  }
  return { providers: names, why: 'too few results to compare success rates' };
}

function rateOf({ counts: { approved, finished } }: Compared): number {
  return approved / finished;
}

function cardsOf({ organization, country }: CardGroup): string {
  const facts = [organization, country].filter((fact) => fact !== null);
  return facts.length === 0 ? '' : ` for ${facts.join(' ')}`;
}

/** For a small share of the payments, another provider first. */
export function explore({ providers, why }: Ordered, paymentId: string, rule: string): Ordered {
  const share = shareOf(paymentId, `explore ${rule}`);
  if (share >= EXPLORED_SHARE || providers.length < 2) return { providers, why };
  const index = 1 + Math.floor((share / EXPLORED_SHARE) * (providers.length - 1));
  const chosen = providers[index] ?? '';
  const others = providers.filter((name) => name !== chosen);
  return { providers: [chosen, ...others], why: `${why}; ${chosen} first, to compare` };
}
