// POST …/tokenizer/{tokenizerId}/discard and POST …/tokenizer/discard: deletes a token, by its
// tokenization or by its number (specification 4.3). It is final.

import type { Static } from 'typebox';
import { isUuid } from '../../core/id.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import type { CardToken } from '../../vault/card-token.store.ts';
import { discardToken } from '../discard-token.ts';
import type { TokenizerParts } from '../parts.ts';
import { findTokenization, tokenizerParams } from '../requests/find-tokenization.ts';
import { tokenReferenceSchema } from '../requests/schema.ts';
import { nextTokenizationStatus } from '../tokenization.states.ts';
import { recordView, tokenSchema, tokenView, tokenizationSchema } from '../tokenization.view.ts';

const common = {
  access: 'merchant',
  resource: 'TOKENIZER',
  whileSuspended: true,
} as const;

type DiscardTokenizationDeps = Pick<TokenizerParts, 'tokens' | 'tokenizations'> &
  DepsOf<typeof findTokenization | typeof discardToken | typeof recordView>;

export const discardTokenization = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/discard',
    ...common,
    summary: 'Discard the token of a tokenization',
    description: 'Final: the card data is deleted, and no payment can use the token again.',
    states: ['COMPLETED'],
    params: tokenizerParams,
    reply: tokenizationSchema,
    refusals: ['TOKENIZATION_NOT_FOUND', 'NOT_IN_THIS_STATE', 'OPERATION_IN_PROGRESS'],
  },
  async (parts: DiscardTokenizationDeps, { params, caller }) => {
    const tokenization = await findTokenization(parts, caller, params.tokenizerId);
    const { merchantId, tokenId } = tokenization;
    if (tokenization.status !== 'DISCARDED') nextTokenizationStatus(tokenization, 'discard');
    if (tokenId === null) return refuse('TOKENIZATION_NOT_FOUND');
    await discardToken(parts, () => parts.tokens.find({ merchantId, tokenId }));
    return recordView(
      parts,
      (await parts.tokenizations.find(tokenization)) ?? tokenization,
      caller,
    );
  },
);

export const discardByNumber = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/discard',
    ...common,
    summary: 'Discard a token by its number',
    description:
      'Exactly one of instrumentNo, instrumentRef and tokenId. Final, as by tokenization; ' +
      'discarding a discarded token changes nothing.',
    body: tokenReferenceSchema,
    reply: tokenSchema,
    refusals: ['TOKEN_NOT_FOUND', 'OPERATION_IN_PROGRESS'],
  },
  async (parts: DepsOf<typeof discardToken | typeof findToken>, { body, caller }) => {
    const { merchantId } = caller as MerchantCaller;
    if (Object.values(body).filter((value) => value !== undefined).length !== 1) {
      throw invalid('body', 'must have exactly one of instrumentNo, instrumentRef and tokenId');
    }
    const token = await discardToken(parts, () => findToken(parts, merchantId, body));
    return tokenView(token);
  },
);

/** Undefined also for tokens of other merchants. */
async function findToken(
  { tokens }: Pick<TokenizerParts, 'tokens'>,
  merchantId: string,
  { instrumentNo, instrumentRef, tokenId }: Static<typeof tokenReferenceSchema>,
): Promise<CardToken | undefined> {
  if (instrumentNo !== undefined) return tokens.findByNumber(merchantId, instrumentNo);
  if (instrumentRef !== undefined) {
    return (await tokens.search(merchantId, { instrumentRef }, 1))[0];
  }
  if (tokenId === undefined || !isUuid(tokenId)) return undefined;
  return tokens.find({ merchantId, tokenId });
}
