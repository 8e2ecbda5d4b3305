// Phase (c): processes a provider's outcome of an attempt, from whatever source. Each operation has
// its conclusion; inconclusive outcomes only set the next check.

import { assert, defect } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { nextCheckAt, type Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import { bumpVersion } from '../advance.ts';
import type { Loaded } from '../payment.ts';
import { concludeAuthorization } from './conclude-authorization.ts';
import { concludeOperation } from './conclude-operation.ts';
import {
  newDecision,
  setPayment,
  setAttempt,
  type Conclusion,
  type Decision,
  type AttemptReport,
  type Now,
  type ConclusionTerms,
} from './decision.ts';

export function decideOutcome(
  loaded: Loaded,
  report: AttemptReport,
  terms: ConclusionTerms,
  now: Now,
): Conclusion {
  const { finding, fence } = report;
  const attempt = loaded.attempts.find((one) => one.attemptId === report.attemptId);
  assert(attempt !== undefined, 'an outcome belongs to an attempt of its payment');
  if (isUnexpectedCharge(attempt, finding)) {
    return concludeAuthorization(loaded, settle(attempt, finding, now), terms, now);
  }
  if (attempt.finishedAt !== null) {
    const known = agrees(attempt, finding) || isReversed(loaded);
    return { kind: known ? 'nothing' : 'contradiction' };
  }
  if (attempt.fence !== fence) return { kind: 'nothing' };
  if (finding.kind === 'pending' || finding.kind === 'unknown') {
    const state = finding.kind === 'pending' ? 'PENDING' : 'UNKNOWN';
    const checkAt = Math.min(nextCheckAfter(attempt, now), conclusiveAt(finding));
    return { kind: 'decided', decision: changeAttempt(loaded, { ...attempt, state, checkAt }) };
  }
  const settled = settle(attempt, finding, now);
  return attempt.verb === 'authorize'
    ? concludeAuthorization(loaded, settled, terms, now)
    : concludeOperation(loaded, settled, terms, now);
}

/**
 * The provider did not know the request when it was considered lost, and yet it arrived: money
 * moved for a payment that has ended, so it is reversed like every late success.
 */
function isUnexpectedCharge({ verb, state }: Attempt, finding: Finding): boolean {
  return verb === 'authorize' && state === 'VOID' && finding.kind === 'approved';
}

/** An inconclusive answer does not postpone the first check, which may already be due. */
function nextCheckAfter({ checks, checkAt }: Attempt, { at }: Now): Instant {
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

function settle(attempt: Attempt, finding: Finding, { at }: Now): Attempt {
  const known = { ...attempt, checkAt: null, finishedAt: at };
  switch (finding.kind) {
    case 'approved':
      return {
        ...known,
        state: 'APPROVED',
        reference: finding.reference,
        authCode: finding.authCode,
        rejectCode: null,
      };
    case 'declined': {
      const { rejectCode, reference } = finding;
      return { ...known, state: 'DECLINED', rejectCode, reference };
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
export function decideLease(loaded: Loaded, attempt: Attempt, { at }: Now): Decision {
  const checks = attempt.checks + 1;
  const checkAt = nextCheckAt(checks, at);
  return changeAttempt(loaded, { ...attempt, fence: attempt.fence + 1, checks, checkAt });
}

/** A change of the attempt only: a new version of the payment, no new status and no event. */
function changeAttempt(loaded: Loaded, attempt: Attempt): Decision {
  return setAttempt(setPayment(newDecision(loaded), bumpVersion(loaded.payment)), attempt);
}
