// The rows of card tokens: a new token, the same card stored again, a discarded token.

import type { TimeAndIds } from '../core/id.ts';
import type { Instant } from '../core/clock.ts';
import type { NetworkToken } from '../token-services/network-token.ts';
import { discardedCard, type StoredCard } from '../vault/card-token.ts';
import type { CardToken, SealedToken, TokenType } from '../vault/card-token.store.ts';

/** The card that a token stands for, as it is shown and recognised. */
export interface TokenCard {
  readonly card: StoredCard;
  readonly fingerprint: Uint8Array;
  readonly cardMask: string;
  /** YYYYMM. */
  readonly expDate: string;
  readonly organization: string;
}

interface NewToken {
  readonly merchantId: string;
  readonly tokenId: string;
  readonly type: TokenType;
  readonly tokenNumber: string;
  readonly extCustomerId: string | null;
  /** Null for a stored card number. */
  readonly network: NetworkToken | null;
}

export function newToken(
  fresh: NewToken,
  of: TokenCard,
  sealed: SealedToken,
  { at }: TimeAndIds,
): CardToken {
  const { network, ...named } = fresh;
  const { fingerprint, cardMask, expDate, organization } = of;
  return {
    ...named,
    version: 1,
    status: network?.status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
    instrumentRef: network?.instrumentRef ?? null,
    fingerprint,
    cardMask,
    expDate,
    organization,
    accountReference: network?.paymentAccountReference ?? null,
    visualId: network?.visualId ?? null,
    newsSequence: network?.sequence ?? 0,
    ...sealed,
    removeAt: null,
    removeTries: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** The same card was stored again: the token keeps its number and gets the current expiry date. */
export function renewedToken(
  before: CardToken,
  { expDate }: TokenCard,
  sealed: SealedToken,
  at: Instant,
): CardToken {
  return { ...before, ...sealed, expDate, version: before.version + 1, updatedAt: at };
}

/** Nothing of the card is left. A network token is also deleted at its token service. */
export function discardedToken(before: CardToken, at: Instant): CardToken {
  const removeAt = before.instrumentRef === null ? null : at;
  return { ...before, ...discardedCard, removeAt, version: before.version + 1, updatedAt: at };
}
