// What is known about a card before there is a payment: of a card number, or of a stored card of
// the merchant. Other tokens, discarded ones and those of other merchants cannot be told apart.

import { maskOf, isPrefix, type Organization } from '../../../cards/card-number.ts';
import type { CardFacts, CardKnowledge } from '../../../cards/card-knowledge.ts';
import { isUuid } from '../../../core/id.ts';
import { invalid, refuse } from '../../../core/refusals.ts';
import { open } from '../../../core/secret.ts';
import type { Actor } from '../../../vault/audit/card-use.ts';
import type { TokenVault } from '../../../vault/card-token.ts';
import type { CardToken, TokenStore, TokenType } from '../../../vault/card-token.store.ts';
import type { Instrument } from '../../instrument.ts';
import { lookupDigits } from '../card-instrument.ts';
import { isStoredType } from '../stored-card.ts';

export interface CardLookupParts {
  readonly tokens: TokenStore;
  readonly tokenVault: TokenVault;
  readonly cards: CardKnowledge;
}

interface FoundCard {
  /** The whole number, at least its first eight digits, or the number of a network token. */
  readonly digits: string;
  readonly facts: CardFacts;
  /** Null: only the first digits are known. */
  readonly cardMask: string | null;
}

/** `instrument` has no encrypted fields. */
export async function lookUpCard(
  parts: CardLookupParts,
  instrument: Instrument,
  { merchantId, actor }: { readonly merchantId: string; readonly actor: Actor },
): Promise<FoundCard> {
  const { type } = instrument;
  if (!isStoredType(type)) {
    const digits = lookupDigits(instrument);
    const cardMask = isPrefix(digits) ? null : maskOf(digits);
    return { digits, facts: parts.cards.facts(digits), cardMask };
  }
  const token = await tokenOf(parts.tokens, type, merchantId, instrument);
  const isOwn = token?.merchantId === merchantId && token.type === type;
  if (!isOwn || token.status === 'DISCARDED') return refuse('TOKEN_NOT_FOUND');
  const use = { actor, reason: 'LOOK_UP', paymentId: null } as const;
  const digits = open((await parts.tokenVault.open(token, use)).number);
  const facts = parts.cards.facts(digits);
  // No table has the ranges of network tokens.
  const organization = facts.organization ?? (token.organization as Organization);
  return { digits, facts: { ...facts, organization }, cardMask: token.cardMask };
}

async function tokenOf(
  tokens: TokenStore,
  type: TokenType,
  merchantId: string,
  { instrumentNo, instrumentRef, tokenId }: Instrument,
): Promise<CardToken | undefined> {
  if (tokenId !== undefined) {
    return isUuid(tokenId) ? tokens.find({ merchantId, tokenId }) : undefined;
  }
  const [field, name] =
    type === 'COF' ? ['instrumentNo', instrumentNo] : ['instrumentRef', instrumentRef];
  if (name === undefined) throw invalid(`instrument.${field}`, `is required for type ${type}`);
  return type === 'COF'
    ? tokens.findByNumber(merchantId, name)
    : tokens.findByReference(type, name);
}
