// Provisions a network token for a verified card (kind NETWORK) in three phases: the request is
// committed, the token service is called with the tokenizerId as idempotency key, and the result is
// committed. An unknown answer is asked for again with the same key, so that a card is never
// provisioned twice.

import type { TimeAndIds } from '../../core/id.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import type { Instant } from '../../core/clock.ts';
import { Draft } from '../../journal/entry.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { setCheck } from '../../payments/model/tokenization-check.ts';
import { nextCheckAt } from '../../providers/attempt.ts';
import type { NetworkToken } from '../../token-services/network-token.ts';
import { schemeOf } from '../../token-services/registry.ts';
import type { TokenService } from '../../token-services/token-service-port.ts';
import { cardTokens, type CardToken } from '../../vault/card-token.store.ts';
import { advanceTokenization } from '../advance-tokenization.ts';
import type { TokenizerParts } from '../parts.ts';
import { newToken, type TokenCard } from '../token-rows.ts';
import type { Tokenization } from '../tokenization.ts';
import { commitStep, type StepResult } from './commit-step.ts';
import { withoutCard } from './release-card.ts';
import { commitToken, completeWith } from './store-card.ts';
import { cardFor } from './token-card.ts';

export async function storeNetworkToken(
  parts: Pick<TokenizerParts, 'tokenServices' | 'tokens'> &
    DepsOf<typeof cardFor | typeof commitStep | typeof provision>,
  of: Tokenization,
  payment: Payment | undefined,
  now: TimeAndIds,
): Promise<StepResult> {
  const card = await cardFor(parts, of, payment);
  if (!card) return commitStep(parts, of, 'fail', { rejectCode: 'METHOD_NOT_SUPPORTED' }, now);
  const scheme = schemeOf(card.organization);
  const service = scheme && parts.tokenServices.find(scheme);
  if (!service) {
    return commitStep(parts, of, 'fail', { rejectCode: 'TOKENIZATION_NOT_SUPPORTED' }, now);
  }
  const { merchantId, extCustomerId } = of;
  const { fingerprint } = card;
  const existing = await parts.tokens.findOfCard(
    merchantId,
    service.scheme,
    fingerprint,
    extCustomerId,
  );
  if (existing && of.requestedAt === null)
    return finish(parts, of, payment, existing, existing, now);
  const requested = await request(parts, of, card.source, now);
  return requested ? provision(parts, service, requested, { card, payment, existing }) : 'again';
}

/** Phase (a), which is also the lease: only the node whose entry wins calls the token service. */
async function request(
  parts: Pick<TokenizerParts, 'journal' | 'failpoints'>,
  of: Tokenization,
  source: CardToken | undefined,
  now: TimeAndIds,
): Promise<Tokenization | undefined> {
  const draft = new Draft();
  // A concurrent discard of the stored card must find this request.
  if (source && of.requestedAt === null)
    draft.change(cardTokens, { ...source, version: source.version + 1 }, source.version);
  const facts = { requestedAt: of.requestedAt ?? now.at, checks: of.checks + 1 };
  const requested = advanceTokenization(draft, of, 'request', facts, now);
  setCheck(draft, of, checkAt(requested, now.at));
  const result = await parts.journal.commit(draft);
  await parts.failpoints.reach('provision.requested');
  return result.kind === 'committed' ? requested : undefined;
}

/** An unanswered request is repeated at growing intervals. */
function checkAt({ checks }: Tokenization, now: Instant): Instant {
  return nextCheckAt(checks, now);
}

interface Provisioned {
  readonly card: TokenCard;
  readonly payment: Payment | undefined;
  /** A token of the same card that another tokenization has stored meanwhile. */
  readonly existing: CardToken | undefined;
}

/** Phases (b) and (c). */
async function provision(
  parts: Pick<TokenizerParts, 'failpoints' | 'clock' | 'ids' | 'tokens'> &
    DepsOf<typeof commitStep | typeof tokenRow>,
  service: TokenService,
  of: Tokenization,
  { card, payment, existing }: Provisioned,
): Promise<StepResult> {
  const { merchantId, tokenizerId } = of;
  const outcome = await service.provision({ requestId: tokenizerId, merchantId, card: card.card });
  await parts.failpoints.reach('provision.received');
  const now = { at: parts.clock.now(), ids: parts.ids };
  if (outcome.kind === 'unknown') return 'done';
  if (outcome.kind === 'declined') {
    return commitStep(parts, of, 'fail', { rejectCode: outcome.rejectCode }, now);
  }
  const { token } = outcome;
  if (token.status === 'DELETED') return endWithout(parts, of, payment, existing, now);
  const same = await parts.tokens.findByReference(service.scheme, token.instrumentRef);
  if (same) return reuse(parts, of, payment, same, now);
  if (existing) {
    // Two tokenizations provisioned the card at the same time: the second token is not kept.
    const { instrumentRef } = token;
    const removal = await service.remove(instrumentRef);
    return removal.kind === 'removed' ? reuse(parts, of, payment, existing, now) : 'done';
  }
  const fresh = await tokenRow(parts, service, of, card, token, now);
  return finish(parts, of, payment, fresh, undefined, now);
}

/** The token was deleted before it was stored: by the service, or as the second one of a card. */
function endWithout(
  parts: DepsOf<typeof reuse>,
  of: Tokenization,
  payment: Payment | undefined,
  existing: CardToken | undefined,
  now: TimeAndIds,
): Promise<StepResult> {
  if (existing) return reuse(parts, of, payment, existing, now);
  return commitStep(parts, of, 'fail', { rejectCode: 'TOKEN_NOT_ACTIVE' }, now);
}

/** Ends with a token that is already stored. */
async function reuse(
  parts: DepsOf<typeof finish>,
  of: Tokenization,
  payment: Payment | undefined,
  existing: CardToken,
  now: TimeAndIds,
): Promise<StepResult> {
  if (existing.merchantId === of.merchantId && existing.status !== 'DISCARDED') {
    return finish(parts, of, payment, existing, existing, now);
  }
  return commitStep(parts, of, 'break', { rejectCode: 'SYSTEM_ERROR' }, now);
}

async function tokenRow(
  parts: Pick<TokenizerParts, 'tokenVault'>,
  { scheme }: TokenService,
  { merchantId, extCustomerId }: Tokenization,
  card: TokenCard,
  network: NetworkToken,
  now: TimeAndIds,
): Promise<CardToken> {
  const tokenId = now.ids.next();
  const { number, expiry } = network;
  const stored = { number, expiry, holder: card.card.holder };
  const sealed = await parts.tokenVault.seal({ merchantId, tokenId }, stored);
  const tokenNumber = parts.tokenVault.newNumber();
  const named = { merchantId, tokenId, type: scheme, tokenNumber, extCustomerId, network };
  return newToken(named, card, sealed, now);
}

async function finish(
  parts: DepsOf<typeof commitToken>,
  of: Tokenization,
  payment: Payment | undefined,
  token: CardToken,
  existing: CardToken | undefined,
  now: TimeAndIds,
): Promise<StepResult> {
  const draft = payment
    ? withoutCard({ payment, attempts: [], transactions: [] }).draft
    : new Draft();
  completeWith(draft, of, token, existing, now);
  return commitToken(parts, draft);
}
