// The dependencies of the tokenizer.

import type { PaymentParts } from '../payments/parts.ts';
import type { TokenServiceRegistry } from '../token-services/registry.ts';
import type { TokenStore } from '../vault/card-token.store.ts';
import type { TokenVault } from '../vault/card-token.ts';
import type { TokenizationStore } from './tokenization.store.ts';

export interface TokenizerParts {
  readonly payments: PaymentParts;
  readonly tokenizations: TokenizationStore;
  readonly tokens: TokenStore;
  readonly tokenVault: TokenVault;
  readonly tokenServices: TokenServiceRegistry;
}

export function tokenizerParts(
  payments: PaymentParts,
  tokenizations: TokenizationStore,
): TokenizerParts {
  const { tokens, tokenVault, tokenServices } = payments;
  return { payments, tokenizations, tokens, tokenVault, tokenServices };
}
