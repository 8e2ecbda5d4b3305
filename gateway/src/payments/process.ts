// Provider calls in three phases with no database transaction open over the network: the attempt is
// committed, the provider is called, the outcome is committed under version and fence. The resolver
// brings attempts without an answer to the truth the provider holds, and never guesses.

import type { Clock } from '../core/clock.ts';
import type { Failpoints } from '../core/failpoint.ts';
import type { Ids } from '../core/id.ts';
import { money } from '../core/money.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Journal, Verdict } from '../journal/entry.ts';
import { DuplicateKey, duplicateKeyConstraint } from '../http/idempotency.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Card } from '../acquirers/acquirer.ts';
import { isSettled, type Attempt } from '../acquirers/attempt.ts';
import type { Finding, Outcome } from '../acquirers/outcome.ts';
import type { Acquirers } from '../acquirers/registry.ts';
import { decideLease, decideOutcome, type Decision } from './decide.ts';
import type { Loaded } from './payment.ts';
import type { DueAttempt, PaymentStore } from './payment.store.ts';

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface ProcessParts {
  readonly journal: Journal;
  readonly store: PaymentStore;
  readonly acquirers: Acquirers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  readonly metrics: Metrics;
  readonly log: Log;
}

export interface Processor {
  /** Commits a decision that calls no provider. */
  commit(decision: Decision): Promise<void>;
  /** Commits phase (a) and returns; the call and its outcome go on by themselves. */
  authorize(decision: Decision, card: Card): Promise<void>;
  /** Asks providers about attempts that are due; answers how many were looked at. */
  resolveDue(limit: number): Promise<number>;
  /** Resolves when no provider call is under way. */
  drain(): Promise<void>;
}

/** More provider calls than this under way at once, and new payments are told to come back. */
const MOST_UNDER_WAY = 4000;
const MOST_TRIES = 50;

export function createProcessor(parts: ProcessParts): Processor {
  const underWay = new Set<Promise<void>>();
  const begin = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => parts.log.error({ err: error }, 'outcome not recorded'))
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  return {
    async commit(decision) {
      acceptOrRefuse(await parts.journal.commit(decision.draft));
      count(parts, decision.loaded);
    },
    async authorize(decision, card) {
      if (underWay.size >= MOST_UNDER_WAY) throw new Refusal('OVERLOADED', [], 1);
      acceptOrRefuse(await parts.journal.commit(decision.draft));
      await parts.failpoints.reach('attempt.committed');
      begin(callAndConclude(parts, decision.loaded, card));
    },
    async resolveDue(limit) {
      const due = await parts.store.dueAttempts(parts.clock.now(), limit);
      await Promise.all(due.map((one) => resolve(parts, one)));
      return due.length;
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The constraints an entry can run into, each with its meaning. */
function acceptOrRefuse(verdict: Verdict): void {
  if (verdict.kind === 'committed') return;
  if (verdict.kind === 'stale') return refuse('CHANGED_MEANWHILE');
  if (verdict.constraint === duplicateKeyConstraint) throw new DuplicateKey();
  if (verdict.constraint === 'payments_one_per_order') refuse('ORDER_ALREADY_PAID');
  throw new Error(`unexpected conflict with ${verdict.constraint}`);
}

async function callAndConclude(parts: ProcessParts, loaded: Loaded, card: Card): Promise<void> {
  const attempt = loaded.attempts.at(-1) as Attempt;
  const { merchantId, paymentId, attemptId, fence } = attempt;
  const outcome: Outcome = await parts.acquirers.named(attempt.provider).authorize({
    merchantId,
    paymentId,
    attemptId,
    amount: money(attempt.amountMinor, attempt.currency),
    kind: loaded.payment.transKind === 'PREAUTH' ? 'hold' : 'sale',
    card,
  });
  await parts.failpoints.reach('outcome.received');
  await conclude(parts, attempt, fence, outcome, loaded);
  await parts.failpoints.reach('outcome.committed');
}

/** Phase (c): decides on the state in hand, and on the reloaded one whenever that has moved on. */
async function conclude(
  parts: ProcessParts,
  attempt: Attempt,
  fence: number,
  finding: Finding,
  inHand: Loaded,
): Promise<void> {
  const { merchantId, paymentId, attemptId, provider, verb } = attempt;
  parts.metrics.outcomes.inc({ provider, verb, outcome: finding.kind });
  let loaded: Loaded | undefined = inHand;
  for (let tries = 0; tries < MOST_TRIES && loaded; tries += 1) {
    const decided = decideOutcome(loaded, attemptId, fence, finding, parts.clock.now(), parts.ids);
    if (decided === 'not-ours' || decided === 'known') return;
    if (decided === 'contradiction') {
      alarm(parts, 'contradicting-outcome', { paymentId, attemptId, finding: finding.kind });
      return;
    }
    const verdict = await parts.journal.commit(decided.draft);
    if (verdict.kind === 'committed') return count(parts, decided.loaded);
    if (verdict.kind === 'conflict') throw new Error(`conflict with ${verdict.constraint}`);
    loaded = await parts.store.load(merchantId, paymentId);
  }
}

async function resolve(parts: ProcessParts, due: DueAttempt): Promise<void> {
  const loaded = await parts.store.load(due.merchantId, due.paymentId);
  const attempt = loaded?.attempts.find((one) => one.attemptId === due.attemptId);
  const now = parts.clock.now();
  if (!loaded || !attempt || isSettled(attempt) || (attempt.checkAt ?? now) > now) return;
  const lease = decideLease(loaded, attempt, now);
  const verdict = await parts.journal.commit(lease.draft);
  if (verdict.kind !== 'committed') return;
  const finding = await ask(parts, attempt);
  await parts.failpoints.reach('finding.received');
  await conclude(parts, attempt, attempt.fence + 1, finding, lease.loaded);
}

/**
 * "Not found" is believed only when the request can no longer arrive at the provider; until then
 * the attempt stays unknown.
 */
async function ask(parts: ProcessParts, attempt: Attempt): Promise<Finding> {
  const acquirer = parts.acquirers.named(attempt.provider);
  const finding = await acquirer.inquire(attempt.attemptId);
  if (finding.kind !== 'not-found') return finding;
  const ended = attempt.startedAt + acquirer.maxInFlightMs <= parts.clock.now();
  return ended ? finding : { kind: 'unknown', why: 'timeout' };
}

function alarm(parts: ProcessParts, name: string, facts: object): void {
  parts.metrics.alarms.inc({ alarm: name });
  parts.log.error({ alarm: name, ...facts }, 'an operator must look at this');
}

function count(parts: ProcessParts, loaded: Loaded): void {
  parts.metrics.payments.inc({ status: loaded.payment.status });
}
