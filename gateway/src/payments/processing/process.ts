// Provider calls in three phases with no database transaction open over the network: the attempt is
// committed, the provider is called, the outcome is committed under version and fence.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { Ids } from '../../core/id.ts';
import { Refusal, refuse } from '../../core/refusals.ts';
import type { Journal, Verdict } from '../../journal/entry.ts';
import { DuplicateKey, duplicateKeyConstraint } from '../../http/idempotency.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Card } from '../../acquirers/acquirer.ts';
import { attempts, type Attempt } from '../../acquirers/attempt.ts';
import type { Finding } from '../../acquirers/outcome.ts';
import type { Acquirers } from '../../acquirers/registry.ts';
import { events } from '../../events/event.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { Concluded, Decision, Now } from '../decisions/decision.ts';
import { decideOutcome } from '../decisions/outcome.ts';
import type { Loaded } from '../payment.ts';
import type { PaymentKey, PaymentStore } from '../payment.store.ts';
import { callProvider } from './provider-call.ts';

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface ProcessParts {
  readonly journal: Journal;
  readonly store: PaymentStore;
  readonly merchants: Pick<MerchantStore, 'find'>;
  readonly acquirers: Acquirers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  readonly metrics: Pick<Metrics, 'payments' | 'outcomes' | 'alarms'>;
  readonly log: Log;
  /** How long after its start the resolver looks at an attempt that nobody reported on. */
  readonly firstLookMs: number;
}

/**
 * Committed; `settled` is the state once the provider has answered, or the same when none is
 * asked.
 */
export interface Begun {
  readonly loaded: Loaded;
  readonly settled: Promise<Loaded>;
}

export interface Processor {
  /** Commits a decision and, when it holds a new attempt, begins the provider call. */
  begin(decision: Decision, card?: Card): Promise<Begun>;
  /** Loads, decides and begins; decides again on the new state as long as it keeps moving on. */
  change(
    key: PaymentKey,
    decide: (loaded: Loaded, now: Now) => Decision | Promise<Decision>,
    card?: () => Card | undefined,
  ): Promise<Begun>;
  /** Phase (c), for whoever brings news about an attempt. */
  conclude(attempt: Attempt, fence: number, finding: Finding, inHand: Loaded): Promise<Loaded>;
  /** The provider calls under way at this moment, each until its outcome is recorded. */
  underWay(): readonly Promise<unknown>[];
  /** Resolves when no provider call is under way. */
  drain(): Promise<void>;
}

/** More provider calls than this under way at once, and new payments are told to come back. */
const MOST_UNDER_WAY = 4000;
const MOST_TRIES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

export function createProcessor(parts: ProcessParts): Processor {
  const underWay = new Set<Promise<unknown>>();
  const track = (work: Promise<Loaded>): Promise<Loaded> => {
    const tracked = work
      .catch((error: unknown) => parts.log.error({ err: error }, 'outcome not recorded'))
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return work;
  };
  const call = async (loaded: Loaded, attempt: Attempt, card?: Card): Promise<Loaded> => {
    await parts.failpoints.reach('attempt.committed');
    if (isTooLate(attempt, parts.clock.now())) return loaded;
    const outcome = await callProvider(parts.acquirers, loaded, attempt, card);
    await parts.failpoints.reach('outcome.received');
    const after = await conclude(attempt, attempt.fence, outcome, loaded);
    await parts.failpoints.reach('outcome.committed');
    return after;
  };
  const commit = async (decision: Decision): Promise<Verdict> => {
    const verdict = await parts.journal.commit(decision.draft);
    if (verdict.kind === 'committed' && tellsStatus(decision)) {
      parts.metrics.payments.inc({ status: decision.loaded.payment.status });
    }
    return verdict;
  };
  const follow = ({ draft, loaded }: Decision, card?: Card): Begun => {
    const added = draft.inserts.find((write) => write.table === attempts);
    if (!added) return { loaded, settled: Promise.resolve(loaded) };
    return { loaded, settled: track(call(loaded, added.row as unknown as Attempt, card)) };
  };
  const conclude: Processor['conclude'] = (...news) =>
    concludeNews({ parts, commit, follow }, ...news);

  return {
    conclude,
    async begin(decision, card) {
      refuseWhenFull(underWay.size, decision);
      acceptOrRefuse(await commit(decision));
      return follow(decision, card);
    },
    async change({ merchantId, paymentId }, decide, card) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const loaded = await parts.store.load(merchantId, paymentId);
        if (!loaded) return refuse('PAYMENT_NOT_FOUND');
        const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
        const decision = await decide(loaded, now);
        refuseWhenFull(underWay.size, decision);
        const verdict = await commit(decision);
        if (verdict.kind === 'stale') continue;
        acceptOrRefuse(verdict);
        return follow(decision, card?.());
      }
      return refuse('CHANGED_MEANWHILE');
    },
    underWay: () => [...underWay],
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

