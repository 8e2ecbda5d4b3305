// Provider calls in three phases, without an open database transaction during the network call: the
// attempt is committed, the provider is called, the outcome is committed under version and fence.

import type { Instant } from '../../core/clock.ts';
import { Refusal, refuse } from '../../core/refusals.ts';
import type { Draft, CommitResult, Write } from '../../journal/entry.ts';
import { DuplicateKey, duplicateKeyConstraint } from '../../http/idempotency.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import { events } from '../../events/event.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { authentications, type Authentication } from '../../threeds/authentication.ts';
import type { Decision } from '../decisions/decision.ts';
import type { Loaded } from '../payment.ts';
import { authenticate } from './run-authentication.ts';
import { concludeAttempt, timeFor } from './conclude.ts';
import type { CommittedChange, Processor, ProcessParts } from './processor.ts';
import { callProvider, type Means } from './provider-call.ts';
import { refuseAfterConflict } from './taken-order.ts';

/**
 * Maximum number of provider calls in progress; beyond it new payments are refused with OVERLOADED.
 */
const MAX_CALLS_IN_PROGRESS = 4000;
const MAX_TRIES = 100;

export function createProcessor(parts: ProcessParts): Processor {
  const underWay = new Set<Promise<unknown>>();
  const track = tracker(parts, underWay);
  const call = async (loaded: Loaded, attempt: Attempt, means?: Means): Promise<Loaded> => {
    await parts.failpoints.reach('attempt.committed');
    if (isTooLate(attempt, parts.clock.now())) return loaded;
    const outcome = await callProvider(parts.providers, loaded, attempt, means);
    await parts.failpoints.reach('outcome.received');
    const after = await conclude(attempt, attempt.fence, outcome, loaded);
    await parts.failpoints.reach('outcome.committed');
    return after;
  };
  const commit = async (decision: Decision): Promise<CommitResult> => {
    const verdict = await parts.journal.commit(decision.draft);
    if (verdict.kind === 'committed' && changesStatus(decision)) {
      parts.metrics.payments.inc({ status: decision.loaded.payment.status });
    }
    return verdict;
  };
  const follow = ({ draft, loaded }: Decision, means?: Means): CommittedChange => {
    const asking = findAskingAuthentication(draft);
    if (asking) return { loaded, settled: track(authenticate(parts, processor, loaded, asking)) };
    const added = draft.inserts.find((write) => write.table === attempts);
    if (!added) return { loaded, settled: Promise.resolve(loaded) };
    return { loaded, settled: track(call(loaded, added.row as unknown as Attempt, means)) };
  };
  const conclude: Processor['conclude'] = (...news) =>
    concludeAttempt({ parts, commit, follow }, ...news);

  const processor: Processor = {
    conclude,
    async begin(decision, means) {
      refuseWhenFull(underWay.size, decision);
      await acceptOrRefuse(parts, await commit(decision), decision);
      return follow(decision, means);
    },
    async change({ merchantId, paymentId }, decide, means) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const loaded = await parts.store.load(merchantId, paymentId);
        if (!loaded) return refuse('PAYMENT_NOT_FOUND');
        const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
        const decision = await decide(loaded, now);
        refuseWhenFull(underWay.size, decision);
        const verdict = await commit(decision);
        if (verdict.kind === 'stale') continue;
        await acceptOrRefuse(parts, verdict, decision);
        return follow(decision, means?.());
      }
      return refuse('CHANGED_MEANWHILE');
    },
    underWay: () => [...underWay],
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
  return processor;
}

/**
 * Tracks work until it is done and logs its failure. An unavailable database is logged by the
 * outage; the resolver asks for outcomes that were not recorded.
 */
function tracker({ log }: ProcessParts, underWay: Set<Promise<unknown>>) {
  return (work: Promise<Loaded>): Promise<Loaded> => {
    const tracked = work
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'outcome not recorded');
      })
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return work;
  };
}

/** The authentication in this entry that is ready for the request to the directory server. */
function findAskingAuthentication({ inserts, updates }: Draft): Authentication | undefined {
  const isOne = ({ table }: Write): boolean => table === authentications;
  const row = (inserts.find(isOne) ?? updates.find(isOne))?.row as Authentication | undefined;
  return row?.state === 'ASKING' ? row : undefined;
}

function refuseWhenFull(underWay: number, { draft }: Decision): void {
  const isPaying = draft.inserts.some(
    ({ table, row }) =>
      table === authentications ||
      (table === attempts && row['verb'] === 'authorize' && row['authenticationId'] === null),
  );
  if (isPaying && underWay >= MAX_CALLS_IN_PROGRESS) throw new Refusal('OVERLOADED', [], 1);
}

function changesStatus({ draft }: Decision): boolean {
  return draft.inserts.some(
    ({ table, row }) => table === events && row['event'] === 'PAYMENT_STATUS',
  );
}

/**
 * An authorization that was delayed until the resolver may check it is no longer sent: the resolver
 * may already have concluded that it was lost.
 */
function isTooLate({ verb, checkAt }: Attempt, now: Instant): boolean {
  return verb === 'authorize' && checkAt !== null && checkAt <= now;
}

/** The constraints that an entry can violate, each with its meaning. */
async function acceptOrRefuse(
  { store }: ProcessParts,
  verdict: CommitResult,
  { loaded }: Decision,
): Promise<void> {
  if (verdict.kind === 'committed') return;
  if (verdict.kind === 'stale') return refuse('CHANGED_MEANWHILE');
  if (verdict.constraint === duplicateKeyConstraint) throw new DuplicateKey();
  if (verdict.constraint === 'payments_one_per_order') {
    return refuseAfterConflict(store, loaded.payment);
  }
  throw new Error(`unexpected conflict with ${verdict.constraint}`);
}
