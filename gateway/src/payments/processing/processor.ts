// The dependencies of payment processing, and its interface for the rest of the module.

import type { Clock } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { Ids } from '../../core/id.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Journal } from '../../journal/entry.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { Vault } from '../../vault/held-card.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import type { ScaParts } from '../decisions/sca.ts';
import type { Loaded } from '../payment.ts';
import type { PaymentKey, PaymentStore } from '../payment.store.ts';
import type { Means } from './provider-call.ts';

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface ProcessParts extends ScaParts {
  readonly journal: Journal;
  readonly store: PaymentStore;
  readonly merchants: Pick<MerchantStore, 'find'>;
  readonly providers: ProviderRegistry;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  readonly metrics: Pick<Metrics, 'payments' | 'outcomes' | 'alarms'>;
  readonly log: Log;
  /** How long after its start the resolver checks an attempt without a report. */
  readonly firstLookMs: number;
}

/**
 * Committed; `settled` is the state once the provider has answered, or the same state when none is
 * called.
 */
export interface CommittedChange {
  readonly loaded: Loaded;
  readonly settled: Promise<Loaded>;
}

export interface Processor {
  /** Commits a decision and, if it contains a new attempt, starts the provider call. */
  begin(decision: Decision, means?: Means): Promise<CommittedChange>;
  /** Loads, decides and commits; decides again on the new state while it keeps changing. */
  change(
    key: PaymentKey,
    decide: (loaded: Loaded, now: Now) => Decision | Promise<Decision>,
    means?: () => Means | undefined,
  ): Promise<CommittedChange>;
  /** Phase (c), for a finding about an attempt from any source. */
  conclude(attempt: Attempt, fence: number, finding: Finding, inHand: Loaded): Promise<Loaded>;
  /** The provider calls in progress, each until its outcome is recorded. */
  underWay(): readonly Promise<unknown>[];
  /** Resolves when no provider call is in progress. */
  drain(): Promise<void>;
}
