// What the pages need of the simulated issuer's access control server: open a challenge, look at
// it, act on it. The engine fits this shape without knowing of the pages.

import type { Instant } from '@bramka/gateway/core/clock.ts';

export type ChallengeAction =
  | { readonly do: 'password'; readonly password: string }
  | { readonly do: 'push' | 'approve' | 'reject' | 'cancel' | 'abandon' };

export interface ChallengeView {
  readonly acsTransID: string;
  readonly merchantName: string;
  /** Major units such as "123.45"; empty when nothing is paid. */
  readonly amount: string;
  readonly currency: string;
  readonly cardMask: string;
  readonly state: 'OPEN' | 'PUSHED' | 'FINISHED';
  readonly transStatus: 'Y' | 'N' | 'U' | null;
  readonly triesLeft: number;
  readonly isWrongPassword: boolean;
  readonly expiresAt: Instant;
  /** Once finished in a browser: where it goes back to, and with what. */
  readonly back: ReturnPost | null;
}

export interface ReturnPost {
  readonly url: string;
  readonly cres: string;
  readonly threeDSSessionData: string | null;
}

export interface PagesAcs {
  /** Undefined: the request is malformed or belongs to no challenge. */
  open(creq: string, threeDSSessionData: string | undefined): Promise<ChallengeView | undefined>;
  look(acsTransID: string): Promise<ChallengeView | undefined>;
  act(acsTransID: string, action: ChallengeAction): Promise<ChallengeView | undefined>;
}
