// Continues a tokenization as far as it can go now: it follows its payment, and once the card is
// verified it stores the token. Every step is one entry under the versions of what it read, so any
// number of nodes may continue the same tokenization.

import type { DepsOf } from '../../http/endpoint.ts';
import { defect } from '../../core/assert.ts';
import type { Payment } from '../../payments/model/payment.ts';
import type { TokenizationFacts } from '../advance-tokenization.ts';
import { commitStep, type StepResult } from './commit-step.ts';
import type { TokenizerParts } from '../parts.ts';
import { isOpen, type Tokenization, type TokenizationKey } from '../tokenization.ts';
import type { TokenizationTrigger } from '../tokenization.states.ts';
import { releaseCard } from './release-card.ts';
import { storeNetworkToken } from './store-network-token.ts';
import { storeCard } from './store-card.ts';

const MAX_STEPS = 100;

/**
 * Returns the tokenization afterwards; undefined if there is none. `asksAgain`: an unanswered
 * request to the token service is repeated now.
 */
export async function continueTokenization(
  parts: Pick<TokenizerParts, 'tokenizations'> & DepsOf<typeof takeStep>,
  key: TokenizationKey,
  asksAgain = false,
): Promise<Tokenization | undefined> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const tokenization = await parts.tokenizations.find(key);
    if (!tokenization) return undefined;
    if ((await takeStep(parts, tokenization, asksAgain)) === 'done')
      return parts.tokenizations.find(key);
  }
  throw new Error(`tokenization ${key.tokenizerId} keeps changing`);
}

/** For a payment that may have no tokenization. */
export async function continueIfAny(
  parts: DepsOf<typeof continueTokenization>,
  { merchantId, tokenizerId }: Pick<Payment, 'merchantId' | 'tokenizerId'>,
): Promise<void> {
  if (tokenizerId !== null) await continueTokenization(parts, { merchantId, tokenizerId });
}

async function takeStep(
  parts: Pick<TokenizerParts, 'clock' | 'ids' | 'store'> &
    DepsOf<typeof releaseCard | typeof commitStep | typeof storeCard | typeof storeNetworkToken>,
  of: Tokenization,
  asksAgain: boolean,
): Promise<StepResult> {
  const now = { at: parts.clock.now(), ids: parts.ids };
  const payment = of.paymentId ? await parts.store.find(of.merchantId, of.paymentId) : undefined;
  if (!isOpen(of)) return releaseCard(parts, of, payment);
  const next = stepOf(of, payment);
  if (next === undefined) return 'done';
  if (next.on !== 'complete') return commitStep(parts, of, next.on, next.facts, now);
  if (of.requestedAt !== null && !asksAgain) return 'done';
  return of.kind === 'COF'
    ? storeCard(parts, of, payment ?? defect('a stored card comes from a payment'), now)
    : storeNetworkToken(parts, of, payment, now);
}

interface Step {
  readonly on: TokenizationTrigger;
  readonly facts: TokenizationFacts;
}

/** What the state of the payment means for its tokenization; undefined: it is not finished. */
export function stepOf(
  { status, sourceTokenId, requestedAt }: Tokenization,
  payment: Pick<Payment, 'status' | 'rejectCode'> | undefined,
): Step | undefined {
  const isVerified =
    sourceTokenId !== null || payment?.status === 'COMPLETED' || payment?.status === 'SETTLED';
  const facts = { rejectCode: payment?.rejectCode ?? null };
  // Once the token service was asked, only its answer decides.
  if (requestedAt !== null || (isVerified && status === 'PENDING')) {
    return { on: 'complete', facts: {} };
  }
  if (isVerified) return { on: 'start', facts: {} };
  switch (payment?.status) {
    case 'NEW':
      return undefined;
    case 'PENDING':
      return status === 'NEW' ? { on: 'start', facts: {} } : undefined;
    case 'REJECTED':
      return { on: 'fail', facts };
    case 'CANCELLED':
      return { on: 'cancel', facts };
    default:
      return { on: 'break', facts: { rejectCode: facts.rejectCode ?? 'SYSTEM_ERROR' } };
  }
}
