// What a wallet token contains once it is verified and decrypted, whichever wallet issued it. Only
// in memory: neither the token nor its content is stored.

import type { Instant } from '../core/clock.ts';
import type { Secret } from '../core/secret.ts';

const walletNames = ['APAY', 'GPAY', 'C2P'] as const;
export type WalletName = (typeof walletNames)[number];

export interface WalletCard {
  readonly number: Secret<string>;
  /** YYYYMM. */
  readonly expiry: Secret<string>;
  readonly holder: Secret<string> | null;
  /** The number of the customer's card, or of the token that the wallet uses instead of it. */
  readonly numberType: 'PAN' | 'NETWORK_TOKEN';
  /** In base64; null: the wallet has not authenticated the customer. */
  readonly cryptogram: Secret<string> | null;
  /** Only if the wallet gave it. */
  readonly eci: string | null;
}

export interface WalletToken {
  readonly card: WalletCard;
  /** Identifies the token: a token with the same id is refused for every later payment. */
  readonly tokenId: string;
  /** The token is not accepted after this time, so its id can be forgotten then. */
  readonly expiresAt: Instant;
  /** The amount that the customer has confirmed; null: the token contains none. */
  readonly amount: { readonly minor: bigint; readonly currency: string } | null;
}

/**
 * `refused` deliberately has no details: forged, damaged and foreign tokens cannot be told apart.
 * `expired` is used only for an authentic token.
 */
export type WalletOpening =
  | { readonly kind: 'opened'; readonly token: WalletToken }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused' };
