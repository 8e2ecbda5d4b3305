// A network token: the number that a card organization issues instead of a card number, for one
// merchant.

import type { Secret } from '../core/secret.ts';

/** VTS: Visa Token Service. SCOF: the card-on-file tokens of Mastercard. */
const tokenSchemes = ['VTS', 'SCOF'] as const;
export type TokenScheme = (typeof tokenSchemes)[number];

/** SUSPENDED may become ACTIVE again; DELETED is final. */
export const tokenStatuses = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

export interface NetworkToken {
  /** The service's own id of the token. */
  readonly instrumentRef: string;
  readonly number: Secret<string>;
  /** The expiry of the token, which may differ from that of the card; YYYYMM. */
  readonly expiry: Secret<string>;
  readonly status: TokenStatus;
  /** Identifies the account behind all its tokens and cards (PAR); null if the issuer gave none. */
  readonly paymentAccountReference: string | null;
  /** The last digits of the card, not of the token. */
  readonly cardLastFour: string;
  /** Names the picture of the card; null if there is none. It changes with the picture. */
  readonly visualId: string | null;
  /** The number of the last change; news with this number or a lower one is old. */
  readonly sequence: number;
}
