// Answers the named statements about tokens and tokenizations from the journal's memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import {
  tokenizationChecks,
  type TokenizationCheck,
} from '@bramka/gateway/payments/model/tokenization-check.ts';
import { tokenizations, type Tokenization } from '@bramka/gateway/tokenizer/tokenization.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';

export function tokenAnswers(memory: Memory) {
  const tokens = (fits: (row: CardToken) => boolean): CardToken[] =>
    memory.rows<CardToken>(cardTokens).filter(fits);
  return {
    'card-tokens.find': (merchantId: string, tokenId: string) =>
      tokens((row) => row.merchantId === merchantId && row.tokenId === tokenId),
    'card-tokens.by-number': (merchantId: string, tokenNumber: string) =>
      tokens((row) => row.merchantId === merchantId && row.tokenNumber === tokenNumber),
    'card-tokens.by-reference': (type: string, instrumentRef: string) =>
      tokens((row) => row.type === type && row.instrumentRef === instrumentRef),
    'card-tokens.of-card': (
      merchantId: string,
      type: string,
      fingerprint: Uint8Array,
      extCustomerId: string | null,
    ) =>
      tokens(
        (row) =>
          row.merchantId === merchantId &&
          row.type === type &&
          row.status !== 'DISCARDED' &&
          row.extCustomerId === extCustomerId &&
          row.fingerprint !== null &&
          Buffer.compare(row.fingerprint, fingerprint) === 0,
      ),
    'card-tokens.due-removals': (now: string, limit: number) =>
      tokens(({ removeAt }) => removeAt !== null && removeAt <= Date.parse(now))
        .sort((a, b) => (a.removeAt as number) - (b.removeAt as number))
        .slice(0, limit),
    ...tokenizationAnswers(memory),
  };
}

function tokenizationAnswers(memory: Memory) {
  const rows = (merchantId: string, fits: (row: Tokenization) => boolean): Tokenization[] =>
    memory
      .rows<Tokenization>(tokenizations)
      .filter((row) => row.merchantId === merchantId && fits(row));
  const isConversion = ['NEW', 'PENDING', 'COMPLETED'];
  return {
    'tokenizations.find': (merchantId: string, tokenizerId: string) =>
      rows(merchantId, (row) => row.tokenizerId === tokenizerId),
    'tokenizations.of-token': (merchantId: string, tokenId: string) =>
      rows(merchantId, (row) => row.tokenId === tokenId && row.status === 'COMPLETED'),
    'tokenizations.conversion': (merchantId: string, tokenId: string) =>
      rows(merchantId, (row) => row.sourceTokenId === tokenId && isConversion.includes(row.status)),
    'tokenizations.due': (now: string, limit: number) =>
      memory
        .rows<TokenizationCheck>(tokenizationChecks)
        .filter(({ dueAt }) => dueAt <= Date.parse(now))
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit),
  };
}
