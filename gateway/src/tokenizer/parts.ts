// The dependencies of the tokenizer.

import type { PaymentParts } from '../payments/processing/parts.ts';
import type { TokenizationStore } from './tokenization.store.ts';

export interface TokenizerParts extends PaymentParts {
  readonly tokenizations: TokenizationStore;
}
