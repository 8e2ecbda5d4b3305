// What all trust files have in common: simulated content is marked, and production refuses it.

import type { Instant } from '../../core/clock.ts';
import { BadTrustFile } from './trust-file.ts';

export interface TrustContext {
  readonly isProduction: boolean;
  readonly now: Instant;
}

/** In the subject of simulated certificates. */
export const SANDBOX_ORGANIZATION = 'Bramka Sandbox';
/** The `environment` of simulated root keys of Google Pay. */
export const SANDBOX_ENVIRONMENT = 'SANDBOX';
/** How the kid of a simulated key of Click to Pay begins. */
export const SANDBOX_KEY_PREFIX = 'sandbox-';

export function refuseSandbox(what: string, isSandbox: boolean, context: TrustContext): void {
  if (isSandbox && context.isProduction) {
    throw new BadTrustFile(`${what} is simulated and not allowed in production`);
  }
}
