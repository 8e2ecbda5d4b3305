// The endpoints of the tokenizer, one line each (specification 4.3).

import { route, type Route } from '../../http/endpoint.ts';
import type { TokenizerParts } from '../parts.ts';
import { readTokenizerBinInfo } from './bin-info.ts';
import { cancelTokenization } from './cancel.ts';
import { readCardVisual } from './card-visual.ts';
import {
  patchTokenization,
  patchTokenizationInstrument,
  putTokenizationInstrument,
} from './complete.ts';
import { convertStoredCards } from './convert.ts';
import { createTokenization } from './create.ts';
import { discardByNumber, discardTokenization } from './discard.ts';
import { readTokenization, readTokenizationStatus } from './read.ts';
import { searchTokens } from './search.ts';

const tokens = '/v1/ecommerce/tokenizer';

export function tokenizerRoutes(tokenizer: TokenizerParts): Route[] {
  return [
    route('POST', `${tokens}`, createTokenization(tokenizer)),
    route('GET', `${tokens}/{tokenizerId}`, readTokenization(tokenizer)),
    route('PATCH', `${tokens}/{tokenizerId}`, patchTokenization(tokenizer)),
    route('PUT', `${tokens}/{tokenizerId}/instrument`, putTokenizationInstrument(tokenizer)),
    route('PATCH', `${tokens}/{tokenizerId}/instrument`, patchTokenizationInstrument(tokenizer)),
    route('GET', `${tokens}/{tokenizerId}/status`, readTokenizationStatus(tokenizer)),
    route('POST', `${tokens}/{tokenizerId}/cancel`, cancelTokenization(tokenizer)),
    route('POST', `${tokens}/{tokenizerId}/discard`, discardTokenization(tokenizer)),
    route('POST', `${tokens}/discard`, discardByNumber(tokenizer)),
    route('POST', `${tokens}/search`, searchTokens(tokenizer)),
    route('POST', `${tokens}/convert`, convertStoredCards(tokenizer)),
    route('POST', `${tokens}/binInfo`, readTokenizerBinInfo(tokenizer.payments)),
    route('GET', `${tokens}/vts/{instrumentRef}/cardVisual/{visualId}`, readCardVisual(tokenizer)),
  ];
}
