// Provider calls in three phases, without an open database transaction during the network call: the
// attempt is committed, the provider is called, the outcome is committed under version and fence.

import { isUuid } from '../../core/id.ts';
import { Refusal, refuse, type RefusalCode } from '../../core/refusals.ts';
import type { CommitResult } from '../../journal/entry.ts';
import { DuplicateKey, duplicateKeyConstraint } from '../../http/idempotency.ts';
import { events } from '../../events/event.ts';
import { balanceConstraint } from '../../ledger/ledger.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { Decision, NextCall } from '../decisions/decision.ts';
import type { Loaded } from '../model/payment.ts';
import { authenticate } from './run-authentication.ts';
import { concludeAttempt, timeFor } from './conclude.ts';
import type { ProcessorParts } from './parts.ts';
import type { PaymentKey, PaymentStore } from '../loading/payment.store.ts';
import type { CommittedChange, FoundAttempt, Processor, ReportedAttempt } from './processor.ts';
import { sendAttempt } from './provider-call.ts';
import { createDeclineWatch } from '../watching/watch-declines.ts';
import { usedTokenConstraints } from '../../methods/wallet/used-token.store.ts';
import { extRefundConstraint } from '../model/transaction.ts';
import { refuseAfterConflict } from './taken-order.ts';

/**
 * Maximum number of provider calls in progress; beyond it new payments are refused with OVERLOADED.
 */
const MAX_CALLS_IN_PROGRESS = 4000;
const MAX_TRIES = 100;

export function createProcessor(parts: ProcessorParts): Processor {
  const inProgress = new Set<Promise<unknown>>();
  const track = tracker(parts, inProgress);
  const observe = observer(parts, track);
  const call = async (loaded: Loaded, next: NextCall): Promise<Loaded> => {
    const { attempt } = next;
    await parts.failpoints.reach('attempt.committed');
    const outcome = await sendAttempt(parts, loaded, next);
    if (!outcome) return loaded;
    await parts.failpoints.reach('outcome.received');
    const after = await processor.conclude(attempt, attempt.fence, outcome, loaded, next);
    await parts.failpoints.reach('outcome.committed');
    return after;
  };
  const commit = (decision: Decision) => commitDecision(parts, decision);
  const follow = (decision: Decision): CommittedChange => {
    const { next, loaded } = decision;
    observe(decision);
    switch (next.kind) {
      case 'call':
        return { loaded, next, settled: track(call(loaded, next)) };
      case 'ask': {
        const asked = authenticate({ ...parts, processor }, loaded, next.authentication);
        return { loaded, next, settled: track(asked) };
      }
      case 'none':
        return { loaded, next, settled: Promise.resolve(loaded) };
    }
  };
  const concluding = { parts, commit, follow };

  const processor: Processor = {
    conclude: (attempt, fence, finding, known, sent) =>
      concludeAttempt(concluding, attempt, { fence, finding }, known, sent),
    findAttempt: (provider, reported) => findAttempt(parts.store, provider, reported),
    async report({ provider, finding, ...reported }) {
      const found = await findAttempt(parts.store, provider, reported);
      if (!found) return undefined;
      await parts.failpoints.reach('report.received');
      const report = { fence: null, finding };
      const after = await concludeAttempt(concluding, found.attempt, report, found.loaded);
      await parts.failpoints.reach('report.committed');
      return after;
    },
    async begin(decision) {
      await acceptOrRefuse(parts, await commit(decision), decision);
      return follow(decision);
    },
    change: async (...change) => follow(await changePayment(parts, ...change)),
    refuseWhenFull() {
      if (inProgress.size >= MAX_CALLS_IN_PROGRESS) throw new Refusal('OVERLOADED', [], 1);
    },
    callsInProgress: () => [...inProgress],
    async drain() {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
  return processor;
}

/** Decides and commits, on the new state whenever it has changed. */
async function changePayment(
  parts: ProcessorParts,
  { merchantId, paymentId }: PaymentKey,
  decide: Parameters<Processor['change']>[1],
  missing: RefusalCode = 'PAYMENT_NOT_FOUND',
): Promise<Decision> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const loaded = await parts.store.load(merchantId, paymentId);
    if (!loaded) return refuse(missing);
    const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
    const decision = await decide(loaded, now);
    const result = await commitDecision(parts, decision);
    if (result.kind === 'stale' || isOtherRefund(result)) continue;
    await acceptOrRefuse(parts, result, decision);
    return decision;
  }
  return refuse('CHANGED_MEANWHILE');
}

