// How a payment goes on after a decline, as its method decides.

import type { BankApp } from '../providers/outcome.ts';
import type { Authentication } from '../threeds/authentication.ts';
import type { DataRequest } from './data-request.ts';

export interface NeedAfterDecline {
  readonly kind: 'need';
  readonly dataRequest: DataRequest;
  /** The bank apps that the customer may choose from. */
  readonly apps?: readonly BankApp[] | undefined;
}

/** How a payment goes on after a decline; undefined: it is rejected. */
export type StepAfterDecline =
  | NeedAfterDecline
  | { readonly kind: 'authenticate'; readonly authentication: Authentication };
