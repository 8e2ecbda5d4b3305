// The tokenizer of a simulated node, and its jobs.

import type { PaymentParts } from '@bramka/gateway/payments/processing/parts.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { removeDue } from '@bramka/gateway/tokenizer/discard-token.ts';
import type { TokenizerParts } from '@bramka/gateway/tokenizer/parts.ts';
import { continueDue } from '@bramka/gateway/tokenizer/processing/continue-due.ts';
import {
  sqlTokenizationStore,
  type TokenizationStore,
} from '@bramka/gateway/tokenizer/tokenization.store.ts';
import type { Job } from '@bramka/gateway/worker/worker.ts';

const BATCH = 100;

export type TokenizerJob = Omit<Job, 'everyMs'>;

interface StoreTampering {
  readonly tokenizations?: (store: TokenizationStore) => TokenizationStore;
}

export function nodeTokenizer(
  payments: PaymentParts,
  database: Queryable,
  tampering: StoreTampering,
): TokenizerParts {
  const store = sqlTokenizationStore(database);
  return { ...payments, tokenizations: tampering.tokenizations?.(store) ?? store };
}

export function tokenizerJobs(tokenizer: TokenizerParts): TokenizerJob[] {
  return [
    { name: 'tokenize', run: () => continueDue(tokenizer, BATCH) },
    { name: 'remove-tokens', run: () => removeDue(tokenizer, BATCH) },
  ];
}