/** Another request has made a refund with this extRefundId: the next decision finds it. */
function isOtherRefund(result: CommitResult): boolean {
  return result.kind === 'conflict' && result.constraint === extRefundConstraint;
}

async function commitDecision(
  { journal, metrics }: ProcessorParts,
  decision: Decision,
): Promise<CommitResult> {
  const result = await journal.commit(decision.draft);
  if (result.kind === 'committed' && changesStatus(decision)) {
    metrics.payments.inc({ status: decision.loaded.payment.status });
  }
  return result;
}

async function findAttempt(
  store: PaymentStore,
  provider: string,
  { attemptId, payment }: ReportedAttempt,
): Promise<FoundAttempt | undefined> {
  if (![attemptId, payment?.paymentId ?? attemptId].every(isUuid)) return undefined;
  const key = payment ?? (await store.reportable(attemptId));
  const loaded = key && (await store.load(key.merchantId, key.paymentId));
  const attempt = loaded?.attempts.find((one) => one.attemptId === attemptId);
  return loaded && attempt?.provider === provider ? { loaded, attempt } : undefined;
}

/**
 * Tracks work until it is done and logs its failure. An unavailable database is logged by the
 * outage; the resolver asks for outcomes that were not recorded.
 */
function tracker({ log }: ProcessorParts, inProgress: Set<Promise<unknown>>) {
  return (work: Promise<Loaded>): Promise<Loaded> => {
    const tracked = work
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'outcome not recorded');
      })
      .finally(() => inProgress.delete(tracked));
    inProgress.add(tracked);
    return work;
  };
}

/** Work that follows every commit and that nobody waits for. */
function observer(parts: ProcessorParts, track: ReturnType<typeof tracker>) {
  const watchDeclines = createDeclineWatch(parts);
  return (decision: Decision): void => {
    const { loaded } = decision;
    const { payment } = loaded;
    const counted = watchDeclines(payment, changesStatus(decision));
    const isFollowed = payment.tokenizerId !== null;
    for (const work of [counted, isFollowed ? parts.tokenizing.follow(payment) : undefined]) {
      if (work) void track(work.then(() => loaded)).catch(() => undefined);
    }
  };
}

function changesStatus({ draft }: Decision): boolean {
  return draft.inserts.some(
    ({ table, row }) => table === events && row['event'] === 'PAYMENT_STATUS',
  );
}

/** The constraints that an entry can violate, each with its meaning. */
async function acceptOrRefuse(
  { store }: ProcessorParts,
  result: CommitResult,
  { loaded }: Decision,
): Promise<void> {
  if (result.kind === 'committed') return;
  if (result.kind === 'stale') return refuse('CHANGED_MEANWHILE');
  if (result.constraint === duplicateKeyConstraint) throw new DuplicateKey();
  if (result.constraint === 'payments_one_per_order') {
    return refuseAfterConflict(store, loaded.payment);
  }
  if (result.constraint === balanceConstraint) return refuse('INSUFFICIENT_FUNDS');
  // Another payment has used the wallet token since; a repeated request is told so.
  if (usedTokenConstraints.includes(result.constraint)) return refuse('CHANGED_MEANWHILE');
  throw new Error(`unexpected conflict with ${result.constraint}`);
}
