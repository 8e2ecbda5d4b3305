// What a list of parties says about all of them: which are simulated, their endpoints, the trigger
// catalogue and the pages that need no guard.

import type { Endpoint } from '@bramka/gateway/http/endpoint.ts';
import { withGuard } from '../wire/browser-guard.ts';
import type { Party } from './party.ts';
import type { Trigger } from './trigger.ts';

/** Those that are simulated: first the named ones in their order; their providers are preferred. */
export function partiesFor(all: readonly Party[], names: readonly string[]): readonly Party[] {
  const named = names.flatMap((name) => all.filter((party) => party.name === name));
  return [...named, ...all.filter((party) => !party.onlyIfNamed && !named.includes(party))];
}

/** One sentence for each name that no party has. */
export function problemsOfNames(all: readonly Party[], names: readonly string[]): string[] {
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  const choice = known.join(', ');
  return unknown.map((name) => `BRAMKA_SANDBOX_PROVIDERS: ${name} is not one of ${choice}`);
}

/** A row of the catalogue with the heading of its group. */
export interface ListedTrigger extends Trigger {
  readonly group: string;
}

/** The complete trigger catalogue, in display order. */
export function triggersOf(parties: readonly Party[]): readonly ListedTrigger[] {
  return parties.flatMap(({ triggers, triggerKinds }) =>
    triggers.map((trigger) => {
      const { kind, value, provider, outcome, description } = trigger;
      const group = triggerKinds[kind]?.title ?? kind;
      return { group, kind, value, provider, outcome, description };
    }),
  );
}

/** What each kind of trigger is compared with, in one text. */
export function triggerKindsText(parties: readonly Party[]): string {
  const meanings = new Map<string, Map<string, string[]>>();
  for (const { name, triggerKinds } of parties) {
    for (const [kind, { meaning }] of Object.entries(triggerKinds)) {
      const known = meanings.get(kind) ?? new Map<string, string[]>();
      meanings.set(kind, known.set(meaning, [...(known.get(meaning) ?? []), name]));
    }
  }
  return [...meanings]
    .map(([kind, known]) => {
      const texts = [...known].map(([meaning, names]) =>
        known.size === 1 ? meaning : `for ${names.join(', ')} ${meaning}`,
      );
      return `${kind}: ${texts.join('; ')}.`;
    })
    .join(' ');
}

/** The endpoints with their full paths; `prefix` is the path before the names of the parties. */
export function endpointsOf(parties: readonly Party[], prefix: string): Endpoint[] {
  const all = parties.flatMap(({ name, endpoints }) =>
    endpoints.map((one) => ({ ...one, path: `${prefix}/${name}${one.path}` })),
  );
  return withGuard(all, openPagesOf(parties, prefix));
}

/** Paths of the pages that customers open from the shops' own sites. */
export function openPagesOf(parties: readonly Party[], prefix: string): readonly string[] {
  return parties.flatMap(({ name, openPages = [] }) =>
    openPages.map((page) => `${prefix}/${name}/${page}`),
  );
}
