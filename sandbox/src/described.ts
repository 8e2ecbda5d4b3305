// All routes of the simulated providers, as documentation for the process that serves them. The
// running sandbox and the generated reference both use it.

import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { acquirerDescription } from './acquirer/described.ts';
import { acsDescription } from './acs/http/described.ts';
import { acsPagesDescription } from './acs/pages/described.ts';
import { directoryDescription } from './directory/described.ts';
import { describeGuard } from './wire/browser-guard.ts';

/** `prefix`: the path before `/acquirer`, `/directory` and `/acs`. */
export function sandboxDescription(prefix: string): Route[] {
  const routes = [
    ...acquirerDescription(`${prefix}/acquirer`),
    ...directoryDescription(`${prefix}/directory`),
    ...acsDescription(`${prefix}/acs`),
    ...acsPagesDescription(`${prefix}/acs`),
  ];
  return describeGuard(routes, prefix);
}
