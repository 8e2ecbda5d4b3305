// The end of a capture, an adjustment, its withdrawal or a reversal. A decline changes only the
// transaction, not the payment.

import type { TimeAndIds } from '../../core/id.ts';
import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import { nextCheckAt, type Attempt } from '../../providers/attempt.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { PaymentFacts } from '../model/advance.ts';
import { recurringAgreements } from '../model/agreement.ts';
import { isHold, isPaid, type Loaded, type Payment } from '../model/payment.ts';
import type { Transaction } from '../model/transaction.ts';
import {
  advanceIn,
  changeBeside,
  newDecision,
  reportTransaction,
  setAttempt,
  setDeadline,
  setTransaction,
  transactionOf,
  type Decision,
} from './decision.ts';
import { decideTryAfterDecline } from './another-try.ts';
import { expireIn } from './cancel.ts';
import { concludeAuthorization } from './conclude-authorization.ts';
import { addMoneyTransfer, addSale, unreserveFunds } from './funds.ts';
import { holdsMoneyAfterEnd, reverseAgainAt } from './operate.ts';
import type { Concluder, Conclusion, Conclusions } from './outcome.ts';

type Decide = (...conclusion: Parameters<Concluder>) => Decision;

function unlessFailed(decide: Decide): Concluder {
  return (loaded, settled, terms, now) =>
    settled.state === 'APPROVED'
      ? { kind: 'decided', decision: decide(loaded, settled, terms, now) }
      : concludeFailed(loaded, settled, now);
}

/**
 * Approved: the authorization can no longer succeed, so the order is free. Declined: it has already
 * ended, and the provider is asked how.
 */
const concludeStop: Concluder = (loaded, settled, { anotherTry }, now) => {
  const authorization = loaded.attempts.find(
    ({ verb, transId }) => verb === 'authorize' && transId === settled.transId,
  );
  assert(authorization !== undefined, 'a stop belongs to an authorization');
  const isOpen = authorization.finishedAt === null;
  if (!isOpen || settled.state !== 'APPROVED') {
    const changed = setAttempt(changeBeside(loaded), settled);
    const asked = { ...authorization, checkAt: checkAfterStop(loaded, authorization, now) };
    return { kind: 'decided', decision: isOpen ? setAttempt(changed, asked) : changed };
  }
  const { rejectCode } = anotherTry ?? loaded.payment;
  const ended = {
    ...authorization,
    state: 'STOPPED',
    rejectCode,
    checkAt: null,
    finishedAt: now.at,
  } as const;
  const cancelled = { status: 'CANCELLED', rejectCode, updatedAt: now.at } as const;
  const transaction = { ...transactionOf(loaded, authorization), ...cancelled };
  const stopped = setAttempt(newDecision(loaded), settled);
  const after = setTransaction(setAttempt(stopped, ended), transaction);
  if (loaded.payment.status === 'PENDING') {
    const decision = anotherTry
      ? decideTryAfterDecline(after, ended, anotherTry, now)
      : expireIn(after, now);
    return { kind: 'decided', decision };
  }
  const holdsOrder = loaded.payment.holdsOrder && holdsMoneyAfterEnd(loaded);
  return {
    kind: 'decided',
    decision: reportTransaction(after, transaction, { holdsOrder }, now),
  };
};

/**
 * After the first declined stop the provider is asked at once. If the authorization still waits and
 * the next stop is declined too, the inquiries keep their growing intervals.
 */
function checkAfterStop(
  { attempts }: Loaded,
  { transId, checks }: Attempt,
  now: TimeAndIds,
): Instant {
  const isFirst = !attempts.some(
    (one) => one.verb === 'stop' && one.transId === transId && one.finishedAt !== null,
  );
  return isFirst ? now.at : nextCheckAt(checks, now.at);
}

/** The captured part is taken; the rest of the hold is released. */
const concludeCapture: Decide = (loaded, settled, _terms, now) => {
  const { payment } = loaded;
  const facts: PaymentFacts = {
    capturedMinor: settled.amountMinor,
    dataRequest: null,
    holdUntil: null,
  };
  const recorded = recordTransaction(loaded, settled, 'COMPLETED', facts, now);
  const released = addMoneyTransfer(recorded, settled, 'RELEASE', payment.authorizedMinor, now);
  return setDeadline(addSale(released, settled, now), null);
};

/** A new total of the hold; withdrawing an adjustment sets the previous total. */
const concludeAdjust: Decide = (loaded, settled, _terms, now) => {
  const before = loaded.payment.authorizedMinor;
  const after = settled.amountMinor;
  const status = settled.intent === 'WITHDRAW' ? 'CANCELLED' : 'COMPLETED';
  const facts: PaymentFacts = { authorizedMinor: after, ...idleFacts(loaded.payment) };
  const decision = recordTransaction(loaded, settled, status, facts, now);
  if (after > before) return addMoneyTransfer(decision, settled, 'HOLD', after - before, now);
  if (after < before) return addMoneyTransfer(decision, settled, 'RELEASE', before - after, now);
  return decision;
};

