// The acquirer port with its six operations. An adapter never throws for network problems; it
// returns an outcome. The attempt's id is the idempotency key at the provider.

import type { Money } from '../core/money.ts';
import type { Secret } from '../core/secret.ts';
import type { Finding, Outcome } from './outcome.ts';

export interface Card {
  readonly number: Secret<string>;
  /** YYYYMM. */
  readonly expiry: Secret<string>;
  readonly cvv: Secret<string> | null;
  readonly holder: Secret<string> | null;
}

/** Why an authorization needs no customer authentication; the liability stays with the merchant. */
export type Exemption = 'MIT' | 'LOW_VALUE' | 'TRA';

/** The result of 3-D Secure. */
export interface ThreeDSProof {
  readonly eci: string;
  readonly cavv: Secret<string> | null;
  readonly dsTransId: string;
  readonly version: string;
  readonly transStatus: string;
}

export interface ProviderRequest {
  readonly attemptId: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amount: Money;
}

export interface Authorization extends ProviderRequest {
  readonly card: Card;
  /** `hold` reserves the amount for a later capture, `sale` takes it. */
  readonly kind: 'sale' | 'hold';
  readonly threeDS: ThreeDSProof | null;
  readonly exemption: Exemption | null;
}

/** An operation on an earlier authorization, identified by that attempt's id. */
export interface FollowUp extends ProviderRequest {
  readonly originalAttemptId: string;
}

export interface Acquirer {
  readonly name: string;
  /** After this time, a request that the provider has not received is considered lost. */
  readonly maxInFlightMs: number;
  authorize(request: Authorization): Promise<Outcome>;
  capture(request: FollowUp): Promise<Outcome>;
  /** Sets the held amount to a new total. */
  adjust(request: FollowUp): Promise<Outcome>;
  reverse(request: FollowUp): Promise<Outcome>;
  refund(request: FollowUp): Promise<Outcome>;
  inquire(attemptId: string): Promise<Finding>;
}
