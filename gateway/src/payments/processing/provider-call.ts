// Phase (b) of every operation: sends one attempt to its provider. Only an authorization needs
// means; the others name their authorization and may be repeated under the same id. The method of a
// payment may complete the means at the last moment, or decline: then no provider is called.

import { assert, defect } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import type { Attempt, AttemptVerb } from '../../providers/attempt.ts';
import type { Means } from '../../providers/means.ts';
import type { Declined, Outcome } from '../../providers/outcome.ts';
import type { Authorization, Funding, Inquiry } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { CallTerms, NextCall } from '../decisions/decision.ts';
import { authorizationOf, lateAuthorizationOf } from '../decisions/operate.ts';
import type { ProcessorParts } from './parts.ts';
import { amountOf, type Loaded, type Payment } from '../model/payment.ts';

/** Undefined: it was too late, so nothing was sent, and the resolver finds out. */
export async function sendAttempt(
  parts: ProcessorParts,
  loaded: Loaded,
  next: NextCall,
): Promise<Outcome | undefined> {
  const { attempt, funding } = next;
  if (isTooLate(attempt, parts.clock.now())) return undefined;
  const ready = await prepare(parts, loaded, next);
  if (isTooLate(attempt, parts.clock.now())) return undefined;
  if (isDeclined(ready)) return ready;
  return callProvider(parts.providers, loaded, attempt, ready, funding);
}

/** The method may complete the means right before the call, or decline. */
async function prepare(
  { methods }: ProcessorParts,
  { payment }: Loaded,
  { attempt, means }: NextCall,
): Promise<Means | Declined | null> {
  const method = payment.method === null ? undefined : methods.find(payment.method);
  if (!means || !method?.prepare) return means;
  return method.prepare(means, { merchantId: attempt.merchantId, amount: amountOf(attempt) });
}

function isDeclined(ready: Means | Declined | null): ready is Declined {
  return ready?.kind === 'declined';
}

/**
 * An authorization that was delayed until the resolver may check it is no longer sent: the resolver
 * may already have concluded that it was lost.
 */
function isTooLate({ verb, checkAt }: Attempt, now: Instant): boolean {
  return verb === 'authorize' && checkAt !== null && checkAt <= now;
}

export function callProvider(
  providers: ProviderRegistry,
  loaded: Loaded,
  attempt: Attempt,
  means: Means | null,
  funding: Funding | null = null,
): Promise<Outcome> {
  const provider = providers.get(attempt.provider);
  const { merchantId, paymentId, attemptId, verb } = attempt;
  const operation = { merchantId, paymentId, attemptId, amount: amountOf(attempt) };
  if (verb === 'authorize') {
    if (!means) return defect('an authorization is sent once, with its means');
    const kind = kindOf(loaded.payment);
    assert((kind === 'funding') === (funding !== null), 'account funding has a recipient');
    return provider.authorize({ ...operation, kind, means, funding });
  }
  const original = originalOf(loaded, attempt);
  const follow = provider.followUps[verb] ?? defect(`${provider.name} has no ${verb}`);
  const { attemptId: originalAttemptId, reference: originalReference } = original;
  return follow({ ...operation, originalAttemptId, originalReference });
}

function kindOf({ transKind }: Payment): Authorization['kind'] {
  if (transKind === 'ACCT_FUNDING') return 'funding';
  return transKind === 'PREAUTH' ? 'hold' : 'sale';
}

/** How a provider is asked about an attempt. */
export function inquiryOf(loaded: Loaded, attempt: Attempt): Inquiry {
  const inquiry = { ...attempt, kind: kindOf(loaded.payment) };
  if (attempt.verb === 'authorize') return inquiry;
  const { attemptId: originalAttemptId, reference } = originalOf(loaded, attempt);
  return { ...inquiry, originalAttemptId, originalReference: reference };
}

/** The authorization that another operation refers to. */
function originalOf(loaded: Loaded, { verb, intent, transId, startedAt }: Attempt): Attempt {
  if (intent === 'LATE_SUCCESS') return lateAuthorizationOf(loaded, startedAt);
  if (verb !== 'stop') return authorizationOf(loaded);
  const stopped = loaded.attempts.find(
    (one) => one.verb === 'authorize' && one.transId === transId,
  );
  assert(stopped !== undefined, 'a stop belongs to an authorization');
  return stopped;
}

/** What decisions must know about providers; one that is not connected offers no operation. */
export function callTerms(parts: {
  readonly providers: ProviderRegistry;
  readonly firstCheckMs: number;
}): CallTerms {
  const { firstCheckMs, providers } = parts;
  return {
    firstCheckMs,
    supports(name: string, verb: AttemptVerb) {
      const provider = providers.list.find((one) => one.name === name);
      return verb === 'authorize' || provider?.followUps[verb] !== undefined;
    },
  };
}
