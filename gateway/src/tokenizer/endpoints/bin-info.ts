// POST /v1/ecommerce/tokenizer/binInfo: the organization and the 3-D Secure version of a card, for
// a tokenization in a mobile flow (specification 4.3).

import { binInfoEndpoint } from '../../payments/endpoints/bin-info.ts';

export const readTokenizerBinInfo = binInfoEndpoint({
  path: '/v1/ecommerce/tokenizer/binInfo',
  summary: 'Look up the organization and 3-D Secure version of a card to be tokenized',
  resource: 'TOKENIZER',
});