const reasonOf: Readonly<Record<string, RejectCode | undefined>> = {
  CUSTOMER_CANCEL: 'CANCELLED_BY_CUSTOMER',
  HOLD_EXPIRED: 'HOLD_EXPIRED',
};

/** The money is back with the customer: CANCELLED, or still CANCELLED after a late success. */
const concludeReturn: Decide = (loaded, settled, { agreement }, now) => {
  const { payment } = loaded;
  const isLate = settled.intent === 'LATE_SUCCESS';
  const rejectCode = reasonOf[settled.intent ?? ''] ?? payment.rejectCode;
  const holdsOrder = payment.holdsOrder && isLate && loaded.attempts.some(isOpenAuthorization);
  const facts: PaymentFacts = { holdsOrder, dataRequest: null, rejectCode, ...nothingLeft };
  let recorded: Decision;
  if (isLate && isPaid(payment)) {
    recorded = recordTransaction(loaded, settled, 'COMPLETED', idleFacts(payment), now);
  } else if (payment.status === 'COMPLETED') {
    const after = withStatus(loaded, settled, 'COMPLETED', now);
    recorded = advanceIn(after, 'reverse', facts, now, { transId: settled.transId });
    if (isHold(payment)) recorded = setDeadline(recorded, null);
  } else recorded = recordTransaction(loaded, settled, 'COMPLETED', facts, now);
  const kind = isHold(payment) ? 'RELEASE' : isLate ? 'LATE_REVERSAL' : 'REVERSAL';
  const decision = addMoneyTransfer(recorded, settled, kind, settled.amountMinor, now);
  // A reversed payment ends its agreement.
  if (agreement && agreement.endedAt === null && !isLate) {
    const ended = { ...agreement, version: agreement.version + 1, endedAt: now.at };
    decision.draft.change(recurringAgreements, ended, agreement.version);
  }
  return decision;
};

function isOpenAuthorization({ verb, finishedAt }: Attempt): boolean {
  return verb === 'authorize' && finishedAt === null;
}

const nothingLeft: PaymentFacts = { authorizedMinor: 0n, capturedMinor: 0n, holdUntil: null };

/**
 * Declined: the transaction is REJECTED and no money moved. A failed reversal raises an alarm and
 * is retried: a release by its existing deadline, a late success by a new one.
 */
function concludeFailed(loaded: Loaded, settled: Attempt, now: TimeAndIds): Conclusion {
  const withdrawing = settled.intent === 'WITHDRAW';
  const status = settled.state === 'VOID' ? 'ERROR' : 'REJECTED';
  const facts = idleFacts(loaded.payment);
  const transactionStatus = withdrawing ? 'COMPLETED' : status;
  const recorded = recordTransaction(loaded, settled, transactionStatus, facts, now);
  const timed =
    settled.intent === 'LATE_SUCCESS' && !isPaid(loaded.payment)
      ? setDeadline(recorded, reverseAgainAt(recorded.loaded, now))
      : recorded;
  if (settled.verb !== 'reverse' && settled.verb !== 'refund')
    return { kind: 'decided', decision: timed };
  const isReserved = settled.intent !== 'LATE_SUCCESS' && !isHold(loaded.payment);
  const decision = isReserved ? unreserveFunds(timed, settled, now) : timed;
  return { kind: 'decided', decision, alarm: 'reversal-declined' };
}

/** Without an operation in progress, a hold waits for its capture again. */
function idleFacts(payment: Payment): PaymentFacts {
  const isWaiting =
    payment.status === 'COMPLETED' && isHold(payment) && payment.capturedMinor === 0n;
  return { dataRequest: isWaiting ? 'CAPTURE' : null };
}

function withStatus(
  loaded: Loaded,
  settled: Attempt,
  status: Transaction['status'],
  now: TimeAndIds,
): Decision {
  const { rejectCode } = settled.intent === 'WITHDRAW' ? { rejectCode: null } : settled;
  const transaction = { ...transactionOf(loaded, settled), status, rejectCode, updatedAt: now.at };
  return setTransaction(setAttempt(newDecision(loaded), settled), transaction);
}

function recordTransaction(
  loaded: Loaded,
  settled: Attempt,
  status: Transaction['status'],
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const after = withStatus(loaded, settled, status, now);
  return reportTransaction(after, transactionOf(after.loaded, settled), facts, now);
}

/** The conclusions of the payment's own operations, by verb. */
export const paymentConclusions: Conclusions = {
  authorize: concludeAuthorization,
  capture: unlessFailed(concludeCapture),
  adjust: unlessFailed(concludeAdjust),
  reverse: unlessFailed(concludeReturn),
  // A provider without reversals returns the money of an ended payment by a refund.
  refund: unlessFailed(concludeReturn),
  stop: concludeStop,
};
