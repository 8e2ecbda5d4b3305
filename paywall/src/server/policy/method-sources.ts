// What methods need of the policy of the page, only for payments that offer them: origins of
// scripts and of requests, and trusted types policies.

import type { MethodSources } from '../../page/method.ts';
import { pageMethods } from '../../page/methods/registry.ts';
import { entryOf, type Facts } from '../../page/state.ts';

export interface Sources {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  /** Trusted types policies that a script may create. */
  readonly trusted: readonly string[];
}

export const noSources: Sources = { scripts: [], connections: [], trusted: [] };

/** `ownOrigin` needs no entry of its own. */
export function sourcesOf(facts: Facts, isSandbox: boolean, ownOrigin: string): Sources {
  const offered = pageMethods.filter(({ name }) => entryOf(facts, name)?.status === 'ENABLED');
  const needs = offered.map(({ sources = {} }) => sources);
  const scripts = needs.flatMap(({ script }) => {
    const origin = originOf(script?.urlOf(facts));
    return script && origin !== null ? [{ origin, policy: script.policy }] : [];
  });
  return {
    scripts: scripts.map(({ origin }) => origin).filter((origin) => origin !== ownOrigin),
    connections: isSandbox ? [] : needs.flatMap(({ connections = [] }) => connections),
    trusted: scripts.map(({ policy }) => policy),
  };
}

function originOf(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** What a policy allows for methods; anything that no method needs is left out. */
export function sourcesIn(policy: string): Sources {
  const valuesOf = (name: string): string[] =>
    new RegExp(`(?:^|; )${name} ([^;]+)`).exec(policy)?.[1]?.split(' ') ?? [];
  const has = (name: string, values: readonly string[]): boolean =>
    values.every((value) => valuesOf(name).includes(value));
  const needs = pageMethods.map(({ sources = {} }): MethodSources => sources);
  const policies = needs.flatMap(({ script }) => (script ? [script.policy] : []));
  const trusted = policies.filter((one) => has('trusted-types', [one]));
  const scripts = valuesOf('script-src').filter((one) => /^https?:\/\/[^*/]+$/.test(one));
  return {
    // One origin for each script.
    scripts: scripts.slice(0, trusted.length),
    connections: needs.flatMap(({ connections = [] }) =>
      has('connect-src', connections) ? connections : [],
    ),
    trusted,
  };
}
