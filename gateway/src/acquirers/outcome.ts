// What a provider can answer about an attempt. An outcome is a value: a decline is no exception,
// and time-outs, broken connections and garbage are `unknown`, never a failure.

import type { Instant } from '../core/clock.ts';
import type { RejectCode } from './reject-codes.ts';

export interface Approved {
  readonly kind: 'approved';
  /** The provider's own id of the operation. */
  readonly reference: string;
  readonly authCode: string | null;
}

export interface Declined {
  readonly kind: 'declined';
  readonly rejectCode: RejectCode;
  readonly reference: string | null;
}

/** The provider has the request and will know later. */
export interface Pending {
  readonly kind: 'pending';
}

/** Nobody here knows whether it happened; only asking the provider tells. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly why: 'timeout' | 'connection' | 'garbage' | 'provider-error';
  /** When asking will decide it, where that is known: the next look is not later. */
  readonly lookAt?: Instant;
}

export type Outcome = Approved | Declined | Pending | Unknown;

/** The answer to an inquiry; `not-found` is believed only as rule 1 of the resolver says. */
export type Finding = Outcome | { readonly kind: 'not-found' };
