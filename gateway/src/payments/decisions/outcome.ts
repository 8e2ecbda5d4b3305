// Phase (c): processes a provider's outcome of an attempt, from whatever source. Each operation has
// its conclusion; inconclusive outcomes only set the next check.

import type { TimeAndIds } from '../../core/id.ts';
import { assert, defect } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import {
  nextCheckAt,
  waitsForCustomer,
  type Attempt,
  type AttemptVerb,
} from '../../providers/attempt.ts';
import type { Finding, Pending, Unknown } from '../../providers/outcome.ts';
import type { Draft } from '../../journal/entry.ts';
import type { StepAfterDecline } from '../../methods/method-step.ts';
import type { Agreement } from '../model/agreement.ts';
import type { Loaded, Payment } from '../model/payment.ts';
import { stopWaiting } from './cancel.ts';
import type { Start } from './register.ts';
import {
  changeBeside,
  setAttempt,
  setDeadline,
  type CallTerms,
  type Decision,
  type RefusedTry,
} from './decision.ts';

export interface AttemptReport {
  readonly attemptId: string;
  /** The fence of the caller that asked; null: the provider reported by itself. */
  readonly fence: number | null;
  readonly finding: Finding;
}

/** The same authorization at another provider. */
export type Elsewhere = Pick<Start, 'provider' | 'route' | 'means' | 'funding' | 'waitUntil'>;

export interface ConclusionTerms extends CallTerms {
  /** The hold period. */
  readonly holdMs: number;
  /** The next provider, if the payment goes on there after a decline. */
  readonly elsewhere?: Elsewhere | undefined;
  /** What follows a decline, if the payment can go on. */
  readonly afterDecline?: StepAfterDecline | undefined;
  /** The payment stays open after this end of an authorization without money. */
  readonly anotherTry?: RefusedTry | undefined;
  /** The customer agreed to save the card: registers the tokenization that takes it. */
  readonly saveCard?: ((draft: Draft, paid: Payment, now: TimeAndIds) => void) | undefined;
  /** The agreement that this payment creates by its success, or that ends with its reversal. */
  readonly agreement?: Agreement | undefined;
}

/** Every alarm for the operator. */
export const alarmNames = [
  'late-success',
  'reversal-declined',
  'contradicting-outcome',
  'wrong-amount',
] as const;
export type AlarmName = (typeof alarmNames)[number];

export type Conclusion =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly alarm?: AlarmName }
  /** The attempt has a newer owner, or is settled with the same result. */
  | { readonly kind: 'nothing' }
  /** The provider contradicts its earlier answer. */
  | { readonly kind: 'contradiction' };

/** What the end of an attempt means for its payment; one function for each verb. */
export type Concluder = (
  loaded: Loaded,
  settled: Attempt,
  terms: ConclusionTerms,
  now: TimeAndIds,
) => Conclusion;

export type Conclusions = Readonly<Record<AttemptVerb, Concluder>>;

export function decideOutcome(
  conclusions: Conclusions,
  loaded: Loaded,
  report: AttemptReport,
  terms: ConclusionTerms,
  now: TimeAndIds,
): Conclusion {
  const { finding, fence } = report;
  const attempt = loaded.attempts.find((one) => one.attemptId === report.attemptId);
  assert(attempt !== undefined, 'an outcome belongs to an attempt of its payment');
  if (isUnexpectedCharge(attempt, finding)) {
    return conclusions.authorize(loaded, settle(attempt, finding, now), terms, now);
  }
  if (attempt.finishedAt !== null) {
    const known = agrees(attempt, finding) || isReversed(loaded);
    return { kind: known ? 'nothing' : 'contradiction' };
  }
  if (fence !== null && attempt.fence !== fence) return { kind: 'nothing' };
  if (finding.kind === 'pending' || finding.kind === 'unknown') {
    const changed = changeAttempt(loaded, stillOpen(attempt, finding, now));
    const decision = setDeadlineOfWait(changed, attempt, now);
    return { kind: 'decided', decision: stopWaiting(decision, terms, now) };
  }
  return conclusions[attempt.verb](loaded, settle(attempt, finding, now), terms, now);
}

