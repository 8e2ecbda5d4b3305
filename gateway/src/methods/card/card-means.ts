// What a provider receives of a card: its number, or the network token that stands for it.

import type { Card, CardMeans } from '../../providers/means.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { CardToken } from '../../vault/card-token.store.ts';

type Proof = Pick<CardMeans, 'threeDS' | 'exemption'>;

/** `token`: the stored card that the card was read from; null for a card given by number. */
export function cardMeans(card: Card, token: CardToken | null, proof: Proof): CardMeans {
  const networkToken = token && networkTokenOf(token);
  return {
    kind: 'card',
    card,
    numberType: networkToken === null ? 'PAN' : 'NETWORK_TOKEN',
    networkToken,
    cryptogram: null,
    eci: null,
    networkTransactionId: null,
    ...proof,
  };
}

function networkTokenOf({ type, instrumentRef }: CardToken): CardMeans['networkToken'] {
  return type === 'COF' || instrumentRef === null ? null : { scheme: type, instrumentRef };
}

/** Why nothing can be paid with a token now; null: it can be used. */
export function tokenRefusal(token: Pick<CardToken, 'status'> | undefined): RejectCode | null {
  if (!token || token.status === 'DISCARDED') return 'TOKEN_NOT_ACTIVE';
  return token.status === 'SUSPENDED' ? 'TOKEN_SUSPENDED' : null;
}
