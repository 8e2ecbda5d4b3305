// News of a token service about a token: it was suspended, resumed or deleted, or the card behind
// it was replaced.

import type { Secret } from '../core/secret.ts';
import type { TokenScheme, TokenStatus } from './network-token.ts';

/** Where the gateway receives news. */
export const TOKEN_NEWS_PATH = '/v1/ecommerce/notifications/tokens/status';

export interface TokenNews {
  readonly eventId: string;
  readonly scheme: TokenScheme;
  readonly instrumentRef: string;
  /** Counts the changes of the token: a number that is not above the stored one is old. */
  readonly sequence: number;
  readonly status: TokenStatus;
  /** The new expiry of the token (YYYYMM); null: unchanged. So are the other three. */
  readonly expiry: Secret<string> | null;
  readonly cardLastFour: string | null;
  /** YYYYMM. */
  readonly cardExpiry: Secret<string> | null;
  readonly visualId: string | null;
}

/** OLD: changed nothing. NOT_FOUND: no token of any merchant has this reference. */
export type TokenNewsResult = 'APPLIED' | 'OLD' | 'NOT_FOUND';

/** A message as it arrived: the exact text and the header with its signature. */
export interface SignedNews {
  readonly body: string;
  readonly signature: string | undefined;
}
