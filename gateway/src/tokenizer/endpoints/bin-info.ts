// POST /v1/ecommerce/tokenizer/binInfo: the organization of a card and the 3-D Secure version, for
// a tokenization in a mobile flow (specification 4.3).

import { endpoint } from '../../http/endpoint.ts';
import { lookupDigits } from '../../methods/card/card.method.ts';
import { binInfoBody, binInfoExample } from '../../payments/endpoints/bin-info.ts';
import type { ScaParts } from '../../payments/decisions/sca.ts';
import { binInfo, binInfoSchema } from '../../threeds/bin-info.ts';

export function readTokenizerBinInfo(parts: ScaParts) {
  return endpoint({
    summary: 'Find the organization and the 3-D Secure version of a card to be tokenized',
    access: 'merchant',
    resource: 'TOKENIZER',
    lookups: true,
    body: binInfoBody,
    reply: binInfoSchema,
    refusals: ['INVALID_REQUEST'],
    example: binInfoExample,
    answer({ body }) {
      const digits = lookupDigits(body.instrument);
      return Promise.resolve(binInfo(parts.threeds, parts.cards.facts(digits), digits, body));
    },
  });
}
