// Finds the tokenization of a call: it must belong to the token's merchant, otherwise 404, whether
// or not it exists. A CLIENT token belongs to one tokenization.

import type { DepsOf } from '../../http/endpoint.ts';
import { Type } from 'typebox';
import { isUuid } from '../../core/id.ts';
import { refuse } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import { servedSince } from '../../payments/model/served-since.ts';
import type { TokenizerParts } from '../parts.ts';
import { continueTokenization } from '../processing/continue-tokenization.ts';
import { isOpen, type Tokenization } from '../tokenization.ts';

export const tokenizerParams = Type.Object({
  tokenizerId: Type.String({ maxLength: 64, description: 'Id of the tokenization' }),
});

export async function findTokenization(
  parts: Pick<TokenizerParts, 'clock' | 'store' | 'tokenizations'> &
    DepsOf<typeof continueTokenization>,
  caller: Caller,
  tokenizerId: string,
): Promise<Tokenization> {
  const { clock, store } = parts;
  if (!('merchantId' in caller) || !isUuid(tokenizerId)) return refuse('TOKENIZATION_NOT_FOUND');
  const { merchantId } = caller;
  if (caller.kind === 'client') {
    if (caller.paymentId !== tokenizerId) return refuse('TOKENIZATION_NOT_FOUND');
    const verification = await store.find(merchantId, tokenizerId);
    if (verification?.generation !== caller.generation) return refuse('CLIENT_TOKEN_INVALID');
  }
  const tokenization = await parts.tokenizations.find({ merchantId, tokenizerId });
  if (!tokenization || tokenization.createdAt <= servedSince(clock.now())) {
    return refuse('TOKENIZATION_NOT_FOUND');
  }
  // Its payment may have changed on a node that has stopped.
  return isOpen(tokenization)
    ? ((await continueTokenization(parts, tokenization)) ?? tokenization)
    : tokenization;
}