/** After the deadline only the first finding sets it: the job that ends payments moves it then. */
function setDeadlineOfWait(decision: Decision, attempt: Attempt, { at }: TimeAndIds): Decision {
  const { waitUntil, state } = attempt;
  if (waitUntil === null || decision.loaded.payment.status !== 'PENDING') return decision;
  if (state !== 'OPEN' && waitUntil <= at) return decision;
  return setDeadline(decision, waitUntil);
}

/**
 * An inconclusive finding sets the next check. What an attempt waits for is kept once it is known:
 * an inquiry without an answer does not change it.
 */
function stillOpen(attempt: Attempt, finding: Pending | Unknown, now: TimeAndIds): Attempt {
  const checkAt = Math.min(nextCheckAfter(attempt, now), conclusiveAt(finding));
  if (finding.kind === 'unknown') {
    const state = waitsForCustomer(attempt) ? 'PENDING' : 'UNKNOWN';
    return { ...attempt, state, checkAt };
  }
  const reference = finding.reference ?? attempt.reference;
  const customer = finding.customer ?? attempt.customer;
  return { ...attempt, state: 'PENDING', reference, customer, checkAt };
}

/**
 * Money moved for an attempt that had ended, so it is reversed like every late success: the
 * provider did not know the request when it was considered lost, or it had reported a decline or
 * confirmed the stop. The payment may have been paid elsewhere since then.
 */
function isUnexpectedCharge(attempt: Attempt, finding: Finding): boolean {
  const { verb, state } = attempt;
  if (verb !== 'authorize' || finding.kind !== 'approved') return false;
  return state === 'VOID' || state === 'DECLINED' || state === 'STOPPED';
}

/** An inconclusive answer does not postpone the first check, which may already be due. */
function nextCheckAfter({ checks, checkAt }: Attempt, { at }: TimeAndIds): Instant {
  const next = nextCheckAt(checks, at);
  return checks === 0 ? Math.min(checkAt ?? next, next) : next;
}

function conclusiveAt(finding: Finding): Instant {
  return (finding.kind === 'unknown' ? finding.checkAt : undefined) ?? Infinity;
}

/**
 * After a reversal the provider may report the authorization as cancelled, also before we know that
 * the reversal is complete.
 */
function isReversed({ attempts }: Loaded): boolean {
  return attempts.some(
    ({ verb, state, finishedAt }) =>
      verb === 'reverse' && (state === 'APPROVED' || finishedAt === null),
  );
}

function agrees(attempt: Attempt, finding: Finding): boolean {
  if (finding.kind === 'approved') return attempt.state === 'APPROVED';
  if (finding.kind === 'declined') return attempt.state !== 'APPROVED';
  return true;
}

function settle(attempt: Attempt, finding: Finding, { at }: TimeAndIds): Attempt {
  const known = { ...attempt, checkAt: null, finishedAt: at };
  switch (finding.kind) {
    case 'approved':
      return {
        ...known,
        state: 'APPROVED',
        reference: finding.reference,
        authCode: finding.authCode,
        networkTransactionId: finding.networkTransactionId,
        rejectCode: null,
      };
    case 'declined': {
      const { rejectCode, providerCode = null } = finding;
      const reference = finding.reference ?? attempt.reference;
      return { ...known, state: 'DECLINED', rejectCode, providerCode, reference };
    }
    case 'not-found':
      return { ...known, state: 'VOID', rejectCode: 'SYSTEM_ERROR' };
    default:
      return defect('an attempt is settled by what decides it');
  }
}

/**
 * The resolver takes over an attempt with a higher fence, so that reports of earlier owners do not
 * count.
 */
export function decideLease(loaded: Loaded, attempt: Attempt, { at }: TimeAndIds): Decision {
  const checks = attempt.checks + 1;
  const checkAt = nextCheckAt(checks, at);
  return changeAttempt(loaded, { ...attempt, fence: attempt.fence + 1, checks, checkAt });
}

/** A change of the attempt only: a new version of the payment, no new status and no event. */
function changeAttempt(loaded: Loaded, attempt: Attempt): Decision {
  return setAttempt(changeBeside(loaded), attempt);
}
