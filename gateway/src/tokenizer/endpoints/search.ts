// POST …/tokenizer/search: finds tokens of the merchant (specification 4.3).

import { Type } from 'typebox';
import { passesLuhn } from '../../core/iso/check-digit.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import type { MerchantCaller, Origin } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { addressGuesses } from '../../payments/features/card-guess.ts';
import { digitsOf } from '../../methods/card/card-instrument.ts';
import type { CardToken, TokenSearch } from '../../vault/card-token.store.ts';
import type { TokenizerParts } from '../parts.ts';
import { tokenSearchSchema } from '../requests/schema.ts';
import { tokenSchema, tokenView } from '../tokenization.view.ts';

const LIMIT = 1000;

type SearchTokensDeps = Pick<TokenizerParts, 'tokens'> & DepsOf<typeof numberSearch | typeof guess>;

export const searchTokens = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/search',
    summary: 'Find tokens',
    description:
      'Tokens of the merchant that match every given field, the newest first, discarded ones ' +
      `included; at most ${String(LIMIT)}. A card number as instrumentNo finds the tokens of ` +
      'that card that are not discarded; only some searches a day may be for a card that is not ' +
      'stored, and none while the merchant is suspended.',
    access: 'merchant',
    resource: 'TOKENIZER',
    whileSuspended: true,
    lookups: true,
    body: tokenSearchSchema,
    reply: Type.Array(tokenSchema),
    refusals: ['MERCHANT_SUSPENDED', 'TOO_MANY_WRONG_CARDS'],
  },
  async (parts: SearchTokensDeps, { body, caller, address }) => {
    const { merchantId, isSuspended } = caller as MerchantCaller;
    const { instrumentRef, cardMask } = body;
    const { extCustomerId } = body.customer ?? {};
    const search: TokenSearch = {
      ...numberSearch(parts, merchantId, body.instrumentNo),
      instrumentRef,
      cardMask,
      extCustomerId,
    };
    if (Object.values(search).every((value) => value === undefined)) {
      const names = 'instrumentNo, instrumentRef, cardMask or customer.extCustomerId';
      throw invalid('body', `must have at least one of ${names}`);
    }
    const isByCard = search.fingerprint !== undefined;
    if (isByCard && isSuspended) return refuse('MERCHANT_SUSPENDED');
    const find = () => parts.tokens.search(merchantId, search, LIMIT);
    const tokens = isByCard
      ? await guess(parts, merchantId, { caller, address }, find)
      : await find();
    return tokens.map(tokenView);
  },
);

/** The answer reveals whether a number was guessed: after too many guesses nothing is looked up. */
async function guess(
  { budgets }: Pick<TokenizerParts, 'budgets'>,
  merchantId: string,
  origin: Origin,
  find: () => Promise<CardToken[]>,
): Promise<CardToken[]> {
  const budget = { merchantId, kind: 'SEARCH_MISSES', subject: '' } as const;
  const others = [addressGuesses(origin)];
  const code = 'TOO_MANY_WRONG_CARDS';
  await budgets.refuseUsedUp([budget, ...others], code);
  const tokens = await find();
  const use = { merchantId, paymentId: null, caller: origin.caller };
  await budgets.guess({ budget, others, isWrong: tokens.length === 0, code, use });
  return tokens;
}

/** A card number is looked up by its fingerprint. */
function numberSearch(
  parts: Pick<TokenizerParts, 'vault'>,
  merchantId: string,
  instrumentNo: string | undefined,
): TokenSearch {
  if (instrumentNo === undefined) return {};
  const digits = digitsOf(instrumentNo);
  if (!/^[0-9]{12,19}$/.test(digits) || !passesLuhn(digits)) return { tokenNumber: instrumentNo };
  return { fingerprint: parts.vault.fingerprint(merchantId, secret(digits)) };
}
