// All routes of the simulated parties as documentation, and their triggers. The running sandbox and
// the generated reference both use it.

import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { parties as allParties } from './parties.ts';
import { openPagesOf, triggersOf } from './party/list.ts';
import { describeGuard } from './wire/browser-guard.ts';

/** `prefix`: the path before the names of the parties. */
export function sandboxDescription(prefix: string, parties = allParties): Route[] {
  const routes = parties.flatMap((party) => party.describe(`${prefix}/${party.name}`));
  return describeGuard(routes, openPagesOf(parties, prefix));
}

export const sandboxTriggers = triggersOf(allParties);