interface Hands {
  readonly parts: ProcessParts;
  readonly commit: (decision: Decision) => Promise<Verdict>;
  readonly follow: (decision: Decision) => Begun;
}

/** Decides on the state in hand, and on the reloaded one whenever that has moved on. */
async function concludeNews(
  { parts, commit, follow }: Hands,
  attempt: Attempt,
  fence: number,
  finding: Finding,
  inHand: Loaded,
): Promise<Loaded> {
  const { merchantId, paymentId, attemptId, provider, verb } = attempt;
  parts.metrics.outcomes.inc({ provider, verb, outcome: finding.kind });
  const terms = { holdMs: await holdMs(parts, merchantId), firstLookMs: parts.firstLookMs };
  let loaded: Loaded | undefined = inHand;
  for (let tries = 0; loaded; tries += 1) {
    if (tries > MOST_TRIES) throw new Error(`attempt ${attemptId} keeps moving on`);
    const now = { at: timeFor(loaded, parts.clock), ids: parts.ids };
    const concluded = decideOutcome(loaded, { attemptId, fence, finding }, terms, now);
    if (concluded.kind !== 'decided') return ended(parts, concluded, loaded, attempt);
    const verdict = await commit(concluded.decision);
    if (verdict.kind === 'conflict') throw new Error(`conflict with ${verdict.constraint}`);
    if (verdict.kind === 'committed') {
      if (concluded.alarm !== undefined) alarm(parts, concluded.alarm, { paymentId, attemptId });
      return follow(concluded.decision).loaded;
    }
    loaded = await parts.store.load(merchantId, paymentId);
  }
  return inHand;
}

function refuseWhenFull(underWay: number, { draft }: Decision): void {
  const isPaying = draft.inserts.some(
    ({ table, row }) => table === attempts && row['verb'] === 'authorize',
  );
  if (isPaying && underWay >= MOST_UNDER_WAY) throw new Refusal('OVERLOADED', [], 1);
}

function tellsStatus({ draft }: Decision): boolean {
  return draft.inserts.some(
    ({ table, row }) => table === events && row['event'] === 'PAYMENT_STATUS',
  );
}

/**
 * An authorization that waited here until others may look after it is not sent any more: they may
 * have believed the provider that it never came.
 */
function isTooLate({ verb, checkAt }: Attempt, now: Instant): boolean {
  return verb === 'authorize' && checkAt !== null && checkAt <= now;
}

/** The time of a payment never goes back, whichever node's clock it is read from. */
function timeFor({ payment }: Loaded, clock: Clock): Instant {
  return Math.max(clock.now(), payment.updatedAt + 1);
}

/** The constraints an entry can run into, each with its meaning. */
function acceptOrRefuse(verdict: Verdict): void {
  if (verdict.kind === 'committed') return;
  if (verdict.kind === 'stale') return refuse('CHANGED_MEANWHILE');
  if (verdict.constraint === duplicateKeyConstraint) throw new DuplicateKey();
  if (verdict.constraint === 'payments_one_per_order') refuse('ORDER_ALREADY_PAID');
  throw new Error(`unexpected conflict with ${verdict.constraint}`);
}

async function holdMs(parts: ProcessParts, merchantId: string): Promise<number> {
  const merchant = await parts.merchants.find(merchantId);
  return (merchant?.settings.holdDays ?? 30) * DAY_MS;
}

function ended(
  parts: ProcessParts,
  concluded: Concluded,
  loaded: Loaded,
  { paymentId, attemptId }: Attempt,
): Loaded {
  if (concluded.kind === 'contradiction') {
    alarm(parts, 'contradicting-outcome', { paymentId, attemptId });
  }
  return loaded;
}

function alarm(parts: ProcessParts, name: string, facts: object): void {
  parts.metrics.alarms.inc({ alarm: name });
  parts.log.error({ alarm: name, ...facts }, 'an operator must look at this');
}
