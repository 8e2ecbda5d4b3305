// The interface of payment processing for the rest of the module and for notifications.

import type { TimeAndIds } from '../../core/id.ts';
import type { RefusalCode } from '../../core/refusals.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { Decision, Next, NextCall } from '../decisions/decision.ts';
import type { Loaded } from '../model/payment.ts';
import type { PaymentKey } from '../loading/payment.store.ts';

/**
 * Committed; `settled` is the state once the provider has answered, or the same state when none is
 * called.
 */
export interface CommittedChange {
  readonly loaded: Loaded;
  readonly next: Next;
  readonly settled: Promise<Loaded>;
}

/** A provider's own message about an attempt: a callback, or the result of a poll. */
interface ProviderReport extends ReportedAttempt {
  readonly provider: string;
  readonly finding: Finding;
}

/**
 * How a message names its attempt. With the payment, if the provider was told of it, any attempt is
 * found; without it, only an authorization that may wait for its customer.
 */
export interface ReportedAttempt {
  readonly attemptId: string;
  readonly payment?: PaymentKey | undefined;
}

export interface FoundAttempt {
  readonly loaded: Loaded;
  readonly attempt: Attempt;
}

export interface Processor {
  /** Commits a decision and starts what follows it. */
  begin(decision: Decision): Promise<CommittedChange>;
  /**
   * Loads, decides and commits; decides again on the new state while it keeps changing. `missing`
   * is the refusal if there is no such payment: PAYMENT_NOT_FOUND by default.
   */
  change(
    key: PaymentKey,
    decide: (loaded: Loaded, now: TimeAndIds) => Decision | Promise<Decision>,
    missing?: RefusalCode,
  ): Promise<CommittedChange>;
  /** Refuses with OVERLOADED when too many provider calls are in progress. */
  refuseWhenFull(): void;
  /**
   * Phase (c), for the answer to a call or an inquiry: counts only if the caller still owns the
   * attempt. `sent`: the call that was answered; with it, the payment may go on elsewhere.
   */
  conclude(
    attempt: Attempt,
    fence: number,
    finding: Finding,
    known: Loaded,
    sent?: NextCall,
  ): Promise<Loaded>;
  /** The attempt that a provider's message is about; undefined: there is none. */
  findAttempt(provider: string, reported: ReportedAttempt): Promise<FoundAttempt | undefined>;
  /**
   * Phase (c), for a verified message that the provider sent by itself: it counts whoever owns the
   * attempt. Returns the payment after it; undefined: there is no such attempt.
   */
  report(report: ProviderReport): Promise<Loaded | undefined>;
  /** The provider calls in progress, each until its outcome is recorded. */
  callsInProgress(): readonly Promise<unknown>[];
  /** Resolves when no provider call is in progress. */
  drain(): Promise<void>;
}
