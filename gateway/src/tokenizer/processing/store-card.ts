// Stores the verified card of a payment as a token (kind COF). Token, tokenization and the removal
// of the held card are one entry.

import type { TimeAndIds } from '../../core/id.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import type { Draft } from '../../journal/entry.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { setCheck } from '../../payments/model/tokenization-check.ts';
import { cardTokens, type CardToken } from '../../vault/card-token.store.ts';
import { advanceTokenization } from '../advance-tokenization.ts';
import type { TokenizerParts } from '../parts.ts';
import { newToken, renewedToken } from '../token-rows.ts';
import type { Tokenization } from '../tokenization.ts';
import { commitStep, type StepResult } from './commit-step.ts';
import { withoutCard } from './release-card.ts';
import { cardFor } from './token-card.ts';

export async function storeCard(
  parts: Pick<TokenizerParts, 'failpoints' | 'tokens' | 'tokenVault'> &
    DepsOf<typeof cardFor | typeof commitStep>,
  of: Tokenization,
  payment: Payment,
  now: TimeAndIds,
): Promise<StepResult> {
  const { merchantId, extCustomerId } = of;
  const card = await cardFor(parts, of, payment);
  if (!card) return commitStep(parts, of, 'fail', { rejectCode: 'METHOD_NOT_SUPPORTED' }, now);
  await parts.failpoints.reach('token.decided');
  const existing = await parts.tokens.findOfCard(
    merchantId,
    'COF',
    card.fingerprint,
    extCustomerId,
  );
  const tokenId = existing?.tokenId ?? now.ids.next();
  const sealed = await parts.tokenVault.seal({ merchantId, tokenId }, card.card);
  const { draft } = withoutCard({ payment, attempts: [], transactions: [] });
  const named = { merchantId, tokenId, type: 'COF', extCustomerId, network: null } as const;
  const token = existing
    ? renewedToken(existing, card, sealed, now.at)
    : newToken({ ...named, tokenNumber: parts.tokenVault.newNumber() }, card, sealed, now);
  completeWith(draft, of, token, existing, now);
  return commitToken(parts, draft);
}

/** The tokenization ends with this token: a new one, or the changed row of a known one. */
export function completeWith(
  draft: Draft,
  of: Tokenization,
  token: CardToken,
  existing: CardToken | undefined,
  now: TimeAndIds,
): void {
  if (!existing) draft.insert(cardTokens, token);
  else if (existing !== token) draft.change(cardTokens, token, existing.version);
  // A concurrent discard must find this tokenization, so it has to start again.
  else draft.change(cardTokens, { ...existing, version: existing.version + 1 }, existing.version);
  advanceTokenization(draft, of, 'complete', { tokenId: token.tokenId }, now);
  setCheck(draft, of, null);
}

/** Another tokenization may have stored the same card meanwhile: then its token is used. */
export async function commitToken(
  parts: Pick<TokenizerParts, 'journal' | 'failpoints'>,
  draft: Draft,
): Promise<StepResult> {
  const result = await parts.journal.commit(draft);
  if (result.kind === 'conflict' && result.constraint !== 'card_tokens_one_per_card') {
    throw new Error(`conflict with ${result.constraint}`);
  }
  if (result.kind === 'committed') await parts.failpoints.reach('token.committed');
  return 'again';
}
