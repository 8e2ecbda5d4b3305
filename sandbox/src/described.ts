// Everything that the simulated providers serve, for the documentation of the process that mounts
// them: the running sandbox and the generated reference tell the same.

import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { acquirerDescription } from './acquirer/described.ts';
import { acsDescription } from './acs/http/described.ts';
import { acsPagesDescription } from './acs/pages/described.ts';
import { directoryDescription } from './directory/described.ts';
import { guarded } from './wire/browser-guard.ts';

/** `prefix`: what stands before `/acquirer`, `/directory` and `/acs`. */
export function sandboxDescription(prefix: string): Route[] {
  const routes = [
    ...acquirerDescription(`${prefix}/acquirer`),
    ...directoryDescription(`${prefix}/directory`),
    ...acsDescription(`${prefix}/acs`),
    ...acsPagesDescription(`${prefix}/acs`),
  ];
  return guarded(routes, prefix);
}
