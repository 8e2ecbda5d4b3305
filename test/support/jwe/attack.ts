// What an attack with an encrypted card field is aimed at, and the values that all of them share.
import type { RecipientJwk } from './build-jwe.ts';

export interface AttackTarget {
  /** The current key of the gateway. */
  readonly key: RecipientJwk;
  /** A key whose time is over. */
  readonly endedKey: RecipientJwk;
  readonly nowSeconds: number;
}

export interface Attack {
  readonly why: string;
  readonly jwe: string;
  /** Whether it is noticed only when it is decrypted, once. */
  readonly needsKey?: true;
}

/** The value inside all of them is this card number, as encInstrumentNo. */
export const CARD_NUMBER = '4111111111111111';
export const MAX_AGE_SECONDS = 600;
export const AHEAD_SECONDS = 60;
