// The card that a tokenization stores: from the payment that verified it, or from the stored card
// that is converted.

import type { DepsOf } from '../../http/endpoint.ts';
import { maskOf } from '../../cards/card-number.ts';
import { open } from '../../core/secret.ts';
import type { Payment } from '../../payments/model/payment.ts';
import type { CardUse } from '../../vault/audit/card-use.ts';
import type { StoredCard } from '../../vault/card-token.ts';
import type { CardToken } from '../../vault/card-token.store.ts';
import type { TokenizerParts } from '../parts.ts';
import type { TokenCard } from '../token-rows.ts';
import type { Tokenization } from '../tokenization.ts';

const use: CardUse = { actor: 'job:tokenize', reason: 'TOKENIZE' };

/** The card to store, with the stored card that is converted, if there is one. */
type FoundCard = TokenCard & { readonly source?: CardToken };

/** Undefined: the payment was not made with a card number, or the stored card is discarded. */
export async function cardFor(
  parts: Pick<TokenizerParts, 'vault' | 'clock'> &
    DepsOf<typeof convertedCard | typeof describeCard>,
  of: Tokenization,
  payment: Payment | undefined,
): Promise<FoundCard | undefined> {
  if (of.sourceTokenId !== null) return convertedCard(parts, of, of.sourceTokenId);
  const { vault, clock } = parts;
  const held = payment?.cardHeld ? await vault.find(payment, clock.now(), use) : undefined;
  // The card of a payment by token is already stored, and a network token is not a card.
  if (!held || held.token) return undefined;
  return describeCard(parts, of.merchantId, held.card);
}

async function convertedCard(
  parts: Pick<TokenizerParts, 'tokens' | 'tokenVault'> & DepsOf<typeof describeCard>,
  { merchantId }: Tokenization,
  tokenId: string,
): Promise<FoundCard | undefined> {
  const source = await parts.tokens.find({ merchantId, tokenId });
  if (source?.status !== 'ACTIVE') return undefined;
  const card = await parts.tokenVault.open(source, { ...use, reason: 'CONVERT', paymentId: null });
  const described = describeCard(parts, merchantId, card);
  return described && { ...described, source };
}

function describeCard(
  parts: Pick<TokenizerParts, 'cards' | 'vault'>,
  merchantId: string,
  { number, expiry, holder }: StoredCard,
): TokenCard | undefined {
  const digits = open(number);
  const { organization } = parts.cards.facts(digits);
  if (organization === undefined) return undefined;
  return {
    card: { number, expiry, holder },
    fingerprint: parts.vault.fingerprint(merchantId, number),
    cardMask: maskOf(digits),
    expDate: open(expiry),
    organization,
  };
}
